// Tests of API keys: permissions, what is stored of a value, and expiry.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Fault, Permission } from '@attune/contract';
import { isWellFormedKey } from '@attune/core';
import type { ApiError } from '../../../api-error.ts';
import { type TestSite, testServer } from '../../../testing.ts';
import { notifiedOf } from '../../configuration/notifications/notified.fixture.ts';
import { changeSettings } from '../../configuration/sites/index.ts';
import { callWith } from '../../experiences/campaigns/campaigns.fixture.ts';
import {
  createKey,
  deleteKey,
  type KeyRequest,
  listKeys,
  revealKey,
  tellExpiringKeys,
} from './index.ts';

const server = await testServer({ api: true, worker: false });
after(server.close);
const { ctx, test: site } = server;

const make = (request: Partial<KeyRequest> = {}, of: TestSite = site) =>
  createKey(
    ctx,
    of.snapshot(),
    { name: 'Shop', source: 'Server-side', permissions: ['serve'], ...request },
    'test',
  );
const self = (value: string) => callWith(server.url, value)('GET', '/v2/keys/self');

async function errorsOf(request: Partial<KeyRequest>, of = site): Promise<readonly Fault[]> {
  const before = await listKeys(ctx, of.id);
  const refused = await make(request, of).then(
    () => assert.fail('accepted'),
    (error: ApiError) => error,
  );
  assert.equal(refused.code, 'invalid_request');
  assert.deepEqual(await listKeys(ctx, of.id), before);
  return refused.errors ?? [];
}

test('a value shows its source and its own correctness, and no two are alike', async () => {
  const server = await make();
  const client = await make({ source: 'Client-side' });
  assert.match(server.value, /^svc_s_[0-9A-Za-z]{36}$/);
  assert.match(client.value, /^svc_c_[0-9A-Za-z]{36}$/);
  assert.ok(isWellFormedKey(server.value) && isWellFormedKey(client.value));
  assert.notEqual((await make()).value, server.value);
});

test('a key shows what it is, and never its value', async () => {
  const { id, value } = await make({ name: 'Mine', permissions: ['serve', 'manage', 'serve'] });
  const { body, text } = await self(value);
  assert.deepEqual(body, {
    ...{ id, name: 'Mine', source: 'Server-side', permissions: ['serve', 'manage'] },
    ...{ site: 'test', expiresAt: null },
  });
  assert.ok(!text.includes(value.slice(6)));
});

test('Copy works after saving, unless the key is shown once', async () => {
  const kept = await make();
  assert.equal(await revealKey(ctx, site.id, kept.id), kept.value);
  const once = await make({ showOnce: true });
  assert.equal(await revealKey(ctx, site.id, once.id), undefined);
  assert.equal((await self(once.value)).status, 200);
  const other = await server.site('stranger');
  assert.equal(await revealKey(ctx, other.id, kept.id), undefined);
});

test('no table holds a value in the clear', async () => {
  const { id, value } = await make({ name: 'Sealed', notes: 'For the shop' });
  const { rows } = await ctx.pool.query(`
    select row_to_json(api_key)::text as row from api_key
    union all select row_to_json(audit)::text from audit`);
  const text = rows.map(({ row }) => row).join('\n');
  assert.ok(!text.includes(value.slice(6, 36)));
  assert.ok(!text.includes(Buffer.from(value).toString('hex')));
  const [entry] = (
    await ctx.pool.query(`select actor, details from audit where subject = 'Sealed'`)
  ).rows;
  assert.deepEqual(entry, {
    actor: 'test',
    details: {
      id,
      after: {
        ...{ name: 'Sealed', source: 'Server-side', permissions: ['serve'] },
        notes: 'For the shop',
      },
    },
  });
  const [listed] = (await listKeys(ctx, site.id)).filter((key) => key.id === id);
  assert.deepEqual([listed?.notes, Object.hasOwn(listed ?? {}, 'value')], ['For the shop', false]);
});

test('every error of a request is listed', async () => {
  const errors = await errorsOf({
    name: ' ',
    notes: 'x'.repeat(5001),
    source: 'server',
    permissions: [],
    expiresAt: '2001-01-01T00:00:00Z',
    allowedOrigins: ['https://shop.example', 'shop.example', 'https://shop.example/path'],
  });
  assert.deepEqual(
    errors.map(({ pointer }) => pointer),
    [
      ...['/name', '/notes', '/source', '/permissions', '/expiresAt'],
      ...['/allowedOrigins/1', '/allowedOrigins/2'],
    ],
  );
});

test('permissions are offered by source, by vertical and by feature', async () => {
  const serverOnly: Permission[] = ['feed', 'userprofile', 'userdata', 'manage'];
  const browser = await errorsOf({
    source: 'Client-side',
    permissions: ['serve', ...serverOnly, 'collect', 'admin'],
  });
  assert.deepEqual(
    browser.map(({ pointer }) => pointer),
    ['/permissions/1', '/permissions/2', '/permissions/3', '/permissions/4', '/permissions/6'],
  );
  const bank = await server.site('bank', { vertical: 'Finance' });
  const errors = await errorsOf({ permissions: ['feed', ...serverOnly.slice(1)] }, bank);
  assert.deepEqual(
    errors.map(({ pointer }) => pointer),
    ['/permissions/0'],
  );
  await changeSettings(ctx, bank.id, { features: [] }, 'test');
  const bare = await errorsOf({ permissions: ['serve', 'collect', ...serverOnly] }, bank);
  assert.deepEqual(
    bare.map(({ pointer }) => pointer),
    ['/permissions/2', '/permissions/3', '/permissions/5'],
  );
});

test('a feature that is off withdraws its permission at once, and rewrites no key', async () => {
  const gaming = await server.site('gaming', { vertical: 'Gaming' });
  const { value } = await make({ permissions: ['serve', 'manage'] }, gaming);
  const call = callWith(server.url, value);
  await changeSettings(ctx, gaming.id, { features: ['feeds', 'affinity'] }, 'test');
  const refused = await call('GET', '/v2/campaigns');
  assert.deepEqual([refused.status, refused.body.code], [403, 'permission_missing']);
  assert.deepEqual((await self(value)).body.permissions, ['serve']);
  await changeSettings(ctx, gaming.id, { features: ['management-api'] }, 'test');
  assert.equal((await call('GET', '/v2/campaigns')).status, 200);
});

test('a deleted key is refused at once and for good', async () => {
  const { id, value } = await make();
  const other = await make();
  await deleteKey(ctx, site.id, id, 'test');
  const refused = await self(value);
  assert.deepEqual([refused.status, refused.body.code], [401, 'key_invalid']);
  assert.equal((await self(other.value)).status, 200);
  assert.equal(await revealKey(ctx, site.id, id), undefined);
  assert.ok(!(await listKeys(ctx, site.id)).some((key) => key.id === id));
  await assert.rejects(deleteKey(ctx, site.id, id, 'test'), { code: 'not_found' });
  const { rows } = await ctx.pool.query(
    'select deleted_at is not null as gone, sealed_value from api_key where id = $1',
    [id],
  );
  assert.deepEqual(rows, [{ gone: true, sealed_value: null }]);
});

test('a key of another site cannot be deleted', async () => {
  const { id, value } = await make();
  const other = await server.site('foreign');
  await assert.rejects(deleteKey(ctx, other.id, id, 'test'), { code: 'not_found' });
  assert.equal((await self(value)).status, 200);
});

test('a key ends at its expiry', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const { id, value } = await make({ expiresAt });
  assert.equal((await self(value)).body.expiresAt, expiresAt);
  await ctx.pool.query(
    `with past as (update api_key set expires_at = now() where id = $1)
     update site set revision = revision + 1 where id = $2`,
    [id, site.id],
  );
  await ctx.snapshots.catchUp();
  const refused = await self(value);
  assert.deepEqual([refused.status, refused.body.code], [401, 'key_expired']);
});

test('channels are told of a key a week before it expires and a day before, each once', async () => {
  const told = await notifiedOf(server, 'key.expiring');
  const start = ctx.now();
  const dayMs = 86_400_000;
  const expiresAt = new Date(start + 30 * dayMs).toISOString();
  const { id } = await make({ name: 'Shop backend', expiresAt });
  const counts: number[] = [];
  for (const days of [0, 22, 23.1, 25, 28.9, 29.1, 29.5, 31]) {
    await tellExpiringKeys({ db: ctx.db, now: () => start + days * dayMs });
    counts.push((await told()).length);
  }
  assert.deepEqual(counts, [0, 0, 1, 1, 1, 2, 2, 2]);
  const expected = { keyId: id, keyName: 'Shop backend', expiresAt };
  assert.deepEqual(await told(), [expected, expected]);
});
