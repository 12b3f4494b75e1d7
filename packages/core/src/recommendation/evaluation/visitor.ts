// What serving would have known of a user when his history ended.

import { rankValues } from '../../affinity/read.ts';
import type { AffinitySettings } from '../../affinity/settings.ts';
import { completeEvent } from '../../events/complete.ts';
import type { AffinityValues, Event } from '../../events/event.ts';
import { foldEvents } from '../../profile/fold.ts';
import { emptyProfile } from '../../profile/profile.ts';
import type { ReadableFeed } from '../methods/feed.ts';
import type { HistoryRow, Trial } from './split.ts';

/** As many as a profile remembers. */
const mostRecent = 100;
const msPerDay = 86_400_000;

/** An item that a user had, and on which UTC day he last had it. */
export interface Recent {
  readonly sku: string;
  readonly day: number;
}

/** The items of some kinds, each once, the latest first. */
export function recentOf(
  { history }: Pick<Trial, 'history'>,
  kinds: readonly HistoryRow['kind'][],
): Recent[] {
  const recent = new Map<string, Recent>();
  for (let at = history.length - 1; at >= 0 && recent.size < mostRecent; at--) {
    const { sku, day, kind } = history[at]!;
    if (kinds.includes(kind) && !recent.has(sku)) recent.set(sku, { sku, day });
  }
  return [...recent.values()];
}

/** How affinity is read: the site's settings, and the feed columns that are its properties. */
export interface TasteOptions {
  readonly feed: ReadableFeed;
  readonly properties: readonly string[];
  readonly settings: AffinitySettings;
}

/** The user's affinity as his profile would have it, folded from his history. */
export function tasteOf(
  { history, day }: Pick<Trial, 'history' | 'day'>,
  { feed, properties, settings }: TasteOptions,
): ReadonlyMap<string, readonly { readonly value: string; readonly score: number }[]> {
  const lookup = (sku: string): AffinityValues | undefined => {
    const row = feed.rowOf(sku);
    if (row === -1) return undefined;
    return new Map(properties.map((name) => [name, feed.column(name)?.texts(row) ?? []]));
  };
  const events = history.map((row, at) =>
    completeEvent(eventOf(row, at), { identified: true, lookup }),
  );
  const profile = foldEvents(emptyProfile(), events);
  return new Map(
    properties.map((name) => [name, rankValues(profile, name, settings, undefined, day)]),
  );
}

function eventOf({ sku, kind, day }: HistoryRow, at: number): Event {
  const base = { id: String(at), time: day * msPerDay, session: '', name: kind };
  if (kind === 'view') return { ...base, kind: 'product-view', sku };
  if (kind === 'add-to-cart') return { ...base, kind, sku, quantity: 1 };
  return { ...base, kind, cart: [{ sku, quantity: 1 }] };
}
