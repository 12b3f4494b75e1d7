// What was measured of feeds, revision by revision; and rejected rows.
import type { FeedMeasure } from '@attune/core';
import { sql } from 'kysely';
import type { Db } from '../../../../db/schema.ts';
import type { FeedKey } from '../changes/feed-key.ts';

export interface MeasureRow {
  readonly revision: number;
  readonly at: Date;
  readonly measure: FeedMeasure;
}

const kept = 30;

/** Keeps what was measured at a revision, and forgets what is too old to be compared with. */
export async function upsertMeasure(
  db: Db,
  { siteId, feedId }: FeedKey,
  { revision, at, measure }: MeasureRow,
): Promise<void> {
  const body = JSON.stringify(measure);
  await db
    .insertInto('feed_health')
    .values({ site_id: siteId, feed_id: feedId, revision, at, body })
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'feed_id', 'revision']).doUpdateSet({ at, body }),
    )
    .execute();
  await sql`
    delete from feed_health
    where site_id = ${siteId} and feed_id = ${feedId} and revision < (
      select min(revision) from (
        select revision from feed_health where site_id = ${siteId} and feed_id = ${feedId}
        order by revision desc limit ${kept}
      ) as newest
    )`.execute(db);
}

/** What was measured at a revision or before it, the newest first. */
export async function selectMeasures(
  db: Db,
  { siteId, feedId }: FeedKey,
  { upTo, limit }: { readonly upTo: number; readonly limit: number },
): Promise<MeasureRow[]> {
  const rows = await db
    .selectFrom('feed_health')
    .select(['revision', 'at', 'body'])
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .where('revision', '<=', String(upTo))
    .orderBy('revision', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ revision, at, body }) => ({
    ...{ revision: Number(revision), at },
    measure: JSON.parse(body),
  }));
}

/** Rejected rows of a change, the first in its order. */
export async function selectRejected(
  db: Db,
  { siteId, feedId }: FeedKey,
  transactionId: string,
): Promise<{ item: string; message: string }[]> {
  const { rows } = await sql<{ item: string; message: string }>`
    select item, coalesce(message, '') as message from feed_transaction_item
    where site_id = ${siteId} and feed_id = ${feedId} and transaction_id = ${transactionId}
      and not succeeded
    order by position limit 10000`.execute(db);
  return rows;
}
