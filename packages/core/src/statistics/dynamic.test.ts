// Lets weights follow the outcomes, on days that differ, and checks what can still be claimed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meanInterval } from './boundary.ts';
import { compareMeans } from './compare-means.ts';
import type { Estimate, WeightedMoments } from './moments.ts';
import { type DayOfSums, sumOverDays } from './over-days.ts';
import { ratePosterior } from './posterior.ts';
import { estimateByPropensity } from './propensity.ts';
import { type Random, seed, seededRandom } from './random.fixture.ts';
import { estimateMeans } from './strata.ts';
import { thompsonWeights } from './thompson.ts';
import { covers, type Growing, nobody } from './trials.fixture.ts';

const ALPHA = 0.05;

test('under Thompson sampling the weighted intervals cover, those of plain means do not', (t) => {
  t.diagnostic(`SEED=${seed}`);
  const random = seededRandom(seed);
  const runs = 300;
  const missed = { mean: 0, difference: 0, plain: 0 };
  for (let run = 0; run < runs; run += 1) {
    const held = { mean: true, difference: true, plain: true };
    const arms = [makeArm(), makeArm()];
    let [users, level] = [0, 0];
    for (let day = 0; day < 20; day += 1) {
      const today = 0.03 + 0.004 * day;
      giveDay(random, arms, 1_000, () => today);
      [users, level] = [users + 1_000, level + 1_000 * today];
      const [one, other] = estimateByPropensity(arms) as [Estimate, Estimate];
      held.mean &&= covers(meanInterval(one, ALPHA), level / users);
      held.difference &&= covers(compareMeans(one, other, ALPHA).difference, 0);
      const plain = estimateMeans([arms.map(({ plain }) => plain)], [0, 1]);
      const [a, b] = plain as [Estimate, Estimate];
      held.plain &&= covers(compareMeans(a, b, ALPHA).difference, 0);
    }
    missed.mean += Number(!held.mean);
    missed.difference += Number(!held.difference);
    missed.plain += Number(!held.plain);
  }
  t.diagnostic(`not covered, of ${runs}: ${JSON.stringify(missed)}`);
  assert.ok(missed.mean <= ALPHA * runs);
  assert.ok(missed.difference <= ALPHA * runs);
  assert.ok(missed.plain > 3 * ALPHA * runs);
});

test('on 100 problems Thompson sampling loses less than an equal split', (t) => {
  t.diagnostic(`SEED=${seed}`);
  const random = seededRandom(seed);
  const regret = { thompson: 0, equal: 0 };
  let better = 0;
  for (let problem = 0; problem < 100; problem += 1) {
    const rates = [0, 0, 0, 0].map(() => 0.02 + 0.06 * random.uniform());
    const best = Math.max(...rates);
    const arms = rates.map(makeArm);
    for (let hour = 0; hour < 24; hour += 1) giveDay(random, arms, 800, (arm) => rates[arm] ?? 0);
    const lost = arms.reduce((sum, { users }, at) => sum + users * (best - (rates[at] ?? 0)), 0);
    const equal = rates.reduce((sum, rate) => sum + 24 * 200 * (best - rate), 0);
    regret.thompson += lost;
    regret.equal += equal;
    better += Number(lost < equal);
  }
  t.diagnostic(`conversions lost: ${JSON.stringify(regret)}, better in ${better} of 100`);
  assert.ok(better >= 95);
  assert.ok(regret.thompson < 0.5 * regret.equal);
});

test('while all rates rise alike, the better variation leads in the end', (t) => {
  t.diagnostic(`SEED=${seed}`);
  const random = seededRandom(seed);
  const runs = 100;
  const worse = { pooled: 0, withinDays: 0 };
  for (const way of ['pooled', 'withinDays'] as const) {
    for (let run = 0; run < runs; run += 1) {
      const days: DayOfSums[] = [];
      let weights = [0.5, 0.5];
      for (let day = 0; day < 40; day += 1) {
        const rates = [0.02, 0.022].map((rate) => rate * (1 + day / 13));
        const variations = rates.map((rate, at) => {
          const users = Math.round(1_000 * weights[at]!);
          const active = random.binomial(users, rate);
          const none = { otherSum: 0, otherSquares: 0, products: 0 };
          return { users, active, sum: active, squares: active, ...none };
        });
        days.push({ age: 0, variations });
        const sums = way === 'pooled' ? addUp(days) : sumOverDays(days);
        weights = thompsonWeights(sums.map(ratePosterior)).map((weight) => weight / 10_000);
      }
      worse[way] += Number(weights[0]! > weights[1]!);
    }
  }
  t.diagnostic(`the worse leads, of ${runs}: ${JSON.stringify(worse)}`);
  assert.ok(worse.withinDays <= 8 && worse.withinDays < worse.pooled);
});

const addUp = (days: readonly DayOfSums[]) =>
  [0, 1].map((at) => ({
    users: days.reduce((sum, { variations }) => sum + variations[at]!.users, 0),
    active: days.reduce((sum, { variations }) => sum + variations[at]!.active, 0),
  }));

type Arm = { -readonly [K in keyof WeightedMoments]: number } & { plain: Growing };

function makeArm(): Arm {
  const sums = { users: 0, active: 0, weights: 0, weightSquares: 0 };
  return { ...sums, sum: 0, squaredWeightSum: 0, squares: 0, plain: nobody() };
}

/** Draws users by the weights that are due after all that was seen. */
function giveDay(random: Random, arms: Arm[], users: number, rateOf: (arm: number) => number) {
  const weights = thompsonWeights(arms.map(ratePosterior));
  let [left, share] = [users, 1];
  arms.forEach((arm, at) => {
    const propensity = (weights[at] as number) / 10_000;
    const drawn = random.binomial(left, Math.min(1, propensity / share));
    [left, share] = [left - drawn, share - propensity];
    const active = random.binomial(drawn, rateOf(at));
    arm.users += drawn;
    arm.active += active;
    arm.weights += drawn / propensity;
    arm.weightSquares += drawn / propensity ** 2;
    arm.sum += active / propensity;
    arm.squaredWeightSum += active / propensity ** 2;
    arm.squares += active / propensity ** 2;
    arm.plain.users += drawn;
    arm.plain.active += active;
    arm.plain.sum += active;
    arm.plain.squares += active;
  });
}
