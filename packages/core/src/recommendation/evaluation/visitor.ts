// What serving would have known of a user when their history ended.

import {
  type AffinitySettings,
  addToTotals,
  makeNormaliser,
  type Normaliser,
  quantileBinsOf,
  rankValues,
  startTotals,
} from '../../affinity/index.ts';
import { completeEvent } from '../../events/complete.ts';
import type { AffinityValues, Event } from '../../events/event.ts';
import { foldEvents } from '../../profile/fold.ts';
import { emptyProfile, type Profile } from '../../profile/profile.ts';
import { affinityValuesReader, type Likes } from '../methods/affinity.ts';
import type { ReadableFeed } from '../methods/feed.ts';
import type { HistoryRow, Trial } from './split.ts';

/** As many of the latest as seeds are taken from. */
const mostRecent = 100;
const msPerDay = 86_400_000;

/** An item that a user had, and on which UTC day they last had it. */
export interface Recent {
  readonly sku: string;
  readonly day: number;
}

/** The items of some kinds, each once, the latest first, `most` of them. */
export function recentOf(
  { history }: Pick<Trial, 'history'>,
  kinds: readonly HistoryRow['kind'][],
  most = mostRecent,
): Recent[] {
  const recent = new Map<string, Recent>();
  for (let at = history.length - 1; at >= 0 && recent.size < most; at--) {
    const { sku, day, kind } = history[at]!;
    if (kinds.includes(kind) && !recent.has(sku)) recent.set(sku, { sku, day });
  }
  return [...recent.values()];
}

/** How affinity is read: the site's settings, and the feed columns that are its properties. */
export interface PreferenceOptions {
  readonly feed: ReadableFeed;
  readonly properties: readonly string[];
  readonly settings: AffinitySettings;
}

/** The user's affinity as their profile would have it, folded from their history. */
export function preferencesOf(
  { history, day }: Pick<Trial, 'history' | 'day'>,
  { properties, settings }: Pick<PreferenceOptions, 'properties' | 'settings'>,
  { lookup, normaliser }: PreferenceReading,
): Likes {
  const profile = profileOf(history, lookup);
  return new Map(
    properties.map((name) => [name, rankValues(profile, name, settings, normaliser, day)]),
  );
}

/** What affinity is read with, the same for all users. */
export interface PreferenceReading {
  readonly lookup: (sku: string) => AffinityValues | undefined;
  /** What the site's users had done when histories ended; undefined where no setting needs it. */
  readonly normaliser: Normaliser | undefined;
}

/** Totals of the users who are judged take time, and are made where numbers need bins of them. */
export function preferenceReading(
  trials: readonly Pick<Trial, 'history' | 'day'>[],
  { feed, properties, settings }: PreferenceOptions,
): PreferenceReading {
  const columns = properties.flatMap((name) => feed.column(name) ?? []);
  const readers = columns.map(
    (column) => [column.name, affinityValuesReader(column, undefined)] as const,
  );
  const lookup = (sku: string): AffinityValues | undefined => {
    const row = feed.rowOf(sku);
    if (row === -1) return undefined;
    return new Map(readers.map(([name, valuesOf]) => [name, valuesOf(row)]));
  };
  const chosen = { ...settings, properties };
  if (quantileBinsOf(chosen).length === 0 && settings.normalisation === 0) {
    return { lookup, normaliser: undefined };
  }
  const totals = startTotals();
  let today = 0;
  for (const { history, day } of trials) {
    addToTotals(totals, profileOf(history, lookup), chosen, day);
    today = Math.max(today, day);
  }
  return { lookup, normaliser: makeNormaliser(totals, 1, today, chosen) };
}

function profileOf(history: Trial['history'], lookup: PreferenceReading['lookup']): Profile {
  const events = history.map((row, at) =>
    completeEvent(eventOf(row, at), { identified: true, lookup }),
  );
  return foldEvents(emptyProfile(), events);
}

function eventOf({ sku, kind, day }: HistoryRow, at: number): Event {
  const base = { id: String(at), time: day * msPerDay, session: '', name: kind };
  if (kind === 'view') return { ...base, kind: 'product-view', sku };
  if (kind === 'add-to-cart') return { ...base, kind, sku, quantity: 1 };
  return { ...base, kind, cart: [{ sku, quantity: 1 }] };
}
