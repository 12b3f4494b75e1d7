// What was sent to a channel: listed, tried, and sent again.
import type { DeliveryOutput } from '@attune/contract';
import { ApiError } from '../../../../api-error.ts';
import type { Context, Who } from '../../../../context.ts';
import { channelOf } from '../channels.ts';
import { messageOf } from '../notify.ts';
import {
  type DeliveryRow,
  insertDelivery,
  restartDelivery,
  selectDeliveries,
  selectMails,
} from './store.ts';

/** Puts a test message into the outbox. Throws `not_found`. */
export async function testChannel(
  ctx: Context,
  { siteId, actor }: Who,
  id: number,
): Promise<DeliveryOutput> {
  const { name } = await channelOf(ctx.db, siteId, id);
  const data = { channelName: name, by: actor };
  const message = messageOf({ type: 'channel.test', data }, new Date(ctx.now()));
  return shownDelivery(await insertDelivery(ctx.db, siteId, id, message));
}

/** A page of what was sent to a channel. Throws `not_found`. */
export async function listDeliveries(
  ctx: Context,
  siteId: number,
  id: number,
  { cursor, limit = '20' }: { readonly cursor?: string; readonly limit?: string },
): Promise<{ items: DeliveryOutput[]; next: string | null }> {
  await channelOf(ctx.db, siteId, id);
  const most = Number(limit);
  const rows = await selectDeliveries(ctx.db, siteId, id, { before: cursor, limit: most + 1 });
  const items = rows.slice(0, most).map(shownDelivery);
  return { items, next: rows.length > most ? items.at(-1)!.id : null };
}

/** Has a message sent again, as soon as a worker can. Throws `not_found`. */
export async function resendDelivery(
  ctx: Context,
  siteId: number,
  { channelId, id }: { readonly channelId: number; readonly id: string },
): Promise<DeliveryOutput> {
  await channelOf(ctx.db, siteId, channelId);
  const at = new Date(ctx.now());
  const row = await restartDelivery(ctx.db, siteId, { channelId, id, at });
  if (!row) throw new ApiError('not_found', 'There is no such delivery; 30 days are kept.');
  return shownDelivery(row);
}

const mailsShown = 20;

/** The last mails of a site that belong to no channel. */
export async function listMails({ db }: Pick<Context, 'db'>, siteId: number) {
  const rows = await selectMails(db, siteId, mailsShown);
  return rows.map((row) => ({ ...shownDelivery(row), recipient: row.recipient }));
}

const shownDelivery = (row: DeliveryRow): DeliveryOutput => ({
  ...{ id: row.id, messageId: row.messageId, event: row.type, state: row.state },
  ...{ createdAt: row.createdAt.toISOString(), attempts: row.attempts },
  lastAttemptAt: row.lastAt?.toISOString() ?? null,
  nextAttemptAt: row.nextAt?.toISOString() ?? null,
  ...{ answerCode: row.answerCode, detail: row.detail },
});
