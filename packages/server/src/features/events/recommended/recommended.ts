// What events say of recommendations: lists that were given, and items that were shown.
import type { Event, RecommendedBy, RecommendedList, RecordedSlot } from '@attune/core';
import { dayInZone } from '../../../day-in-zone.ts';
import type { Db } from '../../../db/schema.ts';
import {
  addRecommendationCounts,
  insertRecommendedItems,
  type RecommendationCount,
} from './store.ts';

interface Site {
  readonly id: number;
  /** Settings as they are stored. */
  readonly settings: { readonly timeZone?: unknown };
}

/**
 * Notes what events recommended that were added to the log, in the transaction that adds them. Own
 * people's do not count, nor does what a holdout withheld.
 *
 * Served is shown, unless a site's pages say what is seen: then its slots count once they are seen.
 */
export async function noteRecommended(
  tx: Db,
  { id: siteId, settings }: Site,
  partition: number,
  events: readonly Event[],
): Promise<void> {
  const tally = new Tally(String(settings.timeZone ?? 'UTC'));
  for (const event of events) if (!event.isInternal) tally.add(event);
  await addRecommendationCounts(tx, siteId, partition, tally.counts());
  await insertRecommendedItems(tx, siteId, tally.items());
}

/** Adds up counts of days. */
class Tally {
  readonly #timeZone: string;
  readonly #counts = new Map<string, RecommendationCount>();
  readonly #items = new Map<string, { day: string; strategyId: number; sku: string }>();

  constructor(timeZone: string) {
    this.#timeZone = timeZone;
  }

  add(event: Event): void {
    if (event.kind === 'exposure') {
      const { list, recommended = [], holdoutId } = event;
      if (!list || holdoutId !== undefined) return;
      this.#addList(event.time, list, recommended);
      for (const [at, sku] of recommended) this.#addShown(event.time, { ...list, at }, sku);
    } else if (event.kind === 'decision') {
      for (const { list, recommended = [] } of event.decided) {
        if (list) this.#addList(event.time, list, recommended);
      }
    } else if (event.kind === 'impression' && event.slot) {
      this.#addShown(event.time, event.slot, event.sku ?? '');
    }
  }

  /** In the order of their keys: batches of other partitions must not wait for each other's. */
  counts = (): RecommendationCount[] => sorted(this.#counts);
  items = () => sorted(this.#items);

  #addList(time: number, list: RecommendedList, given: readonly RecordedSlot[]): void {
    const count = this.#countOf(time, list);
    count.lists += 1;
    if (given.length >= list.slots) count.fullLists += 1;
    if (list.hasFallback) count.fallbackLists += 1;
  }

  #addShown(time: number, by: RecommendedBy & { readonly at: number }, sku: string): void {
    const { day, strategyId, shown } = this.#countOf(time, by);
    while (shown.length <= by.at) shown.push(0);
    shown[by.at]! += 1;
    if (sku !== '') this.#items.set(`${day} ${strategyId} ${sku}`, { day, strategyId, sku });
  }

  #countOf(time: number, { strategy, page: type }: RecommendedBy): RecommendationCount {
    const page: string = type ?? '';
    const day = dayInZone(this.#timeZone, time);
    const key = `${day} ${strategy} ${page}`;
    const known = this.#counts.get(key);
    if (known) return known;
    const none = { lists: 0, fullLists: 0, fallbackLists: 0, shown: [] };
    const made = { day, strategyId: strategy, page, ...none };
    this.#counts.set(key, made);
    return made;
  }
}

const sorted = <One>(all: ReadonlyMap<string, One>): One[] =>
  [...all].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
