// Transactions by their ids and claimants, and the logged events of them.
import { sql } from 'kysely';
import type { Db } from '../../../../db/schema.ts';

/** A transaction that is bought or refunded as a whole, by the first event that says so. */
export interface TransactionRow {
  readonly transactionId: string;
  /** Whose claim it is; '' where a server vouches for it. */
  readonly claimant: string;
  readonly day: string;
  readonly eventId: string;
}

export const transactionKey = ({
  transactionId,
  claimant,
}: Pick<TransactionRow, 'transactionId' | 'claimant'>) => `${claimant}\n${transactionId}`;

/** Purchases, or refunds of whole transactions. */
type TransactionTable = 'purchase' | 'refund';

/**
 * Notes transactions; returns what is noted of them now, of whatever claimants: of each, the first
 * that came.
 */
export async function noteTransactions(
  db: Db,
  table: TransactionTable,
  siteId: number,
  noted: readonly TransactionRow[],
): Promise<TransactionRow[]> {
  await sql`
    insert into ${sql.table(table)} (site_id, transaction_id, claimant, day, event_id)
    select ${siteId}, * from unnest(
      ${noted.map(({ transactionId }) => transactionId)}::text[],
      ${noted.map(({ claimant }) => claimant)}::text[],
      ${noted.map(({ day }) => day)}::date[],
      ${noted.map(({ eventId }) => eventId)}::text[])
      as made (transaction_id, claimant, day, event_id)
    order by transaction_id, claimant
    on conflict do nothing`.execute(db);
  return selectTransactions(
    db,
    table,
    siteId,
    noted.map(({ transactionId }) => transactionId),
  );
}

/** What is noted of some transactions, of whatever claimants. */
export async function selectTransactions(
  db: Db,
  table: TransactionTable,
  siteId: number,
  transactionIds: readonly string[],
): Promise<TransactionRow[]> {
  const { rows } = await sql<TransactionRow>`
    select transaction_id as "transactionId", claimant, day, event_id as "eventId"
    from ${sql.table(table)}
    where site_id = ${siteId} and transaction_id = any(${transactionIds}::text[])`.execute(db);
  return rows;
}

/** Forgets transactions by those who claim them. */
export async function deleteTransactions(
  db: Db,
  table: TransactionTable,
  siteId: number,
  transactions: readonly Pick<TransactionRow, 'transactionId' | 'claimant'>[],
): Promise<void> {
  await sql`
    delete from ${sql.table(table)}
    where site_id = ${siteId} and (transaction_id, claimant) in (select * from unnest(
      ${transactions.map(({ transactionId }) => transactionId)}::text[],
      ${transactions.map(({ claimant }) => claimant)}::text[]))`.execute(db);
}

/** Forgets transactions whose events were of days before one. */
export async function deleteTransactionsBefore(
  db: Db,
  table: TransactionTable,
  siteId: number,
  day: string,
): Promise<void> {
  await db.deleteFrom(table).where('site_id', '=', siteId).where('day', '<', day).execute();
}

/**
 * Takes a site's transactions until the transaction of the database ends. What is folded at the
 * same moment would otherwise not see one another, such as a purchase and its refund.
 */
export async function lockTransactionsOf(db: Db, siteId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('attune transactions'), ${siteId})`.execute(db);
}

/** Logged purchases and refunds, with the users in whose profiles they are. */
export async function selectTransactionEvents(
  db: Db,
  siteId: number,
  keys: readonly { readonly day: string; readonly eventId: string }[],
): Promise<{ userId: string; data: string }[]> {
  const days = [...new Set(keys.map(({ day }) => day))];
  const { rows } = await sql<{ user_id: string; data: string }>`
    select found.user_id, found.data
    from unnest(${keys.map(({ day }) => day)}::date[],
                ${keys.map(({ eventId }) => eventId)}::text[]) as wanted (day, id)
    cross join lateral (
      select user_id, data from event
      where site_id = ${siteId} and day = wanted.day and id = wanted.id
        and day = any(${days}::date[])
      limit 1) as found`.execute(db);
  return rows.map(({ user_id, data }) => ({ userId: user_id, data }));
}

/** Rewrites the data of logged events. */
export async function updateEventData(
  db: Db,
  siteId: number,
  events: readonly { readonly day: string; readonly id: string; readonly data: string }[],
): Promise<void> {
  const days = [...new Set(events.map(({ day }) => day))];
  await sql`
    update event set data = fresh.data
    from unnest(${events.map(({ day }) => day)}::date[],
                ${events.map(({ id }) => id)}::text[],
                ${events.map(({ data }) => data)}::text[]) as fresh (day, id, data)
    where event.site_id = ${siteId} and event.day = any(${days}::date[])
      and event.day = fresh.day and event.id = fresh.id`.execute(db);
}

/** Owners of those of some users that are devices. */
export async function selectOwners(
  db: Db,
  siteId: number,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ user_id: string; owner_id: string }>`
    select user_id, owner_id from device
    where site_id = ${siteId} and user_id = any(${userIds}::bigint[])`.execute(db);
  return new Map(rows.map(({ user_id, owner_id }) => [user_id, owner_id]));
}
