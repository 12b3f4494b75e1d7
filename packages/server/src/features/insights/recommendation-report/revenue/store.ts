// What purchases came to: all of a day as they are, and what refunds took back of them.
import { sql } from 'kysely';
import type { Db } from '../../../../db/schema.ts';
import { logged, ordered, type Question } from '../store.ts';

export interface DayValue {
  /** YYYY-MM-DD in the site's time zone. */
  readonly day: string;
  /** A decimal number, whole: those of days add up exactly. */
  readonly value: string;
}

const dayMs = 86_400_000;

/** What the purchases of a UTC day came to before refunds, in the site's currency. */
export async function selectGross(tx: Db, question: Question, utcDay: string): Promise<DayValue[]> {
  const { asOf, currency, timeZone } = question;
  const from = new Date(`${utcDay}T00:00:00Z`);
  const to = new Date(Math.min(from.getTime() + dayMs, asOf.getTime()));
  const { rows } = await sql<DayValue>`
    select (time at time zone ${timeZone})::date::text as day,
      sum(greatest(0, value)::numeric)::text as value
    from (${ordered(question, logged(question, ['purchase'], from, to))}) as bought
    where currency = ${currency} group by 1`.execute(tx);
  return rows;
}

/** Adds to what purchases came to by day what refunds changed of those that were looked into. */
export async function selectSiteRevenue(
  tx: Db,
  { currency, timeZone }: Question,
  gross: readonly DayValue[],
): Promise<{ day: string; value: number }[]> {
  const { rows } = await sql<{ day: string; value: number }>`
    select day::text as day, sum(value)::double precision as value
    from (
      select * from unnest(${gross.map(({ day }) => day)}::date[],
        ${gross.map(({ value }) => value)}::numeric[]) as gross (day, value)
      union all
      select (time at time zone ${timeZone})::date, value::numeric from found_order
      where is_first and currency = ${currency}
      union all
      select (time at time zone ${timeZone})::date, -greatest(0, value)::numeric from found_event
      where kind = 'purchase' and currency = ${currency}) as counted
    group by 1`.execute(tx);
  return rows;
}
