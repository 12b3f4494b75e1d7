// Days of the log past a term: found, asked for their users, and taken out.
import type { Db } from '../../../../db/schema.ts';
import { forgetDays, forgetDroppedDay } from '../../interactions/index.ts';
import { daysRead, inChunks } from '../days.ts';
import { lockEventDays, selectEventDays } from '../store.ts';
import {
  countEventsOn,
  deleteSomeOn,
  dropDay,
  isLockTimeout,
  lockLog,
  selectDaysWithEvents,
  selectSitesOn,
  selectUsersAmong,
  selectUsersOn,
} from './store.ts';

const usersAtOnce = 200;
const eventsAtOnce = 5_000;
/** Readers and writers of the log wait as long, behind what the drop waits for. */
const dropWaitMs = 500;

/** The days before one of which a site has events, in ascending order. */
export async function daysBefore(db: Db, siteId: number, before: string): Promise<string[]> {
  const days = (await selectEventDays(db)).filter((day) => day < before).sort();
  const found: string[] = [];
  for (const some of inChunks(days, daysRead)) {
    found.push(...(await selectDaysWithEvents(db, siteId, some)));
  }
  return found;
}

/** How many events a site has on some days. */
export async function countEvents(
  db: Db,
  siteId: number,
  days: readonly string[],
): Promise<number> {
  let count = 0;
  for (const some of inChunks(days, daysRead)) count += await countEventsOn(db, siteId, some);
  return count;
}

/** The users with events of a site on a day, some at a time. */
export async function* usersOn(
  db: Db,
  siteId: number,
  day: string,
): AsyncGenerator<readonly string[]> {
  for (let after: string | undefined; ; ) {
    const page = await selectUsersOn(db, siteId, day, after, usersAtOnce);
    if (page.length > 0) yield page;
    if (page.length < usersAtOnce) return;
    after = page.at(-1);
  }
}

/** Those of some users with events of a day or later. */
export async function usersSince(
  db: Db,
  siteId: number,
  userIds: readonly string[],
  from: string,
): Promise<Set<string>> {
  const days = (await selectEventDays(db)).filter((day) => day >= from).sort();
  const found = new Set<string>();
  for (const some of inChunks(days.reverse(), daysRead)) {
    const left = userIds.filter((id) => !found.has(id));
    if (left.length === 0) break;
    for (const id of await selectUsersAmong(db, siteId, left, some)) found.add(id);
  }
  return found;
}

/** Deletes a site's events of a day, some in a transaction. */
export async function deleteDay(db: Db, siteId: number, day: string): Promise<void> {
  for (;;) {
    const deleted = await db.transaction().execute(async (tx) => {
      const count = await deleteSomeOn(tx, siteId, day, eventsAtOnce);
      await forgetDays(tx, siteId, [day]);
      return count;
    });
    if (deleted < eventsAtOnce) break;
  }
}

export type DayOutcome =
  | 'dropped'
  /** Something has used the log for too long; another time. */
  | 'in use'
  /** Sites that need it have events there. */
  | 'shared';

/**
 * Drops a day of the log that no site needs: an instant, however much is in it. A site that is not
 * done with the day and has an event there keeps it, also where that came a moment ago.
 */
export async function dropDayIfDone(
  db: Db,
  day: string,
  isDone: (siteId: number) => boolean,
): Promise<DayOutcome> {
  if (!(await selectSitesOn(db, day)).every(isDone)) return 'shared';
  try {
    return await db.transaction().execute(async (tx) => {
      await lockEventDays(tx);
      if (!(await selectEventDays(tx)).includes(day)) return 'dropped';
      await lockLog(tx, dropWaitMs);
      if (!(await selectSitesOn(tx, day)).every(isDone)) return 'shared';
      await dropDay(tx, day);
      await forgetDroppedDay(tx, day);
      return 'dropped';
    });
  } catch (error) {
    if (isLockTimeout(error)) return 'in use';
    throw error;
  }
}

/** The sites with events on a day. */
export const sitesOn = (db: Db, day: string): Promise<number[]> => selectSitesOn(db, day);
