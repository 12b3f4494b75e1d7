// Rows of channels, of the outbox, and of what was told once.
import type { ChannelType, NotificationType } from '@attune/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Schema } from '../../../db/schema.ts';

export interface ChannelRow {
  readonly id: number;
  readonly name: string;
  readonly type: ChannelType;
  readonly events: readonly NotificationType[];
  readonly isOn: boolean;
  /** Did the receiver answer 410 Gone? */
  readonly isGone: boolean;
  readonly sealedTarget: Buffer;
  readonly sealedSecret: Buffer | null;
  readonly sealedOldSecret: Buffer | null;
  readonly oldSecretUntil: Date | null;
  readonly createdAt: Date;
}

const channelOf = (row: Selectable<Schema['notification_channel']>): ChannelRow => ({
  ...{ id: row.id, name: row.name, type: row.type, events: row.events },
  ...{ isOn: row.is_on, isGone: row.is_gone, sealedTarget: row.sealed_target },
  ...{ sealedSecret: row.sealed_secret, sealedOldSecret: row.sealed_old_secret },
  ...{ oldSecretUntil: row.old_secret_until, createdAt: row.created_at },
});

/** A site's channels, the oldest first. */
export async function selectChannels(db: Db, siteId: number): Promise<ChannelRow[]> {
  const rows = await db
    .selectFrom('notification_channel')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('id')
    .execute();
  return rows.map(channelOf);
}

/** One channel of a site; locked until the transaction ends, in one. */
export async function selectChannel(
  db: Db,
  siteId: number,
  id: number,
): Promise<ChannelRow | undefined> {
  let query = db
    .selectFrom('notification_channel')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id);
  if (db.isTransaction) query = query.forUpdate();
  const row = await query.executeTakeFirst();
  return row && channelOf(row);
}

/** Inserts a channel, and gives it with its id. */
export async function insertChannel(
  db: Db,
  siteId: number,
  channel: Omit<ChannelRow, 'id' | 'isGone' | 'sealedOldSecret' | 'oldSecretUntil'>,
): Promise<ChannelRow> {
  const row = await db
    .insertInto('notification_channel')
    .values({
      ...{ site_id: siteId, name: channel.name, type: channel.type, is_on: channel.isOn },
      ...{ events: [...channel.events], created_at: channel.createdAt },
      ...{ sealed_target: channel.sealedTarget, sealed_secret: channel.sealedSecret },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return channelOf(row);
}

/** Replaces what of a channel can change. */
export async function updateChannel(db: Db, siteId: number, channel: ChannelRow): Promise<void> {
  await db
    .updateTable('notification_channel')
    .set({
      ...{ name: channel.name, events: [...channel.events], is_on: channel.isOn },
      ...{ is_gone: channel.isGone, sealed_target: channel.sealedTarget },
      ...{ sealed_secret: channel.sealedSecret, sealed_old_secret: channel.sealedOldSecret },
      ...{ old_secret_until: channel.oldSecretUntil },
    })
    .where('site_id', '=', siteId)
    .where('id', '=', channel.id)
    .execute();
}

/** Deletes a channel with its deliveries. */
export async function deleteChannel(db: Db, siteId: number, id: number): Promise<void> {
  await db
    .deleteFrom('notification_channel')
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute();
}

/** Notes that something is told on an occasion; false when it was before. */
export async function insertNotified(
  db: Db,
  siteId: number,
  told: { readonly type: NotificationType; readonly occasion: string; readonly at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('notified')
    .values({ site_id: siteId, ...told })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Lets something be told again on an occasion, on all sites or those whose ids are given. */
export async function deleteNotified(
  db: Db,
  siteId: number,
  { type, occasion }: { readonly type: NotificationType; readonly occasion: string },
): Promise<void> {
  await db
    .deleteFrom('notified')
    .where('site_id', '=', siteId)
    .where('type', '=', type)
    .where('occasion', '=', occasion)
    .execute();
}

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
  readonly channelId: number;
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
}

const deliveryOf = (row: Selectable<Schema['delivery']>): DeliveryRow => ({
  ...{ siteId: row.site_id, id: row.id, channelId: row.channel_id, messageId: row.message_id },
  ...{ type: row.type, message: row.message, createdAt: row.created_at, state: row.state },
  ...{ attempts: row.attempts, lastAt: row.last_at, nextAt: row.next_at },
  ...{ answerCode: row.answer_code, detail: row.detail },
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

/** Records how an attempt ended. */
export async function endAttempt(
  db: Db,
  { siteId, id }: Pick<DeliveryRow, 'siteId' | 'id'>,
  { state, nextAt, answerCode, detail }: Attempted,
): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ state, next_at: nextAt, held_until: null, answer_code: answerCode, detail })
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

/** Forgets what was told before a time. */
export async function deleteOldNotified(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('notified').where('at', '<', before).execute();
}
