// The mutable form of a profile while events are folded in; it copies what it is about to change.

import type { AffinityValues, Event, Signal } from '../events/event.ts';
import { firstCharacters } from '../text/characters.ts';
import { boundSkus } from './earlier.ts';
import type {
  Activity,
  ActivityName,
  Counts,
  EarlierSkus,
  Moment,
  Profile,
  ProfileBounds,
  PropertyCounts,
  StickyAssignment,
} from './profile.ts';
import { cellOf, dayOfCell, internalKind, signals } from './profile.ts';
import { boundActivity, countsSince, raiseWatermarks } from './watermarks.ts';

/** The longest name of an event that is counted apart, in characters; longer ones end there. */
const maxNameLength = 100;

interface DraftProperty {
  since: number;
  readonly values: Map<string, Counts>;
  /** The counts that this draft has made, and may change. */
  readonly own: Map<string, Map<number, number>>;
}

/** Counts being changed: those that are shared with other profiles, and those that are not. */
interface DraftCounts {
  readonly shared: ReadonlyMap<string, PropertyCounts>;
  readonly changed: Map<string, DraftProperty>;
}

/** A profile being changed. */
export interface Draft {
  readonly since: number;
  readonly properties: DraftCounts;
  readonly activity: DraftCounts;
  readonly viewed: Map<string, Moment>;
  readonly purchased: Map<string, Moment>;
  viewedEarlier: EarlierSkus;
  purchasedEarlier: EarlierSkus;
  readonly assignments: Map<string, StickyAssignment>;
  firstSeen: number | undefined;
  lastSeen: number | undefined;
}

export function startDraft(profile: Profile): Draft {
  return {
    ...profile,
    properties: { shared: profile.properties, changed: new Map() },
    activity: { shared: profile.activity, changed: new Map() },
    viewed: new Map(profile.viewed),
    purchased: new Map(profile.purchased),
    assignments: new Map(profile.assignments),
  };
}

/** Ends a draft: counts are put in ascending order of cells, and the bounds are applied. */
export function finishDraft(draft: Draft, bounds: ProfileBounds): Profile {
  const properties = finishCounts(draft.properties);
  raiseWatermarks(properties, draft.properties.changed.keys(), bounds);
  const activity = finishCounts(draft.activity);
  boundActivity(activity, draft.activity.changed.keys(), bounds);
  const viewed = boundSkus(draft.viewed, draft.viewedEarlier, bounds);
  const purchased = boundSkus(draft.purchased, draft.purchasedEarlier, bounds);
  return {
    since: draft.since,
    properties,
    activity: activity as Activity,
    viewed: viewed.latest,
    purchased: purchased.latest,
    viewedEarlier: viewed.earlier,
    purchasedEarlier: purchased.earlier,
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
    const property = ownProperty(draft.properties, name);
    if (day < property.since) continue;
    for (const value of names) addCount(property, value, cell, 1);
  }
}

/**
 * Counts an event by its kind, a custom one by its name as well, a click by its campaign. What the
 * service itself does while it decides (exposures, impressions) is nothing that the user did: an
 * exposure counts for its campaign alone, and what a holdout withheld for nothing.
 */
export function addActivity(draft: Draft, event: Event, day: number): void {
  const { kind, name } = event;
  if (event.isInternal) countActivity(draft, 'kind', internalKind, day);
  if (kind === 'exposure' && event.holdoutId === undefined) {
    countActivity(draft, 'exposure', String(event.campaignId), day);
  }
  if (kind === 'exposure' || kind === 'impression') return;
  countActivity(draft, 'kind', kind, day);
  if (kind === 'click') countActivity(draft, 'click', String(event.campaignId), day);
  if (kind === 'custom') countActivity(draft, 'event', firstCharacters(name, maxNameLength), day);
}

function countActivity(draft: Draft, of: ActivityName, name: string, day: number): void {
  const property = ownProperty(draft.activity, of);
  if (day >= property.since) addCount(property, name, cellOf(day, 0), 1);
}

/** Adds all counts of a profile that has the draft's own first day. */
export function addCounts(draft: Draft, from: Profile): void {
  addTo(draft.properties, from.properties);
  addTo(draft.activity, from.activity);
}

function addTo(counts: DraftCounts, from: ReadonlyMap<string, PropertyCounts>): void {
  for (const [name, added] of from) {
    const property = ownProperty(counts, name);
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

function ownProperty({ shared: all, changed }: DraftCounts, name: string): DraftProperty {
  const owned = changed.get(name);
  if (owned !== undefined) return owned;
  const shared = all.get(name);
  const values = new Map(shared?.values);
  const property = { since: shared?.since ?? 0, values, own: new Map() };
  changed.set(name, property);
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

function finishCounts({ shared, changed }: DraftCounts): Map<string, PropertyCounts> {
  const all = new Map(shared);
  for (const [name, one] of changed) {
    const property = finishProperty(one, shared.get(name));
    if (property.values.size > 0 || property.since > 0) all.set(name, property);
    else changed.delete(name);
  }
  return all;
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
