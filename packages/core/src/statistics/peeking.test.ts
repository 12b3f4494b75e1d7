// Looks every day at tests in which nothing differs, and at some in which something does.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareMeans } from './compare-means.ts';
import { compareRates, noDifference, rateInterval } from './compare-rates.ts';
import type { Estimate } from './moments.ts';
import { seed, seededRandom } from './random.fixture.ts';
import { estimateMeans } from './strata.ts';
import { addConversions, covers, nobody, zScore } from './trials.fixture.ts';

const RUNS = 2_000;
const DAYS = 28;
const ALPHA = 0.05;

test('of 2,000 A/A tests seen daily, 5 % at most are called different; by z, far more', (t) => {
  t.diagnostic(`SEED=${seed}`);
  const random = seededRandom(seed);
  const wrong = { sequential: 0, asymptotic: 0, fixedHorizon: 0 };
  for (let run = 0; run < RUNS; run += 1) {
    const called = { sequential: false, asymptotic: false, fixedHorizon: false };
    const [one, other] = [nobody(), nobody()];
    for (let day = 0; day < DAYS; day += 1) {
      const today = 0.05 + 0.02 * Math.sin(day);
      addConversions(random, one, 300, today);
      addConversions(random, other, 300, today);
      const [a, b] = estimateMeans([[one, other]], [0, 1]) as [Estimate, Estimate];
      called.sequential ||= noDifference(one, other) <= ALPHA;
      called.asymptotic ||= compareMeans(a, b, ALPHA).pValue <= ALPHA;
      called.fixedHorizon ||= Math.abs(zScore(a, b)) > 1.96;
    }
    wrong.sequential += Number(called.sequential);
    wrong.asymptotic += Number(called.asymptotic);
    wrong.fixedHorizon += Number(called.fixedHorizon);
  }
  t.diagnostic(`called different, of ${RUNS}: ${JSON.stringify(wrong)}`);
  assert.ok(wrong.sequential <= ALPHA * RUNS);
  assert.ok(wrong.asymptotic <= ALPHA * RUNS);
  assert.ok(wrong.fixedHorizon > 3 * ALPHA * RUNS);
});

test('seen again and again, rates, their difference and the uplift stay in their bounds', (t) => {
  t.diagnostic(`SEED=${seed}`);
  const random = seededRandom(seed);
  const [rate, better, runs] = [0.04, 0.05, 400];
  const missed = { rate: 0, difference: 0, uplift: 0 };
  let found = 0;
  for (let run = 0; run < runs; run += 1) {
    const held = { rate: true, difference: true, uplift: true };
    const [one, other] = [nobody(), nobody()];
    let wasFound = false;
    for (let look = 1; look <= 8; look += 1) {
      addConversions(random, one, 100 * 2 ** look, rate);
      addConversions(random, other, 100 * 2 ** look, better);
      const { difference, uplift, pValue } = compareRates(one, other, ALPHA);
      held.rate &&= covers(rateInterval(one, ALPHA), rate);
      held.difference &&= covers(difference, better - rate);
      held.uplift &&= covers(uplift, better / rate - 1);
      wasFound = pValue <= ALPHA;
    }
    found += Number(wasFound);
    missed.rate += Number(!held.rate);
    missed.difference += Number(!held.difference);
    missed.uplift += Number(!held.uplift);
  }
  t.diagnostic(`not covered, of ${runs}: ${JSON.stringify(missed)}; found at the end ${found}`);
  for (const count of Object.values(missed)) assert.ok(count <= ALPHA * runs);
  assert.ok(found >= 0.99 * runs);
});
