// The revenue of a site by day: read from the log for those days alone that have changed.
import type { Db } from '../../../../db/schema.ts';
import { dayTextOf, selectDays } from '../../../events/interactions/index.ts';
import type { Question } from '../store.ts';
import { type DayValue, selectGross } from './store.ts';

/** What the purchases of a UTC day came to before refunds. */
export interface Gross {
  readonly utcDay: string;
  /** How often the day had changed by then. */
  readonly changes: number;
  readonly byDay: readonly DayValue[];
}

/**
 * Adds up the purchases of each UTC day that a question asks for. What is known of a day is taken
 * where it has not changed since: no event came, was confirmed or was erased.
 */
export async function grossByDay(
  tx: Db,
  question: Question,
  known: readonly Gross[],
): Promise<Gross[]> {
  const { siteId, from, to } = question;
  const knownOf = new Map(known.map((one) => [one.utcDay, one]));
  const days = await selectDays(tx, siteId, dayTextOf(from.getTime()));
  const found: Gross[] = [];
  for (const { day: utcDay, changes } of days) {
    if (utcDay > dayTextOf(to.getTime())) continue;
    const before = knownOf.get(utcDay);
    if (before?.changes === changes) found.push(before);
    else found.push({ utcDay, changes, byDay: await selectGross(tx, question, utcDay) });
  }
  return found;
}
