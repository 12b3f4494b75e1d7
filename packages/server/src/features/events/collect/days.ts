// Days of the event log: each is a partition, and a statement locks all those that it may touch.
import type { Event } from '@attune/core';
import type { Db } from '../../../db/schema.ts';
import {
  addEventDay,
  announceEventDays,
  type EventRow,
  lockEventDays,
  selectEventDays,
  selectEventsOn,
  selectHasEvent,
  selectLastEventsOn,
} from './store.ts';

/** PostgreSQL's lock table is shared: a day takes a lock for its table and each of its indexes. */
export const daysRead = 100;
/** A day that is added takes more of them. */
const daysAdded = 50;

const dayMs = 86_400_000;
/** More days than any batch has; then they are forgotten, and announced again. */
const textsMax = 10_000;
const texts = new Map<number, string>();

/** The UTC day of a time in ms, as YYYY-MM-DD. Telling a time costs as much as reading an event. */
export function dayText(time: number): string {
  const day = Math.floor(time / dayMs);
  const cached = texts.get(day);
  if (cached !== undefined) return cached;
  const text = new Date(time).toISOString().slice(0, 10);
  if (texts.size >= textsMax) texts.clear();
  texts.set(day, text);
  return text;
}

/** The key of an event within its site's log, as text. */
export function logKey({ id, time }: Pick<Event, 'id' | 'time'>): string {
  return `${dayText(time)} ${id}`;
}

/** Longer than a connection takes to find out which days there are. */
const toldAgainMs = 1_000;

export interface EventDays {
  /** Sees to it that the log has a partition for each day; remembers which there are. */
  readonly ensure: (days: Iterable<string>) => Promise<void>;
  /** A connection has not found one of them: all look again, and nothing is remembered. */
  readonly renew: () => Promise<void>;
}

/** Starts with no day remembered. */
export function eventDays(db: Db): EventDays {
  const known = new Set<string>();
  // A mere reader would miss the day's events, and get no error. If that fails, nothing was
  // promised; the writer gets the error, and renews.
  const tellAgain = () => void announceEventDays(db).catch(() => undefined);
  return {
    async ensure(days) {
      const missing = () => [...new Set(days)].filter((day) => !known.has(day)).sort();
      if (missing().length === 0) return;
      for (const day of await selectEventDays(db)) known.add(day);
      for (const some of inChunks(missing(), daysAdded)) {
        await db.transaction().execute(async (tx) => {
          await lockEventDays(tx);
          const present = new Set(await selectEventDays(tx));
          for (const day of some) if (!present.has(day)) await addEventDay(tx, day);
        });
        setTimeout(tellAgain, toldAgainMs).unref();
        for (const day of some) known.add(day);
      }
    },
    async renew() {
      known.clear();
      await announceEventDays(db);
    },
  };
}

/**
 * Reads all events of some users, of one day and later where that is given, oldest first, in lists
 * of some days each. Not within a
 * transaction: its locks of every partition would stay until it ends. A caller that must not miss
 * what is being written holds the writers' locks in another transaction: writers that had them
 * before have committed, and nothing is written while it has them.
 */
export async function* readEventsOf(
  db: Db,
  siteId: number,
  userIds: readonly string[],
  from = '',
): AsyncGenerator<readonly EventRow[]> {
  if (db.isTransaction) throw new Error('the event log is not read within a transaction');
  const days = (await selectEventDays(db)).filter((day) => day >= from).sort();
  for (const some of inChunks(days, daysRead)) {
    const events = await selectEventsOn(db, siteId, userIds, some);
    if (events.length > 0) yield events;
  }
}

/**
 * All events of some users, or those from a day on, oldest first; the rules of `readEventsOf` on
 * transactions apply.
 */
export async function allEventsOf(
  db: Db,
  siteId: number,
  userIds: readonly string[],
  from = '',
): Promise<EventRow[]> {
  return (await Array.fromAsync(readEventsOf(db, siteId, userIds, from))).flat();
}

/** The last events of some users, the latest first; not within a transaction, as above. */
export async function lastEventsOf(
  db: Db,
  siteId: number,
  userIds: readonly string[],
  count: number,
): Promise<EventRow[]> {
  if (db.isTransaction) throw new Error('the event log is not read within a transaction');
  const last: EventRow[] = [];
  for (const days of inChunks((await selectEventDays(db)).sort().reverse(), daysRead)) {
    last.push(...(await selectLastEventsOn(db, siteId, userIds, days, count - last.length)));
    if (last.length >= count) break;
  }
  return last;
}

/** Has a site an event in its log? Not within a transaction, as above. */
export async function hasEvents(db: Db, siteId: number): Promise<boolean> {
  for (const days of inChunks((await selectEventDays(db)).sort().reverse(), daysRead)) {
    if (await selectHasEvent(db, siteId, days)) return true;
  }
  return false;
}

/** Some at a time, in their order. */
export function inChunks<T>(all: readonly T[], size: number): T[][] {
  const count = Math.ceil(all.length / size);
  return Array.from({ length: count }, (_, at) => all.slice(at * size, (at + 1) * size));
}
