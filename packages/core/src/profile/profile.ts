// What is remembered of a user: sums of integers, maxima and minima, and nothing else.

import type { Signal } from '../events/event.ts';

/**
 * The signals by the number that profiles store them under. Stored profiles rely on the order: a
 * new signal goes to the end, and there is room for 16.
 */
export const signals: readonly Signal[] = [
  'view',
  'wishlist',
  'filter',
  'add-to-cart',
  'inform',
  'purchase',
  'remove-from-cart',
  'refund',
  'dislike',
];

/** Counts of one value: by cell (a day and a signal, see `cellOf`), in ascending order of cells. */
export type Counts = ReadonlyMap<number, number>;

/** Counts of one property's values; of days before `since` none are kept (0: all are). */
export interface PropertyCounts {
  readonly since: number;
  readonly values: ReadonlyMap<string, Counts>;
}

/** When something happened: ms since the epoch, then the event's id among equals. */
export interface Moment {
  readonly time: number;
  readonly id: string;
}

/**
 * The skus of before the latest ones, by the UTC day of their last time. Of days before `since`
 * none are kept, other than among the latest.
 */
export interface EarlierSkus {
  readonly since: number;
  readonly days: ReadonlyMap<string, number>;
}

/** A variation that the user stays with, and the exposure that decided it. */
export interface StickyAssignment extends Moment {
  readonly identified: boolean;
  readonly variationId: number;
}

/**
 * What a user did, by day: under `kind` how many events of each kind, under `event` how many custom
 * events of each name, under `exposure` and `click` how often they were shown each campaign, by its
 * id, and clicked it. Cells are those of the first signal.
 */
export type Activity = ReadonlyMap<ActivityName, PropertyCounts>;
export type ActivityName = 'kind' | 'event' | 'exposure' | 'click';

/** A user's folded past. Immutable; folds share what they do not change. */
export interface Profile {
  /** The first UTC day (days since the epoch) whose counts and skus are kept; 0: all are. */
  readonly since: number;
  readonly properties: ReadonlyMap<string, PropertyCounts>;
  readonly activity: Activity;
  /** By sku, the latest view and the latest purchase; at most 100 skus each. */
  readonly viewed: ReadonlyMap<string, Moment>;
  readonly purchased: ReadonlyMap<string, Moment>;
  /** What was viewed and purchased before those. */
  readonly viewedEarlier: EarlierSkus;
  readonly purchasedEarlier: EarlierSkus;
  /** By the key of an allocation. */
  readonly assignments: ReadonlyMap<string, StickyAssignment>;
  /** Times of the first and the last event, ms since the epoch; undefined before there is one. */
  readonly firstSeen: number | undefined;
  readonly lastSeen: number | undefined;
}

/** How much a profile holds. */
export interface ProfileBounds {
  readonly properties: number;
  readonly valuesPerProperty: number;
  readonly recentSkus: number;
  /** Skus whose last day is known, the recent ones among them. */
  readonly knownSkus: number;
  /** Of events' kinds and of custom events' names, each. */
  readonly activityNames: number;
  /** Days on which something was done, the latest. */
  readonly activityDays: number;
}

export const profileBounds: ProfileBounds = {
  properties: 30,
  valuesPerProperty: 1_000,
  recentSkus: 100,
  knownSkus: 5_000,
  activityNames: 200,
  activityDays: 366,
};

const noEarlierSkus: EarlierSkus = { since: 0, days: new Map() };

/** The profile of a user without events. */
export function emptyProfile(): Profile {
  return {
    since: 0,
    properties: new Map(),
    activity: new Map(),
    viewed: new Map(),
    purchased: new Map(),
    viewedEarlier: noEarlierSkus,
    purchasedEarlier: noEarlierSkus,
    assignments: new Map(),
    firstSeen: undefined,
    lastSeen: undefined,
  };
}

/** Counts the events of a site's own people beside the kinds of events. */
export const internalKind = 'internal';

/** Does a profile hold anything that one of the site's own people did, as such? */
export const isInternalProfile = ({ activity }: Pick<Profile, 'activity'>): boolean =>
  activity.get('kind')?.values.has(internalKind) === true;

/** The UTC day of a time: whole days since the epoch. */
export function dayOf(time: number): number {
  return Math.floor(time / 86_400_000);
}

/** The cell that counts a signal on a day. */
export function cellOf(day: number, signal: number): number {
  return day * 16 + signal;
}

export function dayOfCell(cell: number): number {
  return Math.floor(cell / 16);
}

/** The place in `signals` of a cell's signal. */
export function signalOfCell(cell: number): number {
  return cell % 16;
}
