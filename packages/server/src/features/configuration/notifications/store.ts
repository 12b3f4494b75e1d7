// Rows of channels, and of what was told once.
import type { ChannelType, NotificationType } from '@attune/contract';
import type { Selectable } from 'kysely';
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

/** Forgets what was told before a time. */
export async function deleteOldNotified(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('notified').where('at', '<', before).execute();
}
