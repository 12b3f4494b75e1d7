// Knows that likeness by attributes is what the formula says, and what happens to a million alike.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { plainFeed } from '../feed.fixture.ts';
import type { ContentMethod } from '../method-table.ts';
import { plainModel, type Scores } from './dense.fixture.ts';
import { buildSimilar } from './similar.ts';

const method: ContentMethod = {
  type: 'similar',
  seed: 'page',
  columns: ['colour', 'name'],
  shrinkage: 0,
  neighbours: 5,
};

test('a rare value shared says more than a common one, and what all have says nothing', () => {
  const catalogue = plainFeed({
    a: { colour: ['Red', 'blue'] },
    b: { colour: ['red'] },
    c: { colour: ['blue'] },
    d: { colour: ['blue'] },
  });
  const { model } = buildSimilar({ ...method, neighbours: 5 }, catalogue);
  const lists = plainModel(model) as ReadonlyMap<string, Scores>;
  // red: ln(4/2), blue: ln(4/3); a has both, b, c and d one of them.
  const [red, blue] = [Math.log(2), Math.log(4 / 3)];
  const norm = Math.hypot(red, blue);
  assert.deepEqual(
    lists.get('a')!.map(([sku, score]) => [sku, score.toFixed(6)]),
    [
      ['b', (red / norm).toFixed(6)],
      ['c', (blue / norm).toFixed(6)],
      ['d', (blue / norm).toFixed(6)],
    ],
  );
  assert.deepEqual(
    lists.get('c')!.map(([sku]) => sku),
    ['d', 'a'],
  );
  assert.equal(lists.get('c')![0]![1], 1);
});

test('on random items every score is that of all pairs compared', () => {
  const words = fc.array(fc.constantFrom('oak', 'table', 'red', 'round', 'x'), { maxLength: 6 });
  const items = fc.array(
    fc.record({
      colour: fc.array(fc.constantFrom('red', 'blue', 'Green'), { maxLength: 3 }),
      words,
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(items, fc.constantFrom(0, 3), (list, shrinkage) => {
      const byName = Object.fromEntries(
        list.map(({ colour, words: said }, at) => [`i${at}`, { colour, name: [said.join(' ')] }]),
      );
      const { model } = buildSimilar({ ...method, shrinkage, neighbours: 20 }, plainFeed(byName));
      const found = plainModel(model) as ReadonlyMap<string, Scores>;
      const vectors = vectorsOf(
        list.map(({ colour, words: said }) => [
          ...colour.map((each) => `c ${each.toLowerCase()}`),
          ...said,
        ]),
      );
      for (const [a, one] of vectors.entries()) {
        const scores = new Map(found.get(`i${a}`) ?? []);
        for (const [b, other] of vectors.entries()) {
          if (a === b) continue;
          const dot = [...one].reduce(
            (sum, [term, weight]) => sum + weight * (other.get(term) ?? 0),
            0,
          );
          const norm = Math.hypot(...one.values()) * Math.hypot(...other.values());
          const expected = dot > 0 ? dot / (norm + shrinkage) : 0;
          assert.ok(Math.abs((scores.get(`i${b}`) ?? 0) - expected) < 1e-6, `${a} ${b}`);
        }
      }
    }),
    { numRuns: 100 },
  );
});

test('items that thousands are like have neighbours of their own, and in a moment', () => {
  const items = Object.fromEntries(
    Array.from({ length: 3_000 }, (_, at) => [
      `i${String(at).padStart(4, '0')}`,
      { colour: ['red', at % 2 === 0 ? 'even' : 'odd', `pair ${at >> 1}`] },
    ]),
  );
  const { model } = buildSimilar(
    { ...method, columns: ['colour'], neighbours: 3 },
    plainFeed(items),
  );
  const lists = plainModel(model) as ReadonlyMap<string, Scores>;
  assert.equal(lists.size, 3_000);
  for (const [sku, list] of lists) {
    assert.equal(list.length, 3);
    const other = Number(sku.slice(1)) ^ 1;
    assert.equal(list[0]![0], `i${String(other).padStart(4, '0')}`);
  }
});

function vectorsOf(items: readonly (readonly string[])[]): Map<string, number>[] {
  return items.map((terms) => {
    const vector = new Map<string, number>();
    for (const term of new Set(terms)) {
      const times = terms.filter((each) => each === term).length;
      const having = items.filter((each) => each.includes(term)).length;
      vector.set(term, (1 + Math.log(times)) * Math.log(items.length / having));
    }
    return vector;
  });
}
