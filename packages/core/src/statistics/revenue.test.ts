// Spends money as shops see it: few buy, and of them a few buy for a hundred times the rest.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meanInterval } from './boundary.ts';
import { compareMeans } from './compare-means.ts';
import type { Estimate } from './moments.ts';
import { seed, seededRandom } from './random.fixture.ts';
import { estimateMeans } from './strata.ts';
import { addRevenue, covers, nobody, type Spending, zScore } from './trials.fixture.ts';

const RUNS = 2_000;
const ALPHA = 0.05;

/** Quantile 0.99 of the normal distribution, and what of it lies below that less 1. */
const [TOP, TOP_BELOW_SHAPE_1] = [2.3263478740408408, 0.9076377519263059];

const cases = [
  {
    name: 'winsorised at the 99th percentile of orders',
    spending: { rate: 0.03, location: 4, shape: 1, cap: Math.exp(4 + TOP) },
    mean: 0.03 * (Math.exp(4.5) * TOP_BELOW_SHAPE_1 + 0.01 * Math.exp(4 + TOP)),
  },
  {
    name: 'as it is',
    spending: { rate: 0.03, location: 4, shape: 1, cap: Number.POSITIVE_INFINITY },
    mean: 0.03 * Math.exp(4.5),
  },
];

for (const { name, spending, mean } of cases) {
  test(`revenue ${name}: seen daily, means and differences are covered`, (t) => {
    t.diagnostic(`SEED=${seed}`);
    const missed = { mean: 0, difference: 0, fixedHorizon: 0 };
    const random = seededRandom(seed);
    for (let run = 0; run < RUNS; run += 1) {
      const held = watch(random, spending, mean);
      missed.mean += Number(!held.mean);
      missed.difference += Number(!held.difference);
      missed.fixedHorizon += Number(!held.fixedHorizon);
    }
    t.diagnostic(`not covered, of ${RUNS}: ${JSON.stringify(missed)}`);
    assert.ok(missed.mean <= ALPHA * RUNS);
    assert.ok(missed.difference <= ALPHA * RUNS);
    assert.ok(missed.fixedHorizon > 3 * ALPHA * RUNS);
  });
}

function watch(random: ReturnType<typeof seededRandom>, spending: Spending, mean: number) {
  const held = { mean: true, difference: true, fixedHorizon: true };
  const [one, other] = [nobody(), nobody()];
  for (let day = 0; day < 28; day += 1) {
    addRevenue(random, one, 500, spending);
    addRevenue(random, other, 500, spending);
    const [a, b] = estimateMeans([[one, other]], [0, 1]) as [Estimate, Estimate];
    held.mean &&= covers(meanInterval(a, ALPHA), mean);
    held.difference &&= covers(compareMeans(a, b, ALPHA).difference, 0);
    held.fixedHorizon &&= Math.abs(zScore(a, b)) <= 1.96;
  }
  return held;
}
