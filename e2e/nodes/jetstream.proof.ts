// The inbox on three NATS servers outlives each of them, PostgreSQL for a while, and refuses what
// it cannot keep.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutNats } from '../../packages/server/src/features/events/collect/inbox/jetstream/nats-server.fixture.ts';
import { surviveOutages } from './jetstream.ts';

test('nothing acknowledged is lost or counts twice, whichever server is killed, and without PostgreSQL', {
  skip: withoutNats,
}, async (t) => {
  const found = await surviveOutages({ perSecond: 60, awaySeconds: 8, killedSeconds: 5 });
  t.diagnostic(JSON.stringify(found));
  assert.deepEqual([found.lost, found.doubled], [0, 0]);
  for (const { name, chooseErrors, refused } of found.phases) {
    assert.deepEqual(chooseErrors, {}, name);
    if (name === 'both started') continue;
    const expected = name.startsWith('two of three') ? ['503 not_ready'] : [];
    assert.deepEqual(Object.keys(refused), expected, name);
  }
});
