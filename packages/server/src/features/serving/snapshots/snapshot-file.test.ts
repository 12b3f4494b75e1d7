// Tests of a node that is restarted while its database is away: it uses its snapshot file.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { makeKeyValue } from '@attune/core';
import { readConfig } from '../../../config.ts';
import { testDatabase } from '../../../db/testing.ts';
import { createLog } from '../../../log/log.ts';
import { startNode } from '../../../node.ts';
import { eventually } from '../../../testing.ts';
import { deleteKey } from '../../access/api-keys/index.ts';
import {
  callWith,
  experienceServer,
  variation,
} from '../../experiences/campaigns/campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const { client, manage, publish, test: site } = server;
const { dataDir } = server.ctx.config;

await manage('POST', '/v2/audiences', {
  name: 'Strange',
  condition: { 'a.__proto__': '😀', b: { $regex: '$bytes' } },
});
await publish({
  selector: 'home',
  experiences: [{ name: 'E', variations: [variation('A'), variation('B')] }],
});
const value = await site.key(['serve', 'collect', 'userprofile', 'manage']);
const home = (id: string) => ({ user: { id }, selector: { names: ['home'] } });
const users = Array.from({ length: 10 }, (_, at) => String(at + 100));

const hashOf = (key: string) => createHash('sha256').update(key).digest('base64');

const read = (name: string) => readFile(join(dataDir, name), 'utf8').catch(() => '');

/** The snapshot once it is as wanted: it is written behind the work. */
const snapshotWith = (isWanted: (text: string) => boolean) =>
  eventually(async () => {
    const text = await read('snapshot.json');
    return text !== '' && isWanted(text) && text;
  });

const { snapshot, lease } = await eventually(async () => {
  const [snapshot, lease] = [await read('snapshot.json'), await read('lease.json')];
  const isKept = snapshot.includes(hashOf(value)) && lease.includes(JSON.parse(snapshot).digest);
  return isKept && { snapshot, lease };
});

interface Stranding {
  /** How long before the start each file was confirmed. */
  readonly snapshotAgoMs?: number;
  readonly leaseAgoMs?: number;
  readonly env?: NodeJS.ProcessEnv;
  /** Changes what the files say. */
  readonly edit?: (kept: object) => object;
}

/** Starts a node whose database cannot be reached, on a copy of the data directory. */
async function stranded(t: TestContext, options: Stranding = {}) {
  const { snapshotAgoMs = 0, leaseAgoMs = 0, env = {}, edit = (kept) => kept } = options;
  const copy = await mkdtemp(join(tmpdir(), 'attune-stranded-'));
  t.after(() => rm(copy, { recursive: true }));
  // But for what the running node is about to put in a file's place.
  const names = (await readdir(dataDir)).filter((name) => !/\.\d+$/.test(name));
  for (const name of names) await cp(join(dataDir, name), join(copy, name), { recursive: true });
  const put = async (name: string, text: string, agoMs: number) => {
    const confirmed = { ...JSON.parse(text), confirmedAt: Date.now() - agoMs };
    await writeFile(join(copy, name), JSON.stringify(edit(confirmed)));
  };
  await put('snapshot.json', snapshot, snapshotAgoMs);
  await put('lease.json', lease, leaseAgoMs);
  // Nothing listens on the port of the discard service.
  const away = { DATA_DIR: copy, DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/attune' };
  const config = readConfig({ ...away, PORT: '0', ...env });
  const node = await startNode(config, createLog('silent'), { api: true, worker: true });
  t.after(node.stop);
  const url = node.url ?? '';
  return { url, call: callWith(url, value), as: (key: string) => callWith(url, key) };
}

test('the file has what decides and how keys are found, and no key, for its owner alone', async () => {
  for (const name of ['snapshot.json', 'lease.json']) {
    assert.equal((await stat(join(dataDir, name))).mode & 0o777, 0o600);
  }
  const text = snapshot + lease;
  const { salt } = site.snapshot().site;
  assert.ok(text.includes(salt.toString('base64')));
  assert.ok(text.includes('Campaign home') && text.includes('$bytes'));
  const { rows } = await server.ctx.pool.query('select hash, sealed_value from api_key');
  for (const { hash, sealed_value } of rows) {
    assert.ok(text.includes(hash.toString('base64')));
    assert.ok(!text.includes(sealed_value.toString('base64')));
  }
  assert.doesNotMatch(text, /svc_[sc]_/);
  assert.ok(!text.includes(value.slice(6, 36)));
  const secret = site.snapshot().identitySecret!;
  assert.ok(!text.includes(secret.toString('base64')));
});

test('a node that finds no database decides as before', async (t) => {
  const { call, url } = await stranded(t);
  for (const id of users) {
    const { status, body } = await call('POST', '/v2/serve/user/choose', home(id));
    const before = await client.choose(home(id));
    assert.equal(status, 200);
    assert.deepEqual(body.choices[0].variations, before.choices[0]?.variations);
    const codes = body.warnings.map(({ code }: { code: string }) => code).sort();
    assert.deepEqual(codes, ['profile_unavailable', 'recording_unavailable']);
  }
  assert.equal((await call('GET', '/v2/keys/self')).body.site, 'test');
  const ready = await fetch(`${url}/readyz`);
  assert.deepEqual(
    [ready.status, await ready.text()],
    [200, '{"status":"degraded","database":"away","reasons":["The database is out of reach."]}'],
  );
});

test('it refuses what needs the database with 503 and Retry-After, and forbids as before', async (t) => {
  const { call, as } = await stranded(t);
  const refused = [
    ['POST', '/v2/collect/user/pageview', { user: { id: '7' }, context: {} }],
    ['GET', '/v2/userprofile?cuid=a&cuidType=external&affinity=true', undefined],
    ['GET', '/v2/campaigns', undefined],
    ['POST', '/v2/audiences', { name: 'New', condition: {} }],
  ] as const;
  for (const [method, path, body] of refused) {
    const answer = await call(method, path, body);
    assert.deepEqual([answer.status, answer.body.code], [503, 'not_ready'], path);
    assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  }
  const wrong = await call('POST', '/v2/collect/user/pageview', { user: { id: 7 } });
  assert.equal(wrong.status, 422);
  assert.equal((await as('svc_s_typo')('GET', '/v2/keys/self')).status, 401);
});

test('keys are honoured for the lease, which a restart does not renew; then it is 503', async (t) => {
  const within = await stranded(t, { snapshotAgoMs: 1_000_000, leaseAgoMs: 280_000 });
  assert.equal((await within.call('POST', '/v2/serve/user/choose', home('7'))).status, 200);
  const ago = { snapshotAgoMs: 1_000_000, leaseAgoMs: 301_000 };
  const beyond = await stranded(t, ago);
  const unknown = makeKeyValue('Server-side', (bytes) => new Uint8Array(bytes));
  for (const call of [beyond.call, beyond.as(unknown)]) {
    const { status, body, headers } = await call('POST', '/v2/serve/user/choose', home('7'));
    assert.deepEqual([status, body.code], [503, 'key_lease_expired']);
    assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  }
  assert.equal((await fetch(`${beyond.url}/readyz`)).status, 503);
  assert.equal((await fetch(`${beyond.url}/healthz`)).status, 200);
  const longer = await stranded(t, { ...ago, env: { KEY_LEASE: '600' } });
  assert.equal((await longer.call('GET', '/v2/keys/self')).status, 200);
});

test('a lease of another snapshot, of another version or of none renews nothing', async (t) => {
  const own = (snapshotAgoMs: number, change: object) =>
    stranded(t, {
      snapshotAgoMs,
      edit: (kept) => ('sites' in kept ? kept : { ...kept, ...change }),
    });
  for (const change of [{ digest: 'f'.repeat(64) }, { digest: undefined }, { version: 2 }]) {
    const old = await own(301_000, change);
    assert.equal((await old.call('GET', '/v2/keys/self')).status, 503);
    const young = await own(280_000, change);
    assert.equal((await young.call('GET', '/v2/keys/self')).status, 200);
  }
});

test('files from the future renew nothing, and a clock set back gives no time within a boot', async (t) => {
  const future = { snapshotAgoMs: -60_000, leaseAgoMs: -60_000 };
  const elsewhere = await stranded(t, {
    ...future,
    edit: (kept) => ({ ...kept, boot: 'another' }),
  });
  assert.equal((await elsewhere.call('GET', '/v2/keys/self')).body.code, 'key_lease_expired');
  const here = await stranded(t, future);
  assert.equal((await here.call('GET', '/v2/keys/self')).status, 200);
  const earlier = (kept: object) => {
    const { upMs } = kept as { upMs: number };
    return { ...kept, upMs: upMs - 301_000 };
  };
  const late = await stranded(t, { ...future, edit: earlier });
  assert.equal((await late.call('GET', '/v2/keys/self')).body.code, 'key_lease_expired');
});

test('a deleted key leaves the file, which the lease of before is no longer about', async () => {
  const short = await site.key(['serve']);
  await snapshotWith((text) => text.includes(hashOf(short)));
  const { rows } = await server.ctx.pool.query('select max(id) as id from api_key');
  await deleteKey(server.ctx, site.id, rows[0].id, 'test');
  const after = await snapshotWith((text) => !text.includes(hashOf(short)));
  assert.ok(after.includes(hashOf(value)));
});

test('without a file that can be read, a node without a database does not start', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'attune-empty-'));
  t.after(() => rm(folder, { recursive: true }));
  const config = readConfig({
    DATA_DIR: folder,
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/attune',
    PORT: '0',
  });
  const start = () => startNode(config, createLog('silent'), { api: true, worker: false });
  for (const text of [undefined, '', '{"version":1,', '{"version":0,"sites":[]}']) {
    if (text !== undefined) await writeFile(join(folder, 'snapshot.json'), text);
    await assert.rejects(start(), /DATABASE_URL cannot be used|cannot be reached/);
  }
});

test('a node that has served starts on no empty database, and leaves it empty', async (t) => {
  const none = await mkdtemp(join(tmpdir(), 'attune-none-'));
  t.after(() => rm(none, { recursive: true }));
  const blank = await testDatabase({ migrations: none });
  t.after(blank.close);
  await blank.pool.query('drop table if exists migration');
  const start = stranded(t, { env: { DATABASE_URL: blank.url } });
  await assert.rejects(start, /database is empty.*attune restore/);
  const { rowCount } = await blank.pool.query(`select from pg_tables where schemaname = 'public'`);
  assert.equal(rowCount, 0);
});
