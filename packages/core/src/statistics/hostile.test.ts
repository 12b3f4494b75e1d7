// What holds of any sums at all: no users, all users, numbers beyond sense.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compareRates } from './compare-rates.ts';
import { checkGuardrail, type GuardrailOutcomes } from './guardrail.ts';
import { measure, type Outcomes } from './measure.ts';
import type { Interval } from './moments.ts';
import { ratePosterior } from './posterior.ts';
import { checkSampleRatio } from './sample-ratio.ts';
import { thompsonWeights } from './thompson.ts';

const users = fc.oneof(fc.constantFrom(0, 1, 2, 1e9), fc.integer({ min: 0, max: 1_000_000 }));
const number = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 1e-300, 1e150, 1e200, -1e200, 1.7e308),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }),
);
const size = number.map(Math.abs);
const conversions = fc
  .tuple(users, fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })))
  .map(([count, share]) => {
    const active = Math.round(count * share);
    return { users: count, active, sum: active, squares: active };
  });
const moments = fc.record({ users, active: users, sum: number, squares: size });
const second = { otherSum: number, otherSquares: size, products: number };
const pairs = fc.record({ users, active: users, sum: number, squares: size, ...second });
const weighted = {
  users,
  active: users,
  weights: size,
  weightSquares: size,
  sum: number,
  squaredWeightSum: number,
  squares: size,
};
const strataOf = <M>(one: fc.Arbitrary<M>): fc.Arbitrary<M[][]> =>
  fc.integer({ min: 2, max: 4 }).chain((count) =>
    fc.array(fc.array(one, { minLength: count, maxLength: count }), {
      minLength: 1,
      maxLength: 3,
    }),
  );
const outcomes: fc.Arbitrary<Outcomes> = fc.oneof(
  fc.record({ kind: fc.constant('rate' as const), strata: strataOf(conversions) }),
  fc.record({ kind: fc.constant('mean' as const), strata: strataOf(moments) }),
  fc.record({ kind: fc.constantFrom('ratio' as const, 'adjusted'), strata: strataOf(pairs) }),
  fc.record({
    kind: fc.constant('weighted' as const),
    variations: fc.array(fc.record(weighted), { minLength: 2, maxLength: 4 }),
  }),
  fc.record({
    kind: fc.constant('weighted-ratio' as const),
    variations: fc.array(fc.record({ ...weighted, ...second, squaredWeightOtherSum: number }), {
      minLength: 2,
      maxLength: 4,
    }),
  }),
);

const noSums = { weightSquares: 0, sum: 0, squaredWeightSum: 0, squares: 0 };
/** The square of its weights is no number. */
const boundlessInformation = {
  kind: 'weighted' as const,
  variations: [
    { ...noSums, users: 2, active: 100, weights: 1e200 },
    { ...noSums, users: 2, active: 1e9, weights: 1, sum: 1e150 },
  ],
};

test('whatever the sums, every number is one, bounds hold the estimate, shares are shares', () => {
  fc.assert(
    fc.property(outcomes, (any) => {
      const measured = measure(any, 0);
      const best = measured.reduce((sum, each) => sum + (each.best ?? 0), 0);
      assert.ok(
        measured.every((each) => each.best === null) || Math.abs(best - 1) < 1e-9,
        `${best}`,
      );
      for (const { value, comparison, loss } of measured) {
        assert.ok(loss === null || loss >= 0, `loss ${loss}`);
        assertOrdered(value);
        if (comparison === null) continue;
        assertOrdered(comparison.difference);
        assertOrdered(comparison.uplift);
        assert.ok(comparison.pValue >= 0 && comparison.pValue <= 1, `${comparison.pValue}`);
      }
    }),
    { numRuns: 400, examples: [[boundlessInformation]] },
  );
});

test('a difference, its uplift and its p-value agree on whether there is one', () => {
  fc.assert(
    fc.property(conversions, conversions, (control, variation) => {
      const { difference, uplift, pValue } = compareRates(control, variation, 0.05);
      if (Math.abs(pValue - 0.05) < 1e-6 || difference.low === null) return;
      const isOut = difference.low > 0 || (difference.high ?? 0) < 0;
      assert.equal(isOut, pValue < 0.05);
      const isUpliftOut = (uplift.low ?? -1) > 0 || (uplift.high ?? 1) < 0;
      assert.equal(isUpliftOut, isOut);
    }),
    { numRuns: 200 },
  );
});

test('weights of any beliefs are whole buckets, none 0, and sum to all of them', () => {
  fc.assert(
    fc.property(fc.array(conversions, { minLength: 1, maxLength: 30 }), (arms) => {
      const weights = thompsonWeights(arms.map(ratePosterior));
      assert.equal(
        weights.reduce((sum, weight) => sum + weight, 0),
        10_000,
      );
      const floor = Math.floor(1_000 / arms.length);
      for (const weight of weights) assert.ok(Number.isInteger(weight) && weight >= floor);
    }),
    { numRuns: 40 },
  );
});

test('a sample ratio has a p-value, whatever came and whatever was expected', () => {
  const counts = fc.array(fc.tuple(users, size), { maxLength: 5 });
  fc.assert(
    fc.property(counts, (pairsOf) => {
      const { pValue } = checkSampleRatio(
        pairsOf.map(([count]) => count),
        pairsOf.map(([, expected]) => expected),
      );
      assert.ok(pValue >= 0 && pValue <= 1, `${pValue}`);
    }),
  );
});

function assertOrdered({ estimate, low, high }: Interval): void {
  for (const each of [estimate, low, high]) assert.ok(each === null || Number.isFinite(each));
  const slack = 1e-9 * Math.max(1, Math.abs(estimate ?? 0));
  if (estimate !== null && low !== null) assert.ok(low <= estimate + slack, `${low} ${estimate}`);
  if (estimate !== null && high !== null)
    assert.ok(high >= estimate - slack, `${high} ${estimate}`);
}

const halves = <M>(one: fc.Arbitrary<M>) =>
  fc.array(fc.tuple(one, one), { minLength: 1, maxLength: 3 });
const guarded: fc.Arbitrary<GuardrailOutcomes> = fc.oneof(
  fc.record({
    kind: fc.constant('rate' as const),
    strata: halves(conversions),
    shares: fc.constant([0.5, 0.01, 0.99]),
  }),
  fc.record({ kind: fc.constant('mean' as const), strata: halves(moments) }),
  fc.record({ kind: fc.constant('ratio' as const), strata: halves(pairs) }),
);

test('whatever the sums, a guardrail has a p-value, and breaches with it alone', () => {
  fc.assert(
    fc.property(guarded, fc.constantFrom('higher', 'lower'), (any, better) => {
      const rule = { better, margin: 0.1, alpha: 0.01, usersNeeded: 1 } as const;
      const { pValue, change, isBreached } = checkGuardrail(any, rule);
      assert.ok(pValue >= 0 && pValue <= 1, `${pValue}`);
      assert.ok(change === null || Number.isFinite(change), `${change}`);
      assert.ok(!isBreached || pValue <= rule.alpha);
    }),
  );
});
