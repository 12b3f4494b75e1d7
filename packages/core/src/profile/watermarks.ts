// How a profile stays bounded: days rise below which counts are dropped, whatever came first.
//
// A watermark is the least day on and after which little enough is left. More events can only raise
// it, and the days below it never matter again, so that it is the same in any order of the events.

import { compareByCodePoint } from '../text/characters.ts';
import type { Counts, ProfileBounds, PropertyCounts } from './profile.ts';
import { dayOfCell } from './profile.ts';

/**
 * Keeps at most `bounds.valuesPerProperty` values of each property in `changed`, and at most
 * `bounds.properties` properties of any day. Changes `properties` in place.
 */
export function raiseWatermarks(
  properties: Map<string, PropertyCounts>,
  changed: Iterable<string>,
  bounds: ProfileBounds,
): void {
  for (const name of changed) {
    const { values } = properties.get(name)!;
    if (values.size <= bounds.valuesPerProperty) continue;
    const since = leastDayWithin([...values.values()].map(lastDay), bounds.valuesPerProperty);
    properties.set(name, { since, values: countsSince(values, since) });
  }
  if (properties.size > bounds.properties) boundProperties(properties, bounds.properties);
}

/**
 * Keeps at most `bounds.activityNames` names of each kind of count, and at most
 * `bounds.activityDays` days. Changes `activity` in place.
 */
export function boundActivity(
  activity: Map<string, PropertyCounts>,
  changed: Iterable<string>,
  bounds: ProfileBounds,
): void {
  for (const name of changed) {
    const { since, values } = activity.get(name)!;
    const days = new Set([...values.values()].flatMap((counts) => [...counts.keys()]));
    const least = later(
      leastDayWithin([...values.values()].map(lastDay), bounds.activityNames),
      leastDayWithin([...days].map(dayOfCell), bounds.activityDays),
    );
    if (least > since) activity.set(name, { since: least, values: countsSince(values, least) });
  }
}

/** Drops the counts of all days before `day`, in place. */
export function dropBefore(properties: Map<string, PropertyCounts>, day: number): void {
  for (const name of [...properties.keys()]) cutProperty(properties, name, day);
}

/** The values that have counts on or after `day`, with those counts; the same map if all are. */
export function countsSince(
  values: ReadonlyMap<string, Counts>,
  day: number,
): ReadonlyMap<string, Counts> {
  const kept = new Map<string, Counts>();
  let changed = false;
  for (const [value, counts] of values) {
    const cells = [...counts].filter(([cell]) => dayOfCell(cell) >= day);
    if (cells.length > 0) kept.set(value, cells.length < counts.size ? new Map(cells) : counts);
    changed ||= cells.length < counts.size;
  }
  return changed ? kept : values;
}

/**
 * On each day the first `limit` property names, in code-point order, of those that occur then or
 * later keep their counts. To be judged, a name needs only the last days of the names before it, so
 * that what was dropped changes nothing; and a burst of invented names (a shop's filters may carry
 * any) costs other properties the days up to it, not the days after.
 */
function boundProperties(properties: Map<string, PropertyCounts>, limit: number): void {
  const lastDaysBefore: number[] = [];
  for (const name of [...properties.keys()].sort(compareByCodePoint)) {
    const { since, values } = properties.get(name)!;
    cutProperty(properties, name, leastDayWithin(lastDaysBefore, limit - 1));
    // A property's watermark stands one day after the last day that it dropped.
    lastDaysBefore.push([...values.values()].map(lastDay).reduce(later, since - 1));
  }
}

/**
 * Drops a property's counts of days before `day`. Its own watermark goes when `day` has caught up
 * with it, and the property itself when nothing is left.
 */
function cutProperty(properties: Map<string, PropertyCounts>, name: string, day: number): void {
  const property = properties.get(name)!;
  const values = countsSince(property.values, day);
  const since = property.since > day ? property.since : 0;
  if (values.size === 0 && since === 0) properties.delete(name);
  else if (values !== property.values || since !== property.since) {
    properties.set(name, { since, values });
  }
}

/** The least day such that at most `limit` of the days given are on or after it; 0 when few. */
export function leastDayWithin(days: readonly number[], limit: number): number {
  return days.length <= limit ? 0 : days.toSorted((a, b) => b - a)[limit]! + 1;
}

function lastDay(counts: Counts): number {
  let last = 0;
  for (const cell of counts.keys()) last = later(last, dayOfCell(cell));
  return last;
}

function later(a: number, b: number): number {
  return a > b ? a : b;
}
