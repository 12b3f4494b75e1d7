// Tests of rotation: a successor takes a key's place, and both work for as long as was asked.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testServer } from '../../../../testing.ts';
import { callWith } from '../../../experiences/campaigns/campaigns.fixture.ts';
import { signedIn } from '../../teammates/teammates.fixture.ts';
import { createKey, deleteKey, type KeyRequest, rotateKey } from '../index.ts';

const server = await testServer({ api: true, worker: false });
after(server.close);
const { ctx, test: site, url } = server;
const keys = `/sites/test/keys`;
const coder = await signedIn(server, site.id, { role: 'Admin', codeEditing: true });

const request = { name: 'Shop', source: 'Server-side', permissions: ['serve'] } as const;
const make = (more: Partial<KeyRequest> = {}) =>
  createKey(ctx, site.snapshot(), { ...request, ...more }, 'test');
const self = async (value: string) =>
  (await callWith(url, value)('GET', '/v2/keys/self')).body.code ?? 200;

test('a successor has the same settings, and both work until the grace period is over', async () => {
  const expiresAt = new Date(Date.now() + 7_200_000).toISOString();
  const old = await make({ notes: 'n', permissions: ['serve', 'feed'], expiresAt, rateLimit: 9 });
  const rotated = await coder.ask('POST', `${keys}/${old.id}/rotate`, { graceSeconds: 3600 });
  assert.equal(rotated.status, 201);
  const { key, value } = rotated.body;
  assert.deepEqual(
    [key.name, key.notes, key.permissions, key.source, key.rateLimit, key.canCopy],
    ['Shop', 'n', ['serve', 'feed'], 'Server-side', 9, true],
  );
  assert.deepEqual([await self(old.value), await self(value)], [200, 200]);
  const before = (await coder.ask('GET', `${keys}/${old.id}`)).body.key;
  assert.equal(before.successorId, key.id);
  const graceMs = Date.parse(before.expiresAt) - Date.parse(key.createdAt);
  assert.equal(graceMs, 3_600_000);
  // It lives as long as the other was meant to.
  const wholeLife = Date.parse(expiresAt) - Date.parse(before.createdAt);
  assert.equal(Date.parse(key.expiresAt) - Date.parse(key.createdAt), wholeLife);
  const again = await coder.ask('POST', `${keys}/${old.id}/rotate`, { graceSeconds: 0 });
  assert.deepEqual([again.status, again.body.code], [409, 'conflict']);
  const { rows } = await ctx.pool.query(
    `select actor, subject, details from audit where action = 'key.rotate'`,
  );
  assert.deepEqual(rows, [
    {
      ...{ actor: coder.email, subject: 'Shop' },
      details: {
        ...{ id: old.id, successorId: Number(key.id), graceSeconds: 3600 },
        expiresAt: before.expiresAt,
      },
    },
  ]);
  await deleteKey(ctx, site.id, Number(key.id), 'test');
  assert.equal((await coder.ask('GET', `${keys}/${old.id}`)).body.key.successorId, null);
});

test('without grace a key ends at once; an earlier expiry stays; an expired key has no successor', async () => {
  const rotate = async (id: number, graceSeconds: number, at = Date.now()) =>
    rotateKey({ ...ctx, now: () => at }, site.snapshot(), id, graceSeconds, 'test');
  const first = await make();
  const second = await rotate(first.id, 0);
  assert.deepEqual([await self(first.value), await self(second.value)], ['key_expired', 200]);
  await assert.rejects(rotate(first.id, 0), { code: 'conflict' });

  const soon = new Date(Date.now() + 60_000).toISOString();
  const ending = await make({ expiresAt: soon });
  const { predecessorExpiresAt } = await rotate(ending.id, 3600);
  assert.equal(predecessorExpiresAt.toISOString(), soon);

  // Ten minutes ago, with five minutes to change over.
  const past = await make();
  const next = await rotate(past.id, 300, Date.now() - 600_000);
  assert.deepEqual([await self(past.value), await self(next.value)], ['key_expired', 200]);

  const over = await make({ expiresAt: soon });
  await assert.rejects(rotate(over.id, 0, Date.parse(soon)), { code: 'conflict' });
  const once = await make({ showOnce: true });
  const { id } = await rotate(once.id, 0);
  assert.equal((await coder.ask('POST', `${keys}/${id}/copy`)).status, 404);
});
