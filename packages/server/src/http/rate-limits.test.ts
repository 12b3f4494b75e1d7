// Tests of keys' limits: how much they allow, what headers say, and what is forgotten.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { permissionIds } from '@attune/contract';
import fc from 'fast-check';
import { createBuckets } from '../buckets.ts';
import type { KeyRecord } from '../context.ts';
import { apiKeyRoutes, createKey, type KeyRequest } from '../features/access/api-keys/index.ts';
import { testServer } from '../testing.ts';
import { limitKeys } from './rate-limits.ts';
import { askOf, assertRefused } from './requests.fixture.ts';
import { createHttpServer } from './server.ts';

const server = await testServer({ api: true, worker: false });
after(server.close);
const { ctx, test: site } = server;
let now = 1e6;
const app = createHttpServer(ctx, apiKeyRoutes(), { clock: () => now });
await app.listen({ port: 0, host: '127.0.0.1' });
after(() => app.close());
const ask = askOf(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);

const make = async (limits: Partial<KeyRequest>) => {
  const request = { name: 'limited', source: 'Server-side', permissions: permissionIds, ...limits };
  return (await createKey(ctx, site.snapshot(), request, 'test')).value;
};
const self = (key: string) => ask('GET', '/v2/keys/self', { key });

test('a key may send so many requests a second, and headers say what is left', async () => {
  const key = await make({ rateLimit: 2, rateBurst: 3 });
  for (const told of ['r=2;t=1', 'r=1;t=1', 'r=0;t=1']) {
    const { status, headers } = await self(key);
    assert.equal(status, 200);
    assert.equal(headers.get('ratelimit-policy'), '"key";q=3;w=2');
    assert.equal(headers.get('ratelimit'), `"key";${told}`);
  }
  const refused = await self(key);
  assertRefused(refused, 'rate_limited');
  assert.deepEqual(
    ['retry-after', 'ratelimit'].map((name) => refused.headers.get(name)),
    ['1', '"key";r=0;t=1'],
  );
  now += 499;
  assertRefused(await self(key), 'rate_limited');
  now += 1;
  assert.equal((await self(key)).status, 200);
  assertRefused(await self(key), 'rate_limited');
  now += 60_000;
  assert.equal((await self(key)).headers.get('ratelimit'), '"key";r=2;t=1');
});

test('every answer of a limited key counts and says so, an error included', async () => {
  const key = await make({ rateLimit: 10 });
  for (const [method, path] of [
    ['GET', '/v2/nothing'],
    ['PUT', '/v2/keys/self'],
    ['GET', '/v2/keys/self?x=%zz'],
  ] as const) {
    const { headers } = await ask(method, path, { key });
    assert.equal(headers.get('ratelimit-policy'), '"key";q=20;w=2', path);
  }
  assert.equal((await self(key)).headers.get('ratelimit'), '"key";r=16;t=2');
});

test('a key without a limit, and one that is not valid, gets no limit headers', async () => {
  const answers = [await self(await site.key(['serve'])), await ask('GET', '/v2/keys/self')];
  for (const { headers } of answers) assert.equal(headers.get('ratelimit'), null);
});

test('limits of one key are nothing to another', async () => {
  const [one, other] = [await make({ rateLimit: 1 }), await make({ rateLimit: 1 })];
  assert.deepEqual([(await self(one)).status, (await self(one)).status], [200, 200]);
  assertRefused(await self(one), 'rate_limited');
  assert.equal((await self(other)).status, 200);
});

test('a limit is a whole number above 0, and is audited', async () => {
  for (const wrong of [{ rateLimit: 0 }, { rateLimit: 1.5 }, { rateBurst: 5 }]) {
    await assert.rejects(make(wrong), { code: 'invalid_request' });
  }
  await assert.rejects(make({ profileMisses: -1 }), { code: 'invalid_request' });
  await make({ name: 'audited', rateLimit: 5, profileMisses: 100 });
  const { rows } = await ctx.pool.query(`select details from audit where subject = 'audited'`);
  assert.deepEqual(rows[0].details.after.rateLimit, { perSecond: 5, burst: 10 });
  assert.equal(rows[0].details.after.profileMisses, 100);
});

test('a key that looks for persons who are not there is slowed, also where they are', async () => {
  const key = await make({ profileMisses: 3 });
  const other = await make({});
  const asking = askOf(server.url);
  const read = (cuid: string, by = key) =>
    asking('GET', `/v2/userprofile?cuid=${cuid}&cuidType=external&affinity=true`, { key: by });
  for (const cuid of ['a', 'b', 'c']) assert.equal((await read(cuid)).text, '{}');
  const refused = await read('d');
  assertRefused(refused, 'rate_limited');
  assert.ok(Number(refused.headers.get('retry-after')) <= 20);
  assert.equal(refused.headers.get('ratelimit-policy'), '"profile-misses";q=3;w=60');
  assert.equal((await read('d', other)).status, 200);
  assert.equal((await asking('GET', '/v2/keys/self', { key })).status, 200);
});

test('no sequence of requests gets more than a burst and the rate since', () => {
  const limit = { perSecond: 7, burst: 4 };
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 900 }), { maxLength: 200 }), (pauses) => {
      let time = 0;
      const buckets = createBuckets(() => time);
      let taken = 0;
      for (const pause of pauses) {
        time += pause;
        const { isTaken, remaining, waitMs } = buckets.take('k', limit);
        if (isTaken) taken += 1;
        assert.ok(taken <= limit.burst + (time / 1000) * limit.perSecond + 1e-6);
        assert.ok(remaining >= 0 && remaining < limit.burst && waitMs >= 0);
        if (!isTaken) {
          time += waitMs;
          assert.ok(buckets.look('k', limit).remaining >= 1);
        }
      }
    }),
  );
});

test('buckets that are full again are forgotten', () => {
  let time = 0;
  const buckets = createBuckets(() => time);
  for (let at = 0; at < 50_000; at += 1) {
    time += 1;
    buckets.take(String(at), { perSecond: 1, burst: 1 });
  }
  assert.ok(buckets.size() <= 20_000, String(buckets.size()));
});

test('each address has a public key’s limit to itself, and a server’s key has one for all', () => {
  const check = limitKeys(
    ctx.metrics,
    createBuckets(() => 0),
  );
  const rateLimit = { perSecond: 1, burst: 1 };
  const key = (id: number, source: KeyRecord['source']) => ({ id, source, rateLimit }) as KeyRecord;
  const refuses = (one: KeyRecord, address: string) => {
    try {
      check(one, address);
      return false;
    } catch {
      return true;
    }
  };
  const asked = (source: KeyRecord['source'], id: number) =>
    ['192.0.2.1', '192.0.2.1', '192.0.2.2'].map((address) => refuses(key(id, source), address));
  assert.deepEqual(asked('Client-side', 1), [false, true, false]);
  assert.deepEqual(asked('Server-side', 2), [false, true, true]);
});
