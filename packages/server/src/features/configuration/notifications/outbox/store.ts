// Rows of the outbox: what is to be sent, and what became of it.
import { type Selectable, sql } from 'kysely';
import type { Db, Schema } from '../../../../db/schema.ts';

interface NewMessage {
  readonly messageId: string;
  readonly type: string;
  /** JSON text. */
  readonly message: string;
  readonly at: Date;
}

/** Puts a message into the outbox, once for each channel that is on and wants its type. */
export async function insertDeliveries(
  db: Db,
  siteId: number,
  { messageId, type, message, at }: NewMessage,
): Promise<void> {
  await sql`
    insert into delivery (site_id, channel_id, message_id, type, message, created_at, state,
      attempts, next_at)
    select site_id, id, ${messageId}, ${type}, ${message}, ${at}, 'waiting', 0, ${at}
    from notification_channel
    where site_id = ${siteId} and is_on and ${type}::text = any(events)`.execute(db);
}

/** Puts a message for one channel into the outbox, and gives it. */
export async function insertDelivery(
  db: Db,
  siteId: number,
  channelId: number,
  { messageId, type, message, at }: NewMessage,
): Promise<DeliveryRow> {
  const row = await db
    .insertInto('delivery')
    .values({
      ...{ site_id: siteId, channel_id: channelId, message_id: messageId, type, message },
      ...{ created_at: at, state: 'waiting' as const, attempts: 0, next_at: at },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return deliveryOf(row);
}

export interface DeliveryRow {
  readonly siteId: number;
  readonly id: string;
  /** null: a mail by itself. */
  readonly channelId: number | null;
  readonly messageId: string;
  readonly type: string;
  readonly message: string;
  readonly createdAt: Date;
  readonly state: 'waiting' | 'sent' | 'failed';
  /** Those that have begun. */
  readonly attempts: number;
  readonly lastAt: Date | null;
  readonly nextAt: Date | null;
  readonly answerCode: number | null;
  readonly detail: string;
  readonly encryptedMail: Buffer | null;
  /** Of a mail by itself. */
  readonly recipient: string;
  /** It is of no use afterwards. */
  readonly goodUntil: Date | null;
}

const deliveryOf = (row: Selectable<Schema['delivery']>): DeliveryRow => ({
  ...{ siteId: row.site_id, id: row.id, channelId: row.channel_id, messageId: row.message_id },
  ...{ type: row.type, message: row.message, createdAt: row.created_at, state: row.state },
  ...{ attempts: row.attempts, lastAt: row.last_at, nextAt: row.next_at },
  ...{ answerCode: row.answer_code, detail: row.detail, encryptedMail: row.sealed_mail },
  ...{ recipient: row.recipient, goodUntil: row.good_until },
});

/**
 * Takes what is due longest, and holds it: others may take it when that time has passed. A channel
 * gets one message at a time, so that a slow one keeps no other waiting.
 */
export async function claimDelivery(
  db: Db,
  { at, until }: { readonly at: Date; readonly until: Date },
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<Selectable<Schema['delivery']>>`
    update delivery set held_until = ${until}, last_at = ${at}, attempts = attempts + 1
    where (site_id, id) = (
      select site_id, id from delivery as due
      where state = 'waiting' and next_at <= ${at} and (held_until is null or held_until <= ${at})
        and not exists (
          select from delivery as other where other.state = 'waiting'
            and other.site_id = due.site_id and other.channel_id = due.channel_id
            and other.held_until > ${at})
      order by next_at, id limit 1 for update skip locked)
    returning *`.execute(db);
  return rows[0] && deliveryOf(rows[0]);
}

/** How an attempt ended. */
export interface Attempted {
  readonly state: DeliveryRow['state'];
  /** When it is tried again; null: never. */
  readonly nextAt: Date | null;
  readonly answerCode: number | null;
  readonly detail: string;
}

/** Records how an attempt ended; a mail that is not tried again is removed with its link. */
export async function endAttempt(
  db: Db,
  { siteId, id }: Pick<DeliveryRow, 'siteId' | 'id'>,
  { state, nextAt, answerCode, detail }: Attempted,
): Promise<void> {
  await db
    .updateTable('delivery')
    .set({
      ...{ state, next_at: nextAt, held_until: null, answer_code: answerCode, detail },
      ...(nextAt === null && { sealed_mail: null }),
    })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute();
}

/** Gives up what waits for a channel. */
export async function failWaiting(
  db: Db,
  siteId: number,
  channelId: number,
  detail: string,
): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ state: 'failed', next_at: null, detail })
    .where('site_id', '=', siteId)
    .where('channel_id', '=', channelId)
    .where('state', '=', 'waiting')
    .execute();
}

/** Some deliveries to a channel, the newest first. */
export async function selectDeliveries(
  db: Db,
  siteId: number,
  channelId: number,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<DeliveryRow[]> {
  let query = db
    .selectFrom('delivery')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('channel_id', '=', channelId)
    .orderBy('id', 'desc')
    .limit(limit);
  if (before !== undefined) query = query.where('id', '<', before);
  return (await query.execute()).map(deliveryOf);
}

/** Has a delivery sent again from its first attempt; undefined where there is none. */
export async function restartDelivery(
  db: Db,
  siteId: number,
  { channelId, id, at }: { readonly channelId: number; readonly id: string; readonly at: Date },
): Promise<DeliveryRow | undefined> {
  const row = await db
    .updateTable('delivery')
    .set({ state: 'waiting', attempts: 0, next_at: at, detail: '' })
    .where('site_id', '=', siteId)
    .where('channel_id', '=', channelId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && deliveryOf(row);
}

/** Forgets what was sent, or given up, before a time. */
export async function deleteOldDeliveries(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('delivery')
    .where('created_at', '<', before)
    .where('state', '<>', 'waiting')
    .execute();
}

interface NewMail {
  readonly messageId: string;
  readonly type: string;
  /** Encrypted. */
  readonly mail: Buffer;
  readonly to: string;
  readonly at: Date;
  readonly goodUntil: Date;
}

/** Puts a mail into the outbox that belongs to no channel. */
export async function insertMail(
  db: Db,
  siteId: number,
  { messageId, type, mail, to, at, goodUntil }: NewMail,
): Promise<void> {
  await db
    .insertInto('delivery')
    .values({
      ...{ site_id: siteId, channel_id: null, message_id: messageId, type, message: '' },
      ...{ sealed_mail: mail, recipient: to, good_until: goodUntil },
      ...{ created_at: at, state: 'waiting' as const, attempts: 0, next_at: at },
    })
    .execute();
}

/** The last mails of a site that belong to no channel, the newest first. */
export async function selectMails(db: Db, siteId: number, limit: number): Promise<DeliveryRow[]> {
  const rows = await db
    .selectFrom('delivery')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('channel_id', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(deliveryOf);
}
