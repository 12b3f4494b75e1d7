// Days of the event log: which partitions exist, and adding the ones that are missing.
import type { Event } from '@attune/core';
import type { Db } from '../../db/schema.ts';
import { addEventDay, lockEventDays, selectEventDays } from './store.ts';

/** The UTC day of a time in ms, as YYYY-MM-DD. */
export function dayText(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The key of an event within its site's log, as text. */
export function logKey({ id, time }: Pick<Event, 'id' | 'time'>): string {
  return `${dayText(time)} ${id}`;
}

/** Sees to it that the log has a partition for each day; remembers which there are. */
export function eventDays(db: Db): (days: Iterable<string>) => Promise<void> {
  const known = new Set<string>();
  return async (days) => {
    const missing = () => [...new Set(days)].filter((day) => !known.has(day)).sort();
    if (missing().length === 0) return;
    for (const day of await selectEventDays(db)) known.add(day);
    for (const day of missing()) {
      await db.transaction().execute(async (tx) => {
        await lockEventDays(tx);
        if (!(await selectEventDays(tx)).includes(day)) await addEventDay(tx, day);
      });
      known.add(day);
    }
  };
}
