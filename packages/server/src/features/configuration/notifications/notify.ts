// How any part of the server tells a site's channels what has happened.
import { randomBytes } from 'node:crypto';
import type { NotificationEvent, NotificationType } from '@attune/contract';
import type { Db } from '../../../db/schema.ts';
import { insertDeliveries } from './outbox/store.ts';
import { deleteNotified, insertNotified } from './store.ts';

interface Happened {
  readonly siteId: number;
  readonly at: Date;
  /** Tells it once for this occasion, until `mayTellAgain`; absent: every time. */
  readonly occasion?: string;
}

/**
 * Tells every channel of a site that wants such events. Call it in the transaction of what has
 * happened: the messages are sent if that commits, and only then.
 */
export async function notify(
  tx: Db,
  { siteId, at, occasion }: Happened,
  event: NotificationEvent,
): Promise<void> {
  const { type } = event;
  if (occasion !== undefined && !(await insertNotified(tx, siteId, { type, occasion, at }))) return;
  await insertDeliveries(tx, siteId, messageOf(event, at));
}

/** Lets an occasion be told again, since it is over. */
export const mayTellAgain = (
  tx: Db,
  siteId: number,
  occasion: { readonly type: NotificationType; readonly occasion: string },
) => deleteNotified(tx, siteId, occasion);

const messageIdBytes = 16;

/** A new id. */
export const newMessageId = () => `msg_${randomBytes(messageIdBytes).toString('base64url')}`;

/** A message as the outbox has it, with an id of its own. */
export function messageOf({ type, data }: { type: string; data: object }, at: Date) {
  return {
    messageId: newMessageId(),
    ...{ type, at },
    message: JSON.stringify({ type, timestamp: at.toISOString(), data }),
  };
}
