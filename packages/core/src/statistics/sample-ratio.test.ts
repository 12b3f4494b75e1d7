// Looks every day at whether users came as they were drawn, on sound tests and on leaking ones.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Random, seed, seededRandom } from './random.fixture.ts';
import { checkSampleRatio } from './sample-ratio.ts';

const ALPHA = 0.01;
const RUNS = 2_000;

test('on 2,000 sound tests, seen daily, it fires on 1 % at most; chi-square, on far more', (t) => {
  t.diagnostic(`SEED=${seed}`);
  const random = seededRandom(seed);
  const fired = { fixed: 0, moving: 0, chiSquare: 0 };
  for (let run = 0; run < RUNS; run += 1) {
    fired.fixed += Number(watch(random, () => [0.5, 0.3, 0.2], [1, 1, 1], 20_000).firedOn > 0);
    const moving = watch(random, (day) => [0.5 + 0.4 * Math.sin(day)], [1, 1], 20_000);
    fired.moving += Number(moving.firedOn > 0);
    fired.chiSquare += Number(moving.chiSquareFired);
  }
  t.diagnostic(`fired, of ${RUNS}: ${JSON.stringify(fired)}`);
  assert.ok(fired.fixed <= ALPHA * RUNS);
  assert.ok(fired.moving <= ALPHA * RUNS);
  assert.ok(fired.chiSquare > 3 * ALPHA * RUNS);
});

test('where 1 % of the users of one of two variations are lost, it fires within 2,000,000', (t) => {
  t.diagnostic(`SEED=${seed}`);
  const random = seededRandom(seed);
  const days = Array.from({ length: 200 }, () => watch(random, () => [0.5], [1, 0.99], 50_000))
    .map(({ firedOn }) => firedOn)
    .sort((one, other) => one - other);
  t.diagnostic(`fired after ${(days[100] as number) * 50_000} users at the median`);
  assert.ok(days.filter((day) => day > 0).length >= 198);
});

/** Draws users for 40 days; each variation keeps a share of them; looks every evening. */
function watch(
  random: Random,
  weightsOf: (day: number) => number[],
  kept: readonly number[],
  users: number,
): { firedOn: number; chiSquareFired: boolean } {
  const [counts, expected] = [kept.map(() => 0), kept.map(() => 0)];
  const seen = { firedOn: 0, chiSquareFired: false };
  for (let day = 1; day <= 40; day += 1) {
    const weights = weightsOf(day);
    const all = [...weights, 1 - weights.reduce((sum, each) => sum + each, 0)].slice(
      0,
      kept.length,
    );
    let [left, share, came] = [users, 1, 0];
    const arrived = all.map((weight, at) => {
      const drawn = at === all.length - 1 ? left : random.binomial(left, weight / share);
      [left, share] = [left - drawn, share - weight];
      const arrivals = random.binomial(drawn, kept[at] as number);
      came += arrivals;
      return arrivals;
    });
    arrived.forEach((arrivals, at) => {
      counts[at] = (counts[at] as number) + arrivals;
      expected[at] = (expected[at] as number) + (all[at] as number) * came;
    });
    if (seen.firedOn === 0 && checkSampleRatio(counts, expected).isSuspect) seen.firedOn = day;
    const chiSquare = counts.reduce(
      (sum, count, at) => sum + (count - (expected[at] as number)) ** 2 / (expected[at] as number),
      0,
    );
    seen.chiSquareFired ||= chiSquare > 6.635;
  }
  return seen;
}
