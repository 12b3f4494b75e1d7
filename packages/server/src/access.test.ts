// Access to the API: every endpoint of the contract with every kind of caller.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Endpoint,
  type ErrorCode,
  endpoints,
  type Feature,
  features,
  isOffered,
  type Permission,
  permissionIds,
  permissions,
  type Source,
  sources,
} from '@attune/contract';
import { makeKeyValue } from '@attune/core';
import { createKey, deleteKey } from './features/access/api-keys/index.ts';
import { changeSettings } from './features/configuration/sites/index.ts';
import { absent, exampleOf, withKey } from './http/examples.fixture.ts';
import { askOf } from './http/requests.fixture.ts';
import { type TestSite, testServer } from './testing.ts';

const server = await testServer({ api: true, worker: false });
after(server.close);
const { ctx, test: site } = server;
const ask = askOf(server.url);

const offeredTo = (source: Source) =>
  permissionIds.filter((id) => permissions[id].sources.includes(source));

interface Caller {
  readonly name: string;
  readonly key?: string;
  /** Why no endpoint knows the caller at all. */
  readonly unknown?: ErrorCode;
  readonly source: Source;
  readonly inForce: readonly Permission[];
}

const unknownCaller = (name: string, unknown: ErrorCode, key?: string): Caller => ({
  name,
  unknown,
  source: 'Server-side',
  inForce: [],
  ...(key !== undefined && { key }),
});

/** What the contract says of a caller at an endpoint: an error, or nothing. */
function expectedErrorOf(endpoint: Endpoint, caller: Caller): ErrorCode | undefined {
  if (caller.unknown) return caller.unknown;
  if (!endpoint.sources.includes(caller.source)) return 'wrong_key_source';
  const { permission } = endpoint;
  return permission === null || caller.inForce.includes(permission)
    ? undefined
    : 'permission_missing';
}

for (const caller of [
  ...(await unknownCallers()),
  ...(await holders()),
  ...(await withoutFeatures()),
  await inFinance(),
]) {
  test(`each endpoint gives what the contract says to ${caller.name}`, async () => {
    const { key } = caller;
    for (const endpoint of endpoints) {
      const { path, body } = exampleOf(endpoint, absent);
      const answer = await ask(endpoint.method, path, withKey(endpoint, key, body));
      const expected = expectedErrorOf(endpoint, caller);
      const said = `${endpoint.id}: ${answer.status} ${answer.text}`;
      if (expected) assert.equal(answer.body?.code, expected, said);
      else {
        assert.ok(![401, 403, 405].includes(answer.status) && answer.status < 500, said);
        assert.notEqual(answer.body?.detail, 'There is nothing at this address.', said);
      }
    }
  });
}

test('a permission is given to keys of its sources, on sites that offer it, and to no others', async () => {
  const create = (of: TestSite, source: Source, permission: Permission) =>
    createKey(ctx, of.snapshot(), { name: 'k', source, permissions: [permission] }, 'test');
  for (const source of sources) {
    for (const permission of permissionIds) {
      if (offeredTo(source).includes(permission)) continue;
      await assert.rejects(create(site, source, permission), { code: 'invalid_request' });
    }
  }
  const bank = await server.site('bank', { vertical: 'Finance' });
  await assert.rejects(create(bank, 'Server-side', 'feed'), { code: 'invalid_request' });
});

/** Callers without a valid key. */
async function unknownCallers(): Promise<Caller[]> {
  const request = { name: 'k', source: 'Server-side', permissions: permissionIds };
  const deleted = await createKey(ctx, site.snapshot(), request, 'test');
  await deleteKey(ctx, site.id, deleted.id, 'test');
  const expiresAt = new Date(ctx.now() + 150).toISOString();
  const expired = await createKey(ctx, site.snapshot(), { ...request, expiresAt }, 'test');
  await sleep(200);
  const known = await site.key(permissionIds);
  const unknown = sources.map((source) =>
    unknownCaller(`an unknown ${source} key`, 'key_invalid', makeKeyValue(source, randomBytes)),
  );
  return [
    unknownCaller('nobody', 'key_missing'),
    unknownCaller('an empty key', 'key_missing', ''),
    unknownCaller('a malformed key', 'key_invalid', 'svc_s_hello'),
    unknownCaller('a key in words', 'key_invalid', 'Bearer of good news'),
    unknownCaller(
      'a mistyped key',
      'key_invalid',
      known.slice(0, -1) + (known.endsWith('0') ? 1 : 0),
    ),
    ...unknown,
    unknownCaller('a deleted key', 'key_invalid', deleted.value),
    unknownCaller('an expired key', 'key_expired', expired.value),
  ];
}

/** Keys of each source with one permission, and with all that there are. */
async function holders(): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (const source of sources) {
    const each = offeredTo(source).map((permission): Permission[] => [permission]);
    for (const inForce of [...each, offeredTo(source)]) {
      const name = `a ${source} key with ${inForce.join(', ')}`;
      callers.push({ name, source, inForce, key: await site.key(inForce, source) });
    }
  }
  return callers;
}

/** Keys that were made before their site turned a feature off. */
async function withoutFeatures(): Promise<Caller[]> {
  const made = async (off: Feature): Promise<Caller> => {
    const other = await server.site(`without-${off}`);
    const key = await other.key(permissionIds);
    const left = features.filter((feature) => feature !== off);
    await changeSettings(ctx, other.id, { features: left }, 'test');
    return holder(`a key on a site that has turned ${off} off`, other, key);
  };
  return Promise.all(features.map(made));
}

/** A key that was made before its site became a bank's. */
async function inFinance(): Promise<Caller> {
  const other = await server.site('became-a-bank');
  const key = await other.key(permissionIds);
  await ctx.db
    .updateTable('site')
    .set(({ eb }) => ({ vertical: 'Finance', revision: eb('revision', '+', '1') }))
    .where('id', '=', other.id)
    .execute();
  await ctx.snapshots.catchUp();
  return holder('a key on a site of the vertical Finance', other, key);
}

function holder(name: string, of: TestSite, key: string): Caller {
  const inForce = permissionIds.filter((id) => isOffered(id, of.snapshot().site));
  assert.ok(inForce.length < permissionIds.length);
  return { name, source: 'Server-side', inForce, key };
}
