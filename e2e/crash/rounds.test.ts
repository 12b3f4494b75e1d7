// The short form of `npm run crash`: a few rounds, each kind of boundary now and then.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { endAll } from '../support/cleanup.ts';
import { runRounds } from './rounds.ts';

const seed = process.env['SEED'] ?? '20261121';

after(endAll);

test(`nothing acknowledged is lost to kill -9 (seed ${seed})`, async () => {
  const { losses, counts } = await runRounds({ rounds: 2, seed });
  assert.deepEqual(losses, []);
  assert.ok(counts['imports']! > 0, JSON.stringify(counts));
  assert.ok(counts['events']! > 0 && counts['feed changes']! > 0, JSON.stringify(counts));
});
