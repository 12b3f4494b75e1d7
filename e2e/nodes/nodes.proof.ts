// Several nodes as processes of their own: the short form of `npm run nodes`.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { measureDeletions } from './deletions.ts';
import { figuresOf } from './figures.ts';
import { outliveDatabase } from './lease.ts';

const failuresOf = (tally: { failures: ReadonlyMap<string, number> }) => [...tally.failures];

for (const isNotified of [true, false]) {
  const how = isNotified ? 'at once where notifications come through' : 'by polling alone';
  test(`a deleted key is refused within a second by three nodes under load, ${how}`, async (t) => {
    const seed = randomUUID().slice(0, 8);
    t.diagnostic(`seed ${seed}`);
    const plan = { seed, deletions: 8, byCommand: 1, perSecond: 10, campaigns: 60 };
    const found = await measureDeletions({ ...plan, isNotified });
    assert.deepEqual(found.faults, []);
    assert.deepEqual(failuresOf(found.load), []);
    // Two nodes did not delete; none did where the command has.
    assert.equal(found.firstRefused.length, 2 * 8 + 3);
    assert.ok(figuresOf(found.firstRefused).max <= 1_000, String(found.firstRefused));
    assert.ok(figuresOf(found.lastServed).max <= 1_000, String(found.lastServed));
    assert.equal(found.swallowed > 0, !isNotified);
  });
}

test('a node that is cut off honours its keys for the lease, restarts included, and no longer', async () => {
  const found = await outliveDatabase(8);
  assert.deepEqual(found.statuses, [200, 503, 200, 401]);
  assert.ok(found.honouredMs <= 8_500, `${found.honouredMs} ms`);
});
