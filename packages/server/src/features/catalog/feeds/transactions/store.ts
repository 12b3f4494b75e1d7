// Rows of feed transactions, and what became of each row of an upload.
import { sql } from 'kysely';
import type { Db } from '../../../../db/schema.ts';

export interface TransactionRow {
  readonly siteId: number;
  readonly feedId: string;
  /** A UUID. */
  readonly id: string;
  readonly at: Date;
  readonly accepted: number;
  readonly rejected: number;
  /** The feed's after the change. */
  readonly revision: number;
}

export interface OutcomeRow {
  readonly item: string;
  readonly message: string | null;
  readonly succeeded: boolean;
  readonly at: Date;
}

/** Records a change. */
export async function insertTransaction(db: Db, row: TransactionRow): Promise<void> {
  const { siteId, feedId, ...rest } = row;
  await db
    .insertInto('feed_transaction')
    .values({ site_id: siteId, feed_id: feedId, ...rest })
    .execute();
}

/** Records what became of the staged rows, the first `limit` of all or of the rejected ones. */
export async function insertOutcomes(
  db: Db,
  of: Pick<TransactionRow, 'siteId' | 'feedId' | 'id'>,
  rows: { readonly onlyRejected: boolean; readonly limit: number },
): Promise<void> {
  await sql`
    insert into feed_transaction_item
      (site_id, feed_id, transaction_id, position, item, message, succeeded)
    select ${of.siteId}, ${of.feedId}, ${of.id}, position,
           coalesce(item, sku), message, succeeded
    from staged_row
    where not (${rows.onlyRejected} and succeeded)
    order by position
    limit ${rows.limit}`.execute(db);
}

/** Forgets a feed's changes before a time, and what became of their rows. */
export async function deleteTransactions(
  db: Db,
  of: Pick<TransactionRow, 'siteId' | 'feedId'>,
  before: Date,
): Promise<void> {
  await db
    .deleteFrom('feed_transaction')
    .where('site_id', '=', of.siteId)
    .where('feed_id', '=', of.feedId)
    .where('at', '<', before)
    .execute();
}

/** Is there such a change of this feed? */
export async function hasTransaction(
  db: Db,
  of: Pick<TransactionRow, 'siteId' | 'feedId' | 'id'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('feed_transaction')
    .select('id')
    .where('site_id', '=', of.siteId)
    .where('feed_id', '=', of.feedId)
    .where('id', '=', of.id)
    .executeTakeFirst();
  return row !== undefined;
}

/** What became of a change's rows, in the upload's order; of those named `item`, where given. */
export async function selectOutcomes(
  db: Db,
  of: Pick<TransactionRow, 'siteId' | 'feedId' | 'id'>,
  item?: string,
): Promise<OutcomeRow[]> {
  let query = db
    .selectFrom('feed_transaction_item as outcome')
    .innerJoin('feed_transaction as change', (join) =>
      join
        .onRef('change.site_id', '=', 'outcome.site_id')
        .onRef('change.feed_id', '=', 'outcome.feed_id')
        .onRef('change.id', '=', 'outcome.transaction_id'),
    )
    .select(['outcome.item', 'outcome.message', 'outcome.succeeded', 'change.at'])
    .where('outcome.site_id', '=', of.siteId)
    .where('outcome.feed_id', '=', of.feedId)
    .where('outcome.transaction_id', '=', of.id)
    .orderBy('outcome.position');
  if (item !== undefined) query = query.where('outcome.item', '=', item);
  return query.execute();
}
