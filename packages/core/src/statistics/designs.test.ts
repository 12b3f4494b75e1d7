// Plans tests and runs them: they find what they promised, and call little that is not there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareOnce } from './compare-once.ts';
import { holm } from './corrections.ts';
import {
  conversion,
  isCalledWrongly,
  isFoundOnce,
  revenue,
  usersUntilFound,
} from './designs.fixture.ts';
import { measure } from './measure.ts';
import { type Aim, daysUntil, effectFound, usersNeeded } from './plan.ts';
import { seed, seededRandom } from './random.fixture.ts';
import { normalQuantile, normalTail, studentQuantile, studentTail } from './tails.ts';

const aim: Omit<Aim, 'effect'> = { power: 0.8, alpha: 0.05, comparisons: 1, look: 'once' };
/** Four standard errors of a share of so many runs. */
const slack = (share: number, runs: number) => 4 * Math.sqrt((share * (1 - share)) / runs);

test('a planned test finds its effect with its power, and calls 5 % of A/A tests different', (t) => {
  t.diagnostic(`SEED=${seed}`);
  const random = seededRandom(seed);
  const metric = conversion(0.04);
  for (const effect of [0.05, 0.1, 0.2]) {
    const users = usersNeeded(metric, { ...aim, effect });
    const found = shareOf(2_000, () => isFoundOnce(random, metric, users, effect));
    const wrong = shareOf(2_000, () => isFoundOnce(random, metric, users, 0));
    t.diagnostic(`${effect}: ${users} users, found ${found}, called without effect ${wrong}`);
    assert.ok(Math.abs(found - 0.8) <= slack(0.8, 2_000));
    assert.ok(Math.abs(wrong - 0.05) <= slack(0.05, 2_000));
  }
});

test('looking at any time takes the users that the planner says, within 15 %', (t) => {
  t.diagnostic(`SEED=${seed}`);
  const random = seededRandom(seed);
  const metric = conversion(0.05);
  const planned = usersNeeded(metric, { ...aim, effect: 0.15, look: 'any-time' });
  const how = { step: Math.ceil(planned / 60), most: 5 * planned };
  const until = Array.from({ length: 400 }, () => usersUntilFound(random, metric, 0.15, how));
  const needed = until.sort((one, other) => one - other)[320]!;
  t.diagnostic(`planned ${planned}, four in five found by ${needed}`);
  assert.ok(Math.abs(needed / planned - 1) <= 0.15);
});

test('of five variations and two metrics, corrected verdicts are wrong in 5 % at most', (t) => {
  t.diagnostic(`SEED=${seed}`);
  const random = seededRandom(seed);
  const metrics = [conversion(0.05), conversion(0.2)];
  const once = { look: 'once', days: 1, usersADay: 5_000 } as const;
  const daily = { look: 'any-time', days: 14, usersADay: 2_500 } as const;
  for (const [how, runs] of [
    [once, 2_000],
    [daily, 300],
  ] as const) {
    const called = Array.from({ length: runs }, () => isCalledWrongly(random, metrics, how));
    const corrected = called.filter((one) => one.corrected).length / runs;
    const raw = called.filter((one) => one.raw).length / runs;
    t.diagnostic(`${how.look}: wrong ${corrected}, without correction ${raw}`);
    assert.ok(corrected <= 0.05 + slack(0.05, runs));
    if (how.look === 'once') assert.ok(raw > 0.2);
  }
});

test('revenue is planned by its variance', (t) => {
  const random = seededRandom(seed);
  const metric = revenue(random, { rate: 0.05, location: 4, shape: 1, cap: 560 });
  const users = usersNeeded(metric, { ...aim, effect: 0.3 });
  const found = shareOf(300, () => isFoundOnce(random, metric, users, 0.3));
  t.diagnostic(`${users} users, found ${found}`);
  assert.ok(Math.abs(found - 0.8) <= slack(0.8, 300));
});

test('the exact sequence is read while conversions are few, then the narrower asymptotic one', () => {
  const rate = (users: number, active: number) => ({ users, active, sum: active, squares: active });
  const widthAt = (active: number) => {
    const strata = [[rate(20 * active, active), rate(20 * active, active)]];
    const { low, high } = measure({ kind: 'rate', strata }, 0)[1]!.comparison!.difference;
    return (high! - low!) * Math.sqrt(20 * active);
  };
  assert.ok(widthAt(100) < 0.8 * widthAt(99));
});

test('fewer comparisons, more power and larger effects need what they should', () => {
  const base = { mean: 0.05, variance: 0.05 * 0.95, isRate: true };
  // (1.959964 + 0.841621)^2 (0.05 * 0.95 + 0.055 * 0.945) / 0.005^2
  assert.equal(usersNeeded(base, { ...aim, effect: 0.1 }), 31_231);
  assert.ok(Math.abs(effectFound(base, aim, 31_231) - 0.1) < 1e-5);
  assert.ok(usersNeeded(base, { ...aim, effect: 0.1, comparisons: 8 }) > 1.5 * 31_231);
  assert.ok(usersNeeded(base, { ...aim, effect: 0.1, look: 'any-time' }) > 1.5 * 31_231);
  assert.equal(usersNeeded({ ...base, mean: 0 }, { ...aim, effect: 0.1 }) >= 1e12, true);
});

test('days go by who came on each day, and then as the last week went', () => {
  assert.equal(daysUntil(150, [100, 100]), 1.5);
  assert.equal(daysUntil(1_000, [900, 900, 10]), 1 + 100 / 900);
  assert.equal(daysUntil(170, [100, ...Array(7).fill(5)]), 8 + (170 - 135) / 5);
  assert.equal(daysUntil(1, []), Number.POSITIVE_INFINITY);
});

test('Holm steps down from the smallest p-value', () => {
  // Holm 1979 by hand: 4 x 0.01, 3 x 0.013, 2 x 0.03, 1 x 0.04, none below one before it.
  assert.deepEqual(
    holm([0.03, 0.01, 0.04, 0.013]).map((one) => Number(one.toFixed(6))),
    [0.06, 0.04, 0.06, 0.04],
  );
  assert.deepEqual(holm([0.9, 0.8]), [1, 1]);
  assert.deepEqual(holm([]), []);
});

test('tails and quantiles are those of tables', () => {
  const near = (one: number, other: number, within: number) =>
    assert.ok(Math.abs(one - other) <= within, `${one} ${other}`);
  near(normalTail(1.959963984540054), 0.025, 1e-15);
  near(normalTail(-1), 0.8413447460685429, 1e-15);
  near(normalTail(6) / 9.865876450376946e-10, 1, 1e-12);
  near(normalQuantile(0.001), 3.090232306167813, 1e-13);
  near(normalQuantile(0.975), -1.959963984540054, 1e-13);
  // R: qt(0.975, c(60, 100)), pt(2.5, 80, lower = FALSE).
  near(studentQuantile(0.025, 60), 2.000297821058262, 1e-7);
  near(studentQuantile(0.025, 100), 1.983971518523552, 1e-8);
  near(studentTail(studentQuantile(0.025, 80), 80), 0.025, 1e-12);
});

test('two proportions by hand: 120 and 156 of 2,000', () => {
  const rate = (active: number) => ({
    ...{ users: 2_000, active, mean: active / 2_000, information: 2_000 },
    variance: ((active / 2_000) * (1 - active / 2_000)) / 2_000,
  });
  const { difference, pValue } = compareOnce(rate(120), rate(156), 0.05, 'z');
  const error = Math.sqrt((0.06 * 0.94 + 0.078 * 0.922) / 2_000);
  assert.ok(Math.abs(difference.low! - (0.018 - 1.959963984540054 * error)) < 1e-12);
  assert.ok(Math.abs(pValue - 2 * normalTail(0.018 / error)) < 1e-15);
});

function shareOf(runs: number, isFound: () => boolean): number {
  let found = 0;
  for (let run = 0; run < runs; run += 1) found += Number(isFound());
  return found / runs;
}
