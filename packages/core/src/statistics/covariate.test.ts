// What CUPED promises: the same differences, narrower by what the covariate explains.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareMeans } from './compare-means.ts';
import type { Estimate, Moments, PairMoments } from './moments.ts';
import { adjustByCovariate } from './pairs.ts';
import { type Random, seed, seededRandom } from './random.fixture.ts';
import { estimateMeans } from './strata.ts';
import { covers } from './trials.fixture.ts';

const ALPHA = 0.05;

test('with a correlation of 0.7, the variance falls to 1 - 0.49, as predicted, and covers', (t) => {
  t.diagnostic(`SEED=${seed}`);
  const random = seededRandom(seed);
  const [runs, correlation] = [1_000, 0.7];
  const spread = { plain: 0, adjusted: 0 };
  let [missed, predicted] = [0, 0];
  for (let run = 0; run < runs; run += 1) {
    const held: boolean[] = [];
    const pairs = [noPairs(), noPairs()] as const;
    for (let look = 0; look < 5; look += 1) {
      addPairs(random, pairs[0], 60, correlation, 0);
      addPairs(random, pairs[1], 60, correlation, 0.2);
      const { strata, explained } = adjustByCovariate([pairs]);
      const [one, other] = estimateMeans(strata, [0, 1]) as [Estimate, Estimate];
      held.push(covers(compareMeans(one, other, ALPHA).difference, 0.2));
      if (look < 4) continue;
      const [a, b] = estimateMeans([pairs as readonly Moments[]], [0, 1]) as [Estimate, Estimate];
      spread.plain += (b.mean - a.mean - 0.2) ** 2;
      spread.adjusted += (other.mean - one.mean - 0.2) ** 2;
      predicted += 1 - explained;
    }
    missed += Number(held.includes(false));
  }
  const fell = spread.adjusted / spread.plain;
  t.diagnostic(`fell to ${fell.toFixed(3)}, predicted ${(predicted / runs).toFixed(3)}`);
  t.diagnostic(`not covered: ${missed} of ${runs}`);
  assert.ok(Math.abs(predicted / runs - 0.51) < 0.01);
  assert.ok(Math.abs(fell - 0.51) < 0.06);
  assert.ok(missed <= ALPHA * runs);
});

type Growing = { -readonly [K in keyof PairMoments]: PairMoments[K] };

function noPairs(): Growing {
  return { users: 0, active: 0, sum: 0, squares: 0, otherSum: 0, otherSquares: 0, products: 0 };
}

function addPairs(random: Random, to: Growing, users: number, correlation: number, lift: number) {
  for (let user = 0; user < users; user += 1) {
    const x = 5 + random.normal();
    const own = random.normal() * Math.sqrt(1 - correlation ** 2);
    const y = 10 + correlation * (x - 5) + own + lift;
    to.users += 1;
    to.active += 1;
    to.sum += y;
    to.squares += y * y;
    to.otherSum += x;
    to.otherSquares += x * x;
    to.products += x * y;
  }
}
