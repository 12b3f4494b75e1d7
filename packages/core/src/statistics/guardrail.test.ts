// Guards running tests by the hour: sound ones are left alone, a broken checkout is found.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launch, type Shop } from './guarded.fixture.ts';
import {
  checkGuardrail,
  type GuardrailOutcomes,
  type GuardrailRule,
  guardrailAlpha,
} from './guardrail.ts';
import { seed, seededRandom } from './random.fixture.ts';
import { nobody } from './trials.fixture.ts';

const shop: Shop = { usersAnHour: 2_000, rate: 0.03, share: 0.5, times: 1 };
const rule: GuardrailRule = {
  ...{ better: 'higher', margin: 0, usersNeeded: 500 },
  alpha: guardrailAlpha(3, 1),
};
const median = (numbers: number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]!;

test('of 1,000 A/A campaigns seen hourly for three days, 5 % at most are rolled back', (t) => {
  t.diagnostic(`SEED=${seed}`);
  const random = seededRandom(seed);
  let breached = 0;
  for (let run = 0; run < 1_000; run += 1) {
    const hours = launch(random, { ...shop, usersAnHour: 400, share: run % 2 ? 0.5 : 0.05 });
    breached += Number(isEverBreached(hours, 72));
  }
  t.diagnostic(`rolled back, of 1,000: ${breached}`);
  assert.ok(breached <= 50);
});

function isEverBreached(hours: ReturnType<typeof launch>, count: number): boolean {
  for (let hour = 0; hour < count; hour += 1) {
    const { conversions, revenue, errors } = hours();
    if (checkGuardrail(conversions, rule).isBreached) return true;
    if (checkGuardrail(revenue, rule).isBreached) return true;
    if (checkGuardrail(errors, { ...rule, better: 'lower' }).isBreached) return true;
  }
  return false;
}

test('a checkout whose conversion halves is found within two hours of 2,000 users', (t) => {
  t.diagnostic(`SEED=${seed}`);
  const random = seededRandom(seed);
  const hoursUntilFound = (rate: number, guardrails: number) => {
    const alpha = guardrailAlpha(guardrails, 1);
    const found = Array.from({ length: 200 }, () => {
      const hours = launch(random, { ...shop, rate, times: 0.5 });
      for (let hour = 1; hour < 100; hour += 1) {
        if (checkGuardrail(hours().conversions, { ...rule, alpha }).isBreached) return hour;
      }
      return 100;
    });
    t.diagnostic(`hours, median of 200: ${median(found)} (${rate}, ${guardrails} guardrails)`);
    return median(found);
  };
  assert.ok(hoursUntilFound(0.04, 1) <= 2);
  assert.ok(hoursUntilFound(0.05, 3) <= 2);
});

test('what is worse by less than the margin is no breach, what is worse by more becomes one', () => {
  const of = (control: number, variation: number): GuardrailOutcomes => ({
    kind: 'rate',
    strata: [[rate(100_000, control), rate(100_000, variation)]],
    shares: [0.5],
  });
  const tolerant = { ...rule, margin: 0.1 };
  assert.equal(checkGuardrail(of(5_000, 4_600), rule).isBreached, true);
  assert.equal(checkGuardrail(of(5_000, 4_600), tolerant).isBreached, false);
  assert.equal(checkGuardrail(of(5_000, 4_000), tolerant).isBreached, true);
  const errors = { ...tolerant, better: 'lower' } as const;
  assert.equal(checkGuardrail(of(5_000, 5_400), errors).isBreached, false);
  assert.equal(checkGuardrail(of(5_000, 6_000), errors).isBreached, true);
  assert.equal(checkGuardrail(of(0, 40), errors).change, null);
  assert.equal(checkGuardrail(of(0, 40), errors).isBreached, true);
});

test('revenue that stops altogether is a breach, however sure its 0 seems', () => {
  const control = { users: 4_000, active: 300, sum: 12_000, squares: 900_000 };
  const gone = { ...nobody(), users: 4_000 };
  const found = checkGuardrail({ kind: 'mean', strata: [[control, gone]] }, rule);
  assert.deepEqual([found.change, found.isBreached], [-1, true]);
  const early = { ...rule, usersNeeded: 5_000 };
  assert.equal(
    checkGuardrail({ kind: 'mean', strata: [[control, gone]] }, early).isBreached,
    false,
  );
});

test('steps of a rollout are compared within themselves, whatever the days were like', () => {
  // The variation had few users on the good day, and as many as the control on the bad one.
  const strata = [
    [rate(99_000, 9_900), rate(1_000, 100)],
    [rate(50_000, 1_000), rate(50_000, 1_000)],
  ];
  const sound = checkGuardrail({ kind: 'rate', strata, shares: [0.01, 0.5] }, rule);
  assert.deepEqual([sound.isBreached, sound.pValue], [false, 1]);
  assert.ok(Math.abs(sound.change!) < 1e-9);
});

test('a latency that rises beyond its margin is a breach, as a mean of each user', () => {
  const latency = (users: number, mean: number) => ({
    ...{ users, active: users, sum: users * mean, squares: users * (mean ** 2 + 80 ** 2) },
  });
  const better = { ...rule, better: 'lower', margin: 0.05 } as const;
  const of = (mean: number) =>
    checkGuardrail({ kind: 'mean', strata: [[latency(2_000, 400), latency(2_000, mean)]] }, better);
  assert.equal(of(415).isBreached, false);
  assert.equal(of(440).isBreached, true);
});

function rate(users: number, active: number) {
  return { users, active, sum: active, squares: active };
}
