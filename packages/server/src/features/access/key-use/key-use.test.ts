// Tests of what keys are used for: counted over real requests, on two nodes, and shown to Admins.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { readConfig } from '../../../config.ts';
import { createLog } from '../../../log/log.ts';
import { startNode } from '../../../node.ts';
import { eventually, testServer } from '../../../testing.ts';
import { callWith } from '../../experiences/campaigns/campaigns.fixture.ts';
import { createKey, rotateKey } from '../api-keys/index.ts';
import { signedIn } from '../teammates/teammates.fixture.ts';
import { forgetOldUse, readClients, readUse } from './index.ts';
import { addUse } from './store.ts';

const server = await testServer({ api: true, worker: false });
const { ctx, test: site, url } = server;
const dataDir = await mkdtemp(join(tmpdir(), 'attune-second-'));
const second = await startNode(
  readConfig({
    ...{ DATA_DIR: dataDir, DATABASE_URL: server.databaseUrl, PORT: '0' },
    SECRET_KEY: (await readFile(join(ctx.config.dataDir, 'secret.key'), 'utf8')).trim(),
  }),
  createLog('silent'),
  { api: true, worker: false },
);
after(async () => {
  await second.stop();
  await server.close();
  await rm(dataDir, { recursive: true });
});
const admin = await signedIn(server, site.id, { role: 'Admin', codeEditing: true });

const dayMs = 86_400_000;
const make = (permissions: readonly string[], source = 'Server-side') =>
  createKey(ctx, site.snapshot(), { name: 'used', source, permissions }, 'test');
const read = async (id: number) => (await admin.ask('GET', `/sites/test/keys/${id}`)).body;
const choose = { user: { id: '7' }, selector: { names: ['none'] } };
const profile = '/v2/userprofile?cuid=a&cuidType=external&affinity=true';
const agent = (name: string) => ({ 'user-agent': name });

/** Resolves when as many calls of a key are recorded; on whichever node they were. */
const recorded = (id: number, calls: number) =>
  eventually(async () => {
    await Promise.all([server.recorded(), second.catchUp()]);
    const { key } = await read(id);
    return key.callsLately.at(-1) === calls && key;
  });

test('calls are counted by permission, on whatever node and way; refused ones for none', async () => {
  const { id, value } = await make(['serve', 'userprofile', 'manage']);
  const [here, there] = [callWith(url, value), callWith(second.url!, value)];
  for (const call of [here, here, there]) {
    assert.equal((await call('POST', '/v2/serve/user/choose', choose, agent('a/1'))).status, 200);
  }
  assert.equal((await there('GET', profile, undefined, agent('b/2'))).status, 200);
  assert.equal((await here('GET', '/v2/feeds/1/items/tent', undefined, agent('b/2'))).status, 403);
  assert.equal((await here('POST', '/v2/collect/user/event', {}, agent('b/2'))).status, 403);
  assert.equal((await here('GET', '/v2/keys/self', undefined, agent('b/2'))).status, 200);
  assert.equal((await here('GET', '/v2/nowhere', undefined, agent('b/2'))).status, 404);
  // The long way takes what is unusual.
  const odd = { ...agent('b/2'), 'content-type': 'application/json;charset=utf-8' };
  assert.equal((await here('POST', '/v2/serve/user/choose?x', choose, odd)).status, 200);

  const key = await recorded(id, 9);
  assert.equal(Math.round((Date.now() - Date.parse(key.lastUsedAt)) / dayMs), 0);
  const { used, clients } = await read(id);
  assert.deepEqual(
    used.map((one: { permission: string; calls: number; lastUsedAt: string | null }) => [
      ...[one.permission, one.calls, one.lastUsedAt === null],
    ]),
    [
      ['serve', 4, false],
      ['userprofile', 1, false],
      ['manage', 0, true],
    ],
  );
  assert.deepEqual(
    clients
      .map((one: { userAgent: string; address: string; calls: number }) => [
        ...[one.userAgent, one.address, one.calls],
      ])
      .sort(),
    [
      ['a/1', '127.0.0.1', 3],
      ['b/2', '127.0.0.1', 6],
    ],
  );
  const { rows } = await ctx.pool.query(
    `select sum(calls)::int from key_use where key_id = $1 and permission = 'none'`,
    [id],
  );
  assert.equal(rows[0].sum, 4);
});

test('of a Client-side key the pages are shown that use it', async () => {
  const { id, value } = await make(['serve'], 'Client-side');
  const browser = { origin: 'https://shop.example', 'user-agent': 'Firefox' };
  await callWith(url, value)('POST', '/v2/serve/user/choose', choose, browser);
  await recorded(id, 1);
  const [client] = (await read(id)).clients;
  assert.deepEqual([client.userAgent, client.address], ['', 'https://shop.example']);
});

test('what is counted while a node stops is recorded', async () => {
  const { id, value } = await make(['serve']);
  const third = await startNode(
    readConfig({ DATA_DIR: dataDir, DATABASE_URL: server.databaseUrl, PORT: '0' }),
    createLog('silent'),
    { api: true, worker: false },
  );
  await callWith(third.url!, value)('GET', '/v2/keys/self');
  await third.stop();
  const rows = await readUse(ctx.db, site.id, [id]);
  assert.deepEqual(
    rows.map(({ permission, calls }) => [permission, calls]),
    [['none', 1]],
  );
});

test('of a key the 20 clients seen last are kept', async () => {
  const of = { siteId: site.id, keyId: 900, isPublic: false, calls: 1 };
  const start = Date.now() - 100_000;
  for (let round = 0; round < 4; round += 1) {
    const clients = Array.from({ length: 15 }, (_, n) => ({
      ...{ ...of, userAgent: `agent ${round} ${n}`, address: '192.0.2.1' },
      lastUsedAt: start + 1000 * round + n,
    }));
    await addUse(ctx.db, [], clients);
  }
  await addUse(ctx.db, [], [{ ...of, userAgent: 'last', address: '', lastUsedAt: start + 9000 }]);
  const kept = await readClients(ctx.db, site.id, 900, new Date(0));
  assert.equal(kept.length, 20);
  assert.deepEqual(kept[0]?.userAgent, 'last');
  assert.deepEqual(kept[19]?.userAgent, 'agent 2 11');
  const { rows } = await ctx.pool.query('select count(*)::int from key_client where key_id = 900');
  assert.ok(rows[0].count <= 36, `${rows[0].count} rows`);
});

test('old uses are forgotten, but not when a permission was used last', async () => {
  const at = (day: number) => Date.now() - day * dayMs;
  const of = { siteId: site.id, keyId: 901, isPublic: false, calls: 2 };
  const use = (permission: 'serve' | 'feed', day: number) => ({
    ...{ ...of, permission, lastUsedAt: at(day) },
    day: new Date(at(day)).toISOString().slice(0, 10),
  });
  const client = { ...of, userAgent: 'old', address: '192.0.2.1', lastUsedAt: at(50) };
  await addUse(
    ctx.db,
    [use('serve', 60), use('serve', 1), use('feed', 60), use('feed', 50)],
    [client],
  );
  await forgetOldUse(ctx.db, new Date(at(35)));
  const left = await readUse(ctx.db, site.id, [901]);
  assert.deepEqual(left.map(({ permission, day }) => `${permission} ${day}`).sort(), [
    `feed ${use('feed', 50).day}`,
    `serve ${use('serve', 1).day}`,
  ]);
  assert.deepEqual(await readClients(ctx.db, site.id, 901, new Date(0)), []);
});

test('no row of any table holds a key’s value, whatever was done with it', async () => {
  const canary = await make(['serve', 'userprofile', 'collect']);
  const open = await make(['serve'], 'Client-side');
  for (const { value } of [canary, open]) {
    const call = callWith(url, value);
    await call('POST', '/v2/serve/user/choose', choose, { origin: 'https://shop.example' });
    await call('GET', profile);
    await call('GET', '/v2/feeds');
  }
  const path = `/sites/test/keys/${canary.id}`;
  await admin.ask('POST', `${path}/copy`);
  const change = { name: 'canary', permissions: ['serve'] };
  assert.equal((await admin.ask('PUT', path, change)).status, 200);
  const next = await rotateKey(ctx, site.snapshot(), canary.id, 60, 'test');
  const values = [canary.value, open.value, next.value];
  await admin.ask('GET', `/sites/test/keys?search=${canary.value}`);
  await server.recorded();
  const tables = await sql<{ name: string }>`
    select format('%I', relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(ctx.db);
  assert.ok(tables.rows.some(({ name }) => name === 'key_client'));
  for (const { name } of tables.rows) {
    const { rows } = await ctx.pool.query<{ text: string }>(
      `select t::text as text from ${name} t`,
    );
    for (const { text } of rows) {
      for (const value of values) {
        const secret = value.slice(10, -6);
        const forms = [secret, Buffer.from(value).toString('hex').slice(20, -12)];
        assert.ok(!forms.some((form) => text.includes(form)), `${name} holds a key's value`);
      }
    }
  }
});
