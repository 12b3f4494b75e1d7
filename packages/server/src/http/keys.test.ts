// The life of a key as its callers see it: from the moment it is made until it is deleted.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { features, permissionIds } from '@attune/contract';
import { readConfig } from '../config.ts';
import { createKey, deleteKey, listKeys } from '../features/access/api-keys/index.ts';
import { changeSettings } from '../features/configuration/sites/index.ts';
import { createLog } from '../log/log.ts';
import { startNode } from '../node.ts';
import { eventually, testServer } from '../testing.ts';
import { askOf, assertRefused } from './requests.fixture.ts';

const roles = { api: true, worker: false };
const server = await testServer(roles, { env: { API_KEY_HEADERS: 'X-Old-Key, shop-token' } });
after(server.close);
const { ctx, test: site } = server;
const ask = askOf(server.url);
const own = (key: string, at = ask) => at('GET', '/v2/keys/self', { key });
const request = { name: 'Shop server', source: 'Server-side', permissions: ['serve', 'feed'] };
const create = (more = {}) => createKey(ctx, site.snapshot(), { ...request, ...more }, 'test');

test('a key shows what it is, and never its value', async () => {
  const made = await create();
  const { status, body } = await own(made.value);
  assert.equal(status, 200);
  const { name, source, permissions } = request;
  assert.deepEqual(body, { id: made.id, name, source, permissions, site: 'test', expiresAt: null });
  const browser = await create({ source: 'Client-side', permissions: ['collect'] });
  assert.equal((await own(browser.value)).body.source, 'Client-side');
});

test('a feature that is off withdraws its permission, and gives it back when it is on', async () => {
  const other = await server.site('switching');
  const key = await other.key(permissionIds);
  const inForce = async (wanted: readonly string[]) => {
    await changeSettings(ctx, other.id, { features: wanted }, 'test');
    return (await own(key)).body.permissions;
  };
  assert.deepEqual(await inForce([]), ['serve', 'collect', 'userdata']);
  assertRefused(await ask('GET', '/v2/campaigns', { key }), 'permission_missing');
  assert.deepEqual(await inForce(features), [...permissionIds]);
  assert.equal((await ask('GET', '/v2/campaigns', { key })).status, 200);
});

test('a deleted key is refused by the very next request, for ever', async () => {
  const { id, value } = await create();
  assert.equal((await own(value)).status, 200);
  await deleteKey(ctx, site.id, id, 'test');
  assertRefused(await own(value), 'key_invalid');
  await ctx.snapshots.catchUp();
  assertRefused(await own(value), 'key_invalid');
  await assert.rejects(deleteKey(ctx, site.id, id, 'test'), { code: 'not_found' });
  const stranger = await server.site('stranger');
  const kept = await create();
  await assert.rejects(deleteKey(ctx, stranger.id, kept.id, 'test'), { code: 'not_found' });
  assert.equal((await own(kept.value)).status, 200);
});

test('a key ends at its expiry', async () => {
  const expiresAt = new Date(ctx.now() + 400).toISOString();
  const { value } = await create({ expiresAt });
  const before = await own(value);
  if (ctx.now() < Date.parse(expiresAt)) assert.equal(before.body.expiresAt, expiresAt);
  await sleep(Date.parse(expiresAt) - ctx.now() + 1);
  assertRefused(await own(value), 'key_expired');
});

test('a key is read from the listed headers, the proper one first', async () => {
  const { value } = await create();
  const answered = async (headers: Record<string, string>) =>
    (await ask('GET', '/v2/keys/self', { headers })).status;
  for (const name of ['svc-api-key', 'SVC-API-KEY', 'x-old-key', 'Shop-Token']) {
    assert.equal(await answered({ [name]: value }), 200, name);
  }
  assert.equal(await answered({ 'svc-api-key': value, 'x-old-key': 'other' }), 200);
  assert.equal(await answered({ 'svc-api-key': '', 'x-old-key': value }), 200);
  assert.equal(await answered({ 'svc-api-key': 'other', 'x-old-key': value }), 401);
  for (const name of ['x-api-key', 'authorization', 'svc_api_key', 'api-key']) {
    assert.equal(await answered({ [name]: value }), 401, name);
  }
  assert.equal(await answered({ authorization: `Bearer ${value}` }), 401);
  const twice = new Headers({ 'svc-api-key': value });
  twice.append('svc-api-key', value);
  assert.equal(await answered(Object.fromEntries(twice)), 401);
});

test('what one node makes, the other honours at once; what it deletes, the other refuses', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'attune-data-'));
  const env = { DATA_DIR: dataDir, DATABASE_URL: server.databaseUrl, PORT: '0' };
  const node = await startNode(readConfig(env), createLog('silent'), roles);
  try {
    const there = node.ctx.snapshots.site(site.id)!;
    const made = await createKey(node.ctx, there, request, 'test');
    assert.equal((await own(made.value)).status, 200);
    assert.equal((await own(made.value, askOf(node.url!))).status, 200);
    await deleteKey(node.ctx, site.id, made.id, 'test');
    await eventually(async () => (await own(made.value)).status === 401, 1_000);
    assert.ok((await listKeys(ctx, site.id)).every(({ id }) => id !== made.id));
  } finally {
    await node.stop();
    await rm(dataDir, { recursive: true });
  }
});
