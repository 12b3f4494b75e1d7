// Tests as they are planned and run, many times over: how often a design is right.

import { compareMeans } from './compare-means.ts';
import { compareOnce } from './compare-once.ts';
import { holm } from './corrections.ts';
import type { Look } from './measure.ts';
import type { Estimate, Moments } from './moments.ts';
import type { Random } from './random.fixture.ts';
import { compareRatesAtAnyTime } from './rates-at-any-time.ts';
import { estimateMeans } from './strata.ts';
import {
  addConversions,
  addRevenue,
  type Growing,
  nobody,
  type Spending,
} from './trials.fixture.ts';

/** A metric of a shop, and how an effect changes who does it. */
export interface Simulated {
  readonly name: string;
  readonly isRate: boolean;
  readonly mean: number;
  readonly variance: number;
  readonly add: (random: Random, to: Growing, users: number, effect: number) => void;
}

export function conversion(rate: number): Simulated {
  return {
    name: `conversion of ${100 * rate} %`,
    isRate: true,
    mean: rate,
    variance: rate * (1 - rate),
    add: (random, to, users, effect) => addConversions(random, to, users, rate * (1 + effect)),
  };
}

/** Revenue of a capped lognormal; its moments are those of many draws. */
export function revenue(random: Random, spending: Spending): Simulated {
  const many = nobody();
  addRevenue(random, many, 2_000_000, spending);
  const mean = many.sum / many.users;
  return {
    name: `revenue, ${100 * spending.rate} % buy`,
    isRate: false,
    mean,
    variance: many.squares / many.users - mean ** 2,
    add: (draws, to, users, effect) =>
      addRevenue(draws, to, users, { ...spending, rate: spending.rate * (1 + effect) }),
  };
}

/** Whether one planned look at so many users of two variations finds a difference. */
export function isFoundOnce(
  random: Random,
  metric: Simulated,
  users: number,
  effect: number,
): boolean {
  const [one, other] = [nobody(), nobody()];
  metric.add(random, one, users, 0);
  metric.add(random, other, users, effect);
  return pValueOf(metric, [one, other], 'once') <= 0.05;
}

/** Users of each variation at which looking again and again finds the effect; at most `most`. */
export function usersUntilFound(
  random: Random,
  metric: Simulated,
  effect: number,
  { step, most }: { readonly step: number; readonly most: number },
): number {
  const [one, other] = [nobody(), nobody()];
  for (let users = step; users <= most; users += step) {
    metric.add(random, one, step, 0);
    metric.add(random, other, step, effect);
    if (pValueOf(metric, [one, other], 'any-time') <= 0.05) return users;
  }
  return most;
}

function pValueOf(
  { isRate }: Simulated,
  [one, other]: readonly [Moments, Moments],
  look: Look,
): number {
  if (isRate && look === 'any-time') return compareRatesAtAnyTime(one, other, 0.05).pValue;
  const [control, variation] = estimateMeans([[one, other]], [0, 1]) as [Estimate, Estimate];
  return look === 'once'
    ? compareOnce(control, variation, 0.05, isRate ? 'z' : 'welch').pValue
    : compareMeans(control, variation, 0.05).pValue;
}

/**
 * Whether any of four variations by any of two metrics that do not differ is ever called different,
 * corrected or not; of one look, or of one each day.
 */
export function isCalledWrongly(
  random: Random,
  metrics: readonly Simulated[],
  {
    look,
    days,
    usersADay,
  }: { readonly look: Look; readonly days: number; readonly usersADay: number },
): { readonly corrected: boolean; readonly raw: boolean } {
  const arms = metrics.map(() => Array.from({ length: 5 }, nobody));
  const called = { corrected: false, raw: false };
  for (let day = 0; day < days; day += 1) {
    for (const [at, metric] of metrics.entries()) {
      for (const arm of arms[at]!) metric.add(random, arm, usersADay, 0);
    }
    if (look === 'once' && day < days - 1) continue;
    const pValues = metrics.flatMap((metric, at) => {
      const [control, ...others] = arms[at] as [Growing, ...Growing[]];
      return others.map((other) => pValueOf(metric, [control, other], look));
    });
    called.raw ||= pValues.some((one) => one <= 0.05);
    called.corrected ||= holm(pValues).some((one) => one <= 0.05);
  }
  return called;
}
