// Holds each formula to figures that others published or that can be worked out by hand.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { estimateBest } from './best.ts';
import { standardErrorsAllowed } from './boundary.ts';
import { evidenceAgainst, rateInterval } from './compare-rates.ts';
import { sumOverDays } from './over-days.ts';
import { adjustByCovariate, linearise } from './pairs.ts';
import { normalPosterior, ratePosterior } from './posterior.ts';
import { estimateByPropensity } from './propensity.ts';
import { nodes, nodeWeights } from './quadrature.ts';
import { checkSampleRatio } from './sample-ratio.ts';
import { betaDensity, logGamma } from './special.ts';
import { estimateMeans } from './strata.ts';
import { capOf } from './winsorise.ts';

const file = new URL('../../../../cases/statistics.json', import.meta.url);
const cases = JSON.parse(readFileSync(file, 'utf8'));

for (const { x, is } of cases.logGamma) {
  test(`ln Gamma(${x})`, () => near(logGamma(x), is, 4e-15 * Math.max(1, Math.abs(is))));
}

for (const { x, a, b, is } of cases.betaDensity) {
  test(`density of Beta(${a}, ${b}) at ${x}`, () => near(betaDensity(a, b)(x), is, 1e-13 * is));
}

test('panels have the published nodes and weights', () => {
  cases.gaussLegendre16.nodes.forEach((node: number, at: number) => {
    near(nodes[8 + at], node, 1e-15);
    near(nodes[7 - at], -node, 1e-15);
    near(nodeWeights[8 + at], cases.gaussLegendre16.weights[at], 2e-15);
  });
});

for (const { users, active, priorUsers, rate, is, within } of cases.rateEvidence) {
  test(`evidence of ${active} of ${users} against a rate of ${rate}`, () =>
    near(evidenceAgainst({ users, active }, priorUsers)(rate), is, within));
}

for (const { users, active, alpha, low, high } of cases.rates) {
  test(`the rates that ${active} of ${users} allow`, () => {
    const interval = rateInterval({ users, active }, alpha);
    near(interval.low, low, 1e-9);
    near(interval.high, high, 1e-9);
  });
}

for (const { information, alpha, is, within } of cases.reach) {
  test(`standard errors allowed at ${information} users`, () =>
    near(standardErrorsAllowed(information, alpha), is, within));
}

for (const { name, rates, normals, best, loss } of cases.standings) {
  test(`who is best: ${name}`, () => {
    const posteriors = rates
      ? rates.map(([users, active]: number[]) => ratePosterior({ users, active } as never))
      : normals.map(([mean, deviation]: [number, number]) => normalPosterior(mean, deviation));
    estimateBest(posteriors).forEach((standing, at) => {
      near(standing.best, best[at], 1e-12);
      near(standing.loss, loss[at], 1e-12 * Math.max(1, loss[at]));
    });
  });
}

test('the probability to be best is never below 0 or above 1, however far apart beliefs are', () => {
  for (let gap = 0; gap < 60; gap += 0.5) {
    for (const { best } of estimateBest([normalPosterior(0, 1), normalPosterior(gap, 0.3)])) {
      assert.ok(best === null || (best >= 0 && best <= 1), `${best} at ${gap}`);
    }
  }
});

for (const { counts, expected, pValue } of cases.sampleRatio) {
  test(`sample ratio ${counts.join(' : ')}`, () =>
    near(checkSampleRatio(counts, expected).pValue, pValue, 1e-9 * pValue));
}

test('a ratio is the mean of its linearisation', () => {
  for (const { is, ...pair } of cases.linearised) assert.deepEqual(linearise(pair), is);
});

test('CUPED takes away all that the covariate explains', () => {
  for (const { strata, theta, explained, is } of cases.adjusted) {
    assert.deepEqual(adjustByCovariate(strata), { theta, explained, strata: is });
  }
});

test('users count by 1 / propensity', () => {
  for (const { variations, mean, variance, information } of cases.weighted) {
    const [first, second] = estimateByPropensity(variations);
    near(first?.mean, mean, 1e-15);
    near(first?.variance, variance, 1e-15);
    assert.equal(first?.information, information);
    assert.equal(second?.information, 0);
  }
});

test('strata count by their share of all users, for every variation', () => {
  for (const { strata, means, variance } of cases.stratified) {
    const estimates = estimateMeans(strata, [0, 1]);
    assert.deepEqual(
      estimates.map(({ mean }) => mean),
      means,
    );
    for (const estimate of estimates) near(estimate.variance, variance, 1e-15);
  }
});

for (const { name, halfLifeDays, by, days, is } of cases.overDays) {
  test(`over days: ${name}`, () => {
    const momentsOf = ([users, sum, otherSum = 0]: number[]) => ({
      ...{ users, active: users, sum, squares: 0, otherSum, otherSquares: 0, products: 0 },
    });
    const given = days.map(({ age, variations }: { age: number; variations: number[][] }) => ({
      ...{ age, variations: variations.map(momentsOf) },
    }));
    sumOverDays(given, by, halfLifeDays ?? Infinity).forEach((sums, at) => {
      const [users, sum, otherSum = 0] = is[at];
      near(sums.users, users, 1e-6);
      near(sums.sum, sum, 1e-9);
      near(sums.otherSum, otherSum, 1e-6);
    });
  });
}

for (const { sizes, share, is } of cases.caps) {
  test(`the cap at ${share} of ${sizes.length} outcomes`, () =>
    assert.equal(capOf(sizes, share), is));
}

function near(actual: number | null | undefined, expected: number, within: number): void {
  const distance = Math.abs((actual ?? Number.NaN) - expected);
  assert.ok(distance <= within, `${actual} is not within ${within} of ${expected}`);
}
