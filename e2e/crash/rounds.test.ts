// The short form of `npm run crash`: a few rounds, each kind of boundary now and then.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { endAll } from '../support/cleanup.ts';
import { runRounds } from './rounds.ts';

const seed = process.env['SEED'] ?? '20261121';

after(endAll);

const kinds = ['events', 'feed changes', 'imports'] as const;

test(`nothing acknowledged is lost to kill -9 (seed ${seed})`, async () => {
  const acknowledged = new Set<string>();
  // Where the machine is slow, two rounds may end before a feed's first change is acknowledged.
  for (let run = 0; run < 4 && acknowledged.size < kinds.length; run += 1) {
    const { losses, counts } = await runRounds({ rounds: 2, seed: String(Number(seed) + run) });
    assert.deepEqual(losses, []);
    for (const kind of kinds) if (counts[kind]! > 0) acknowledged.add(kind);
  }
  assert.equal(acknowledged.size, kinds.length, [...acknowledged].join(', '));
});
