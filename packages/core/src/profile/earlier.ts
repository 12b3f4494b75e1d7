// Which products a user saw or bought before the latest ones: by day, within a bound.

import type { EarlierSkus, Moment, ProfileBounds } from './profile.ts';
import { dayOf } from './profile.ts';
import { recentSkus } from './recent.ts';
import { leastDayWithin } from './watermarks.ts';

/** The skus of one kind: the latest with their moments, and those before. */
interface KnownSkus {
  readonly latest: ReadonlyMap<string, Moment>;
  readonly earlier: EarlierSkus;
}

/**
 * Keeps the moments of the latest skus, and of the others the days. What it is given may be of any
 * order: a sku that is among both counts by its later time.
 */
export function boundSkus(
  moments: ReadonlyMap<string, Moment>,
  earlier: EarlierSkus,
  bounds: ProfileBounds,
): KnownSkus {
  if (moments.size <= bounds.recentSkus && earlier.days.size === 0) {
    return { latest: moments, earlier };
  }
  const inOrder = recentSkus(moments);
  const latest = new Map(inOrder.slice(0, bounds.recentSkus));
  const days = new Map<string, number>();
  for (const [sku, day] of earlier.days) if (!latest.has(sku)) days.set(sku, day);
  for (const [sku, { time }] of inOrder.slice(bounds.recentSkus)) addDay(days, sku, dayOf(time));
  const all = [...latest.values().map(({ time }) => dayOf(time)), ...days.values()];
  const since = Math.max(earlier.since, leastDayWithin(all, bounds.knownSkus));
  return { latest, earlier: since > 0 ? skusSince({ since, days }, since) : { since, days } };
}

/** Both together, each sku by its later day. */
export function joinEarlier(one: EarlierSkus, other: EarlierSkus): EarlierSkus {
  if (other.days.size === 0 && other.since <= one.since) return one;
  const days = new Map(one.days);
  for (const [sku, day] of other.days) addDay(days, sku, day);
  return { since: Math.max(one.since, other.since), days };
}

/** Without what was before a day; the watermark goes when the day has caught up with it. */
export function earlierSince({ since, days }: EarlierSkus, day: number): EarlierSkus {
  return skusSince({ since: since > day ? since : 0, days }, day);
}

function skusSince({ since, days }: EarlierSkus, day: number): EarlierSkus {
  return { since, days: new Map([...days].filter(([, last]) => last >= day)) };
}

function addDay(days: Map<string, number>, sku: string, day: number): void {
  days.set(sku, Math.max(day, days.get(sku) ?? day));
}
