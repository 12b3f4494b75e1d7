// How events become a profile: the same events give the same profile in any order and any split.

import type { CompleteEvent, Event } from '../events/event.ts';
import type { Draft } from './draft.ts';
import { addActivity, addCounts, addSeen, addValues, finishDraft, startDraft } from './draft.ts';
import { earlierSince, joinEarlier } from './earlier.ts';
import type { Activity, Moment, Profile, PropertyCounts } from './profile.ts';
import { dayOf, emptyProfile, profileBounds } from './profile.ts';
import { addAssignment, addRecent } from './recent.ts';
import { dropBefore } from './watermarks.ts';

/** The profile after one more event. */
export function foldProfile(
  profile: Profile,
  event: CompleteEvent,
  bounds = profileBounds,
): Profile {
  return foldEvents(profile, [event], bounds);
}

/**
 * The profile after more events, each of which must be new to it: what counts is a sum. Cheaper
 * than one by one; the profile given stays as it is.
 */
export function foldEvents(
  profile: Profile,
  events: Iterable<CompleteEvent>,
  bounds = profileBounds,
): Profile {
  const draft = startDraft(profile);
  for (const event of events) addEvent(draft, event);
  return finishDraft(draft, bounds);
}

/** The profile of a person who is known under two user ids: that of the events of both. */
export function mergeProfiles(a: Profile, b: Profile, bounds = profileBounds): Profile {
  const since = Math.max(a.since, b.since);
  const draft = startDraft(forgetBefore(a, since));
  const added = forgetBefore(b, since);
  addCounts(draft, added);
  for (const [sku, moment] of added.viewed) addRecent(draft.viewed, sku, moment);
  for (const [sku, moment] of added.purchased) addRecent(draft.purchased, sku, moment);
  draft.viewedEarlier = joinEarlier(draft.viewedEarlier, added.viewedEarlier);
  draft.purchasedEarlier = joinEarlier(draft.purchasedEarlier, added.purchasedEarlier);
  for (const [key, each] of added.assignments) addAssignment(draft.assignments, key, each);
  addSeen(draft, added.firstSeen);
  addSeen(draft, added.lastSeen);
  return finishDraft(draft, bounds);
}

/**
 * Drops counts and recent skus of the days before `day` (UTC, days since the epoch), now and of
 * events that come later. What a minimum holds stays: a first sight and a variation that was kept
 * outlive the events that they came from.
 */
export function forgetBefore(profile: Profile, day: number): Profile {
  if (day <= profile.since) return profile;
  const properties = new Map(profile.properties);
  dropBefore(properties, day);
  const activity = new Map<string, PropertyCounts>(profile.activity);
  dropBefore(activity, day);
  const viewed = momentsSince(profile.viewed, day);
  const purchased = momentsSince(profile.purchased, day);
  return {
    ...profile,
    ...{ since: day, properties, activity: activity as Activity, viewed, purchased },
    viewedEarlier: earlierSince(profile.viewedEarlier, day),
    purchasedEarlier: earlierSince(profile.purchasedEarlier, day),
  };
}

/**
 * What of a profile no event of `day` or later can give again: its own first day, and the minima
 * and maxima that came from before. Where the log has lost the days before, a rebuild starts here.
 */
export function outlived(profile: Profile, day: number): Profile {
  const isBefore = (time: number | undefined) => time !== undefined && dayOf(time) < day;
  return {
    ...emptyProfile(),
    since: profile.since,
    assignments: new Map([...profile.assignments].filter(([, { time }]) => isBefore(time))),
    firstSeen: isBefore(profile.firstSeen) ? profile.firstSeen : undefined,
    lastSeen: isBefore(profile.lastSeen) ? profile.lastSeen : undefined,
  };
}

function addEvent(draft: Draft, complete: CompleteEvent): void {
  const { event, identified, observations, isFolded } = complete;
  if (!Number.isSafeInteger(event.time)) throw new Error(`event ${event.id} has no time`);
  if (event.kind === 'decision') return;
  const day = dayOf(event.time);
  addSeen(draft, event.time);
  if (event.kind === 'exposure' && event.assignment !== undefined && event.unit === undefined) {
    const { key, variationId } = event.assignment;
    const { time, id } = event;
    addAssignment(draft.assignments, key, { identified, time, id, variationId });
  }
  if (day < draft.since) return;
  if (!isFolded) addActivity(draft, event, day);
  for (const { signal, values } of observations) addValues(draft, values, signal, day);
  for (const sku of skusViewed(event)) addRecent(draft.viewed, sku, event);
  for (const sku of skusPurchased(event)) addRecent(draft.purchased, sku, event);
}

function skusViewed(event: Event): readonly string[] {
  if (event.kind !== 'pageview' && event.kind !== 'product-view') return [];
  return event.sku === undefined ? [] : [event.sku];
}

function skusPurchased(event: Event): readonly string[] {
  if (event.kind !== 'purchase') return [];
  return event.cart.filter((line) => line.quantity > 0).map((line) => line.sku);
}

function momentsSince(moments: ReadonlyMap<string, Moment>, day: number): Map<string, Moment> {
  return new Map([...moments].filter(([, { time }]) => dayOf(time) >= day));
}
