// The mutable form of a profile while events are folded in; it copies what it is about to change.

import type { AffinityValues, Signal } from '../events/event.ts';
import type {
  Counts,
  Moment,
  Profile,
  ProfileBounds,
  PropertyCounts,
  StickyAssignment,
} from './profile.ts';
import { cellOf, dayOfCell, signals } from './profile.ts';
import { latestSkus } from './recent.ts';
import { countsSince, raiseWatermarks } from './watermarks.ts';

interface DraftProperty {
  since: number;
  readonly values: Map<string, Counts>;
  /** The counts that this draft has made, and may change. */
  readonly own: Map<string, Map<number, number>>;
}

/** A profile being changed. `properties` holds what is shared, `changed` what is not. */
export interface Draft {
  readonly since: number;
  readonly properties: Profile['properties'];
  readonly changed: Map<string, DraftProperty>;
  readonly viewed: Map<string, Moment>;
  readonly purchased: Map<string, Moment>;
  readonly assignments: Map<string, StickyAssignment>;
  firstSeen: number | undefined;
  lastSeen: number | undefined;
}

export function startDraft(profile: Profile): Draft {
  return {
    ...profile,
    changed: new Map(),
    viewed: new Map(profile.viewed),
    purchased: new Map(profile.purchased),
    assignments: new Map(profile.assignments),
  };
}

/** Ends a draft: counts are put in ascending order of cells, and the bounds are applied. */
export function finishDraft(draft: Draft, bounds: ProfileBounds): Profile {
  const properties = new Map(draft.properties);
  for (const [name, changed] of draft.changed) {
    const property = finishProperty(changed, draft.properties.get(name));
    if (property.values.size > 0 || property.since > 0) properties.set(name, property);
    else draft.changed.delete(name);
  }
  raiseWatermarks(properties, draft.changed.keys(), bounds);
  return {
    since: draft.since,
    properties,
    viewed: latestSkus(draft.viewed, bounds.recentSkus),
    purchased: latestSkus(draft.purchased, bounds.recentSkus),
    assignments: draft.assignments,
    firstSeen: draft.firstSeen,
    lastSeen: draft.lastSeen,
  };
}

/** Counts each value once for the signal on a day that the draft keeps. */
export function addValues(draft: Draft, values: AffinityValues, signal: Signal, day: number): void {
  const cell = cellOf(day, signals.indexOf(signal));
  for (const [name, names] of values) {
    if (names.length === 0) continue;
    const property = ownProperty(draft, name);
    if (day < property.since) continue;
    for (const value of names) addCount(property, value, cell, 1);
  }
}

/** Adds all counts of a profile that has the draft's own first day. */
export function addCounts(draft: Draft, from: Profile): void {
  for (const [name, added] of from.properties) {
    const property = ownProperty(draft, name);
    property.since = Math.max(property.since, added.since);
    for (const [value, counts] of added.values) {
      for (const [cell, count] of counts) {
        if (dayOfCell(cell) >= property.since) addCount(property, value, cell, count);
      }
    }
  }
}

/** Widens the span of time in which the user was seen. */
export function addSeen(draft: Draft, time: number | undefined): void {
  if (time === undefined) return;
  if (draft.firstSeen === undefined || time < draft.firstSeen) draft.firstSeen = time;
  if (draft.lastSeen === undefined || time > draft.lastSeen) draft.lastSeen = time;
}

function ownProperty(draft: Draft, name: string): DraftProperty {
  const owned = draft.changed.get(name);
  if (owned !== undefined) return owned;
  const shared = draft.properties.get(name);
  const values = new Map(shared?.values);
  const property = { since: shared?.since ?? 0, values, own: new Map() };
  draft.changed.set(name, property);
  return property;
}

function addCount(property: DraftProperty, value: string, cell: number, count: number): void {
  let counts = property.own.get(value);
  if (counts === undefined) {
    counts = new Map(property.values.get(value));
    property.own.set(value, counts);
  }
  counts.set(cell, (counts.get(cell) ?? 0) + count);
}

function finishProperty(
  { since, values, own }: DraftProperty,
  shared: PropertyCounts | undefined,
): PropertyCounts {
  // Scores are sums of fractions: with cells in order, every node adds them up alike.
  for (const [value, counts] of own) {
    values.set(value, new Map([...counts].sort((a, b) => a[0] - b[0])));
  }
  const raised = since > (shared?.since ?? 0);
  return { since, values: raised ? countsSince(values, since) : values };
}
