// Hostile requests to every endpoint that reads, and that those who watch for harm would see it.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '@attune/contract';
import { inOrder } from './run.ts';
import { once, testEndpoints, validTo } from './suite.ts';
import { startTarget } from './target.ts';

const target = await startTarget();
after(target.close);

test('a read that writes or reveals something is noticed', async () => {
  const before = await target.settled();
  const body = JSON.stringify({ name: 'of mine', condition: {} });
  const request = { ...validTo(target, api.createAudience), body };
  const create = once(target, (attacker) => attacker.attack(api.createAudience, request));
  assert.equal(await create, 201);
  assert.match(await target.writtenSince(before), /of managed_object/);
  for (const telling of [target.keys.server, '\n    at send (file:///x.ts:1:2)', 'violates']) {
    assert.ok(target.leakIn(`{"detail":${JSON.stringify(telling)}}`), telling);
  }
});

testEndpoints(
  target,
  inOrder.filter(({ method }) => method === 'GET'),
);
