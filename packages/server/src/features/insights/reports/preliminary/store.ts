// The first and the last that is known of a campaign's users, in SQL.
import { sql } from 'kysely';
import type { Db } from '../../../../db/schema.ts';
import type { Question } from '../store.ts';
import { exposures } from '../units/store.ts';

/** When users were exposed, and what those of last did. */
export interface Tracked {
  readonly first: Date | null;
  readonly last: Date | null;
  readonly users: number;
}

/** First and last exposure, and how many users there were. */
export async function selectExposed(db: Db, question: Question): Promise<Tracked> {
  const { rows } = await sql<Tracked>`
    select min(time) as first, max(time) as last, count(distinct key)::integer as users
    from (${exposures(question)}) as exposed
    where time >= ${question.from.toISOString()}`.execute(db);
  return rows[0]!;
}

export interface LastEvent {
  readonly at: Date;
  readonly kind: string;
  readonly variationId: number;
}

/** So many users of last are looked at. */
const latestUsers = 50;
/** What the log has of a decision itself is no news of a visitor. */
const untold = ['exposure', 'decision'];

/** The last events of those who were exposed last, the newest first. */
export async function selectLastEvents(
  db: Db,
  question: Question,
  most: number,
): Promise<LastEvent[]> {
  const { siteId, asOf } = question;
  const since = new Date(asOf.getTime() - 2 * 86_400_000).toISOString();
  const { rows } = await sql<LastEvent>`
    with latest as materialized (
      select user_id, max(variation_id) as variation_id, min(time) as time
      from (select * from (${exposures(question)}) as exposed
        order by time desc limit ${latestUsers}) as each
      group by user_id)
    select done.time as at, done.kind, variation_id::double precision as "variationId"
    from latest cross join lateral (
      select event.time, event.kind from event
      where event.site_id = ${siteId} and event.user_id = latest.user_id
        and event.day >= ${since.slice(0, 10)}::date and event.time >= latest.time
        and event.kind <> all(${untold}::text[])
      order by event.time desc limit ${most}) as done
    order by done.time desc limit ${most}`.execute(db);
  return rows;
}
