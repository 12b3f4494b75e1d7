// What this visit says of affinity, beside the long-term one: no decay, and gone with the visit.

import type { AffinityValues, Observation, Signal } from '../events/event.ts';
import { binBoundariesOf, binOf } from './bins.ts';
import { mutedValues } from './edits.ts';
import type { Normaliser } from './normaliser.ts';
import { inRankOrder, type RankableValue, type RankedValue } from './read.ts';
import type { AffinitySettings } from './settings.ts';

/** The products that a visit has to do with, each once: seen, in the cart now, bought. */
export interface VisitedProducts {
  readonly viewed: Iterable<string>;
  readonly inCart: Iterable<string>;
  readonly purchased: Iterable<string>;
}

/** What products say of a visit's affinity, by their values; `lookup` may not know a sku. */
export function observeVisit(
  { viewed, inCart, purchased }: VisitedProducts,
  lookup: (sku: string) => AffinityValues | undefined,
): Observation[] {
  const observed: Observation[] = [];
  const add = (signal: Signal, skus: Iterable<string>) => {
    for (const sku of new Set(skus)) {
      const values = lookup(sku);
      if (values && values.size > 0) observed.push({ signal, values });
    }
  };
  add('view', viewed);
  add('add-to-cart', inCart);
  add('purchase', purchased);
  return observed;
}

/**
 * A property's values by the events of a visit so far: the sum of the signals' weights, each value
 * up to the daily cap per signal; no decay and no normalisation. None where the property is muted.
 */
export function rankVisit(
  observations: readonly Observation[],
  property: string,
  settings: AffinitySettings,
  normaliser: Normaliser | undefined,
  today: number,
): readonly RankedValue[] {
  const muted = mutedValues(settings, property);
  const boundaries = binBoundariesOf(settings.bandsByProperty, normaliser?.bands, property);
  if (muted.isWhole || boundaries === null) return [];
  const counts = new Map<string, Map<Observation['signal'], number>>();
  for (const { signal, values } of observations) {
    for (const reported of values.get(property) ?? []) {
      const value = boundaries === undefined ? reported : binOf(boundaries, reported);
      if (value === undefined || muted.values.has(value)) continue;
      const bySignal = counts.get(value) ?? new Map();
      counts.set(value, bySignal);
      bySignal.set(signal, (bySignal.get(signal) ?? 0) + 1);
    }
  }
  const { weights, dailyCap } = settings;
  const scored = [...counts].map(([value, bySignal]) => {
    const upTo = (cap: number) =>
      [...bySignal].reduce(
        (sum, [signal, count]) => sum + Math.min(count, cap) * weights[signal],
        0,
      );
    const score = upTo(dailyCap);
    return { value, score, expected: score, uncapped: upTo(Infinity), lastDay: today };
  });
  return inRankOrder(scored.filter(({ score }) => score > 0));
}

/**
 * A property's values by both affinities: (1 - weight) x the value's share of the long-term scores
 * + weight x its share of the visit's, times the sum of both, so that scores keep their size. Where
 * one of them says nothing, the other counts alone.
 */
export function blendRanks(
  long: readonly RankedValue[],
  visit: readonly RankedValue[],
  weight: number,
): readonly RankedValue[] {
  if (visit.length === 0 || (weight === 0 && long.length > 0)) return long;
  const part = long.length === 0 ? 1 : weight;
  const all = sumOf(long) + sumOf(visit);
  const blended = new Map<string, RankableValue>();
  const add = (values: readonly RankedValue[], factor: number) => {
    const sum = sumOf(values);
    const expectedSum = values.reduce((total, { expected }) => total + expected, 0);
    for (const { value, score, expected, lastDay } of values) {
      const before = blended.get(value);
      const blend = (before?.expected ?? 0) + (all * factor * expected) / expectedSum;
      blended.set(value, {
        ...{ value, expected: blend, uncapped: blend },
        score: (before?.score ?? 0) + (all * factor * score) / sum,
        lastDay: Math.max(before?.lastDay ?? 0, lastDay),
      });
    }
  };
  add(long, 1 - part);
  add(visit, part);
  return inRankOrder([...blended.values()].filter(({ score }) => score > 0));
}

function sumOf(values: readonly RankedValue[]): number {
  return values.reduce((sum, { score }) => sum + score, 0);
}
