// What the methods owe each other: where two of them may be used, they say the same.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meanInterval } from './boundary.ts';
import { type Measured, measure } from './measure.ts';
import type { Estimate, PairMoments, WeightedPairMoments } from './moments.ts';
import { linearise } from './pairs.ts';
import { type Random, seed, seededRandom } from './random.fixture.ts';
import { estimateMeans } from './strata.ts';
import { covers } from './trials.fixture.ts';

const ALPHA = 0.05;

test('weights that never moved give what plain means and ratios give', () => {
  const random = seededRandom(seed);
  const variations = [baskets(random, 300), baskets(random, 400)];
  const weighted = variations.map((each) => weigh(each, 2));
  for (const [plain, dynamic] of [
    ['mean', 'weighted'],
    ['ratio', 'weighted-ratio'],
  ] as const) {
    const one = measure({ kind: plain, strata: [variations] }, 0);
    assertClose(one, measure({ kind: dynamic, variations: weighted }, 0));
  }
});

test('one stratum that is cut in two at random says nearly the same', () => {
  const random = seededRandom(seed);
  const strata = [0, 1].map(() => [baskets(random, 20_000), baskets(random, 20_000)]);
  const whole = [0, 1].map((at) => add(strata[0]?.[at], strata[1]?.[at]));
  const [, cut] = measure({ kind: 'mean', strata }, 0) as [Measured, Measured];
  const [, one] = measure({ kind: 'mean', strata: [whole] }, 0) as [Measured, Measured];
  const [a, b] = [cut.comparison?.difference, one.comparison?.difference];
  for (const bound of ['estimate', 'low', 'high'] as const) {
    assert.ok(Math.abs((a?.[bound] ?? 0) - (b?.[bound] ?? 1)) < 1e-3, bound);
  }
});

test('weights that change between days that differ deceive pooled sums, not strata', () => {
  const day = (users: number, rate: number) => {
    const active = users * rate;
    return { users, active, sum: active, squares: active };
  };
  const strata = [
    [day(90_000, 0.02), day(10_000, 0.02)],
    [day(10_000, 0.08), day(90_000, 0.08)],
  ];
  const pooled = [0, 1].map((at) => add(strata[0]?.[at] as never, strata[1]?.[at] as never));
  const [, wrong] = measure({ kind: 'rate', strata: [pooled] }, 0) as [Measured, Measured];
  const [, right] = measure({ kind: 'rate', strata }, 0) as [Measured, Measured];
  assert.ok((wrong.comparison?.difference.low ?? 0) > 0.04);
  assert.ok(Math.abs(right.comparison?.difference.estimate ?? 1) < 1e-12);
  assert.ok(Math.abs((right.value.estimate ?? 0) - 0.05) < 1e-12);
});

test('a ratio stays in its bounds, seen again and again', (t) => {
  t.diagnostic(`SEED=${seed}`);
  const random = seededRandom(seed);
  let missed = 0;
  for (let run = 0; run < 1_000; run += 1) {
    let isHeld = true;
    let sums = baskets(random, 0);
    for (let look = 0; look < 5; look += 1) {
      sums = add(sums, baskets(random, 80));
      const [ratio] = estimateMeans([[linearise(sums)]], [0]) as [Estimate];
      isHeld &&= covers(meanInterval(ratio, ALPHA), 1.2);
    }
    missed += Number(!isHeld);
  }
  t.diagnostic(`not covered: ${missed} of 1000`);
  assert.ok(missed <= ALPHA * 1_000);
});

/** Users with 1 to 10 visits each, and on average 1.2 pages a visit. */
function baskets(random: Random, users: number): PairMoments {
  let [active, sum, squares, otherSum, otherSquares, products] = [0, 0, 0, 0, 0, 0];
  for (let user = 0; user < users; user += 1) {
    const visits = 1 + Math.floor(10 * random.uniform());
    const pages = 2 * random.binomial(visits, 0.6);
    active += Number(pages > 0);
    sum += pages;
    squares += pages * pages;
    otherSum += visits;
    otherSquares += visits * visits;
    products += visits * pages;
  }
  return { users, active, sum, squares, otherSum, otherSquares, products };
}

function weigh(pair: PairMoments, weight: number): WeightedPairMoments {
  const square = weight ** 2;
  return {
    users: pair.users,
    active: pair.active,
    weights: weight * pair.users,
    weightSquares: square * pair.users,
    sum: weight * pair.sum,
    squaredWeightSum: square * pair.sum,
    squares: square * pair.squares,
    otherSum: weight * pair.otherSum,
    squaredWeightOtherSum: square * pair.otherSum,
    otherSquares: square * pair.otherSquares,
    products: square * pair.products,
  };
}

/** Adds sums of two lots of users, field by field. */
function add<M extends object>(one: M | undefined, other: M | undefined): M {
  const sums = Object.entries(one ?? {}).map(([name, value]) => [
    name,
    value + (other as never)[name],
  ]);
  return Object.fromEntries(sums);
}

function assertClose(one: unknown, other: unknown): void {
  if (typeof one === 'number') {
    assert.ok(Math.abs(one - (other as number)) < 1e-9, `${one} ${other}`);
  } else if (one === null) {
    assert.equal(other, null);
  } else {
    for (const [name, value] of Object.entries(one as object)) {
      assertClose(value, (other as Record<string, unknown>)[name]);
    }
  }
}
