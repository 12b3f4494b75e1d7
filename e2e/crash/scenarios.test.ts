// The short form of the scenarios that need nothing of the machine; `npm run crash` has them all.
import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import { endAll } from '../support/cleanup.ts';
import { scenarios } from './scenarios/index.ts';

const seed = process.env['SEED'] ?? '20261121';
const names = ['clock-lease', 'descriptors', 'database-drops', 'publications'];

describe(`what goes wrong around a server (seed ${seed})`, () => {
  afterEach(endAll);
  after(endAll);

  for (const { name, promise, run } of scenarios.filter((one) => names.includes(one.name))) {
    test(`${name}: ${promise}`, async () => {
      assert.deepEqual(await run({ seed, short: true }), []);
    });
  }
});
