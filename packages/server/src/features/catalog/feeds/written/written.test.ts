// Tests of random catalogues, written as each system writes them: read back, they are the same.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { partOf, source, suggestedItems } from '../suggested.fixture.ts';
import { catalogue, shop } from './catalogue.fixture.ts';
import { systems } from './systems.fixture.ts';

/** Repeats a run: `SEED=... npm test -- written`. */
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));

for (const { name, file, preset, write, items } of systems) {
  test(`${name}: a catalogue that is written and read back is the same`, async (t) => {
    t.diagnostic(`SEED=${seed}`);
    const property = fc.asyncProperty(catalogue, async (products) => {
      const found = await suggestedItems(source(file, write(products)), { base: shop });
      assert.equal(found.detection.preset, preset);
      assert.deepEqual(found.rejected, []);
      const wanted = items(products);
      assert.deepEqual(
        found.items.map((item, at) => partOf(item, wanted[at] ?? {})),
        wanted,
      );
    });
    await fc.assert(property, { seed, numRuns: 15 });
  });
}
