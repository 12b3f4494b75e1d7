// Workers send what waits in the outbox: at least once, each message by one worker at a time.
import type { Context } from '../../../context.ts';
import { withinSite } from '../../../tenant-guard.ts';
import { attempt } from './attempt.ts';
import { disableGone } from './channels.ts';
import { notify } from './notify.ts';
import {
  claimDelivery,
  type DeliveryRow,
  deleteOldDeliveries,
  endAttempt,
} from './outbox/store.ts';
import { waitAfter } from './retries.ts';
import { deleteOldNotified } from './store.ts';

/** Longer than an attempt takes: a worker that holds a message beyond is gone. */
const heldMs = 90_000;
const dayMs = 86_400_000;
const deliveriesKeptMs = 30 * dayMs;
/** Longer than any occasion lasts. */
const notifiedKeptMs = 400 * dayMs;
const gone = 410;

/** Sends what is due until nothing is, or the worker stops. */
export async function sendDueMessages(ctx: Context, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const at = new Date(ctx.now());
    const due = await claimDelivery(ctx.db, { at, until: new Date(at.getTime() + heldMs) });
    if (!due) return;
    await withinSite(due.siteId, () => sendOne(ctx, due, stopping));
  }
}

async function sendOne(ctx: Context, due: DeliveryRow, stopping: AbortSignal): Promise<void> {
  const outcome = await attempt(ctx, due, stopping).catch((error) => {
    if (!stopping.aborted) throw error;
    return undefined;
  });
  const { answerCode = null, detail = '' } = outcome ?? {};
  if (!outcome) {
    // A node that stops leaves the message to others at once.
    const nextAt = new Date(ctx.now());
    await endAttempt(ctx.db, due, { state: 'waiting', nextAt, answerCode, detail });
  } else if (outcome.isDelivered) {
    await endAttempt(ctx.db, due, { state: 'sent', nextAt: null, answerCode, detail });
  } else if (answerCode === gone && due.channelId !== null) {
    await endGone(ctx, due, due.channelId, detail);
  } else {
    const chance = Math.random();
    const waitMs = waitAfter(due.attempts, { askedMs: outcome.askedMs, chance });
    const nextAt = waitMs === undefined ? null : new Date(ctx.now() + waitMs);
    const isOver = outcome.isFinal || !nextAt || (due.goodUntil && due.goodUntil < nextAt);
    const next = isOver
      ? ({ state: 'failed', nextAt: null } as const)
      : ({ state: 'waiting', nextAt } as const);
    await endAttempt(ctx.db, due, { ...next, answerCode, detail });
  }
}

/** Turns the channel off, and notifies the others. */
async function endGone(
  ctx: Context,
  due: DeliveryRow,
  channelId: number,
  detail: string,
): Promise<void> {
  const { siteId } = due;
  const at = new Date(ctx.now());
  await disableGone(ctx, siteId, channelId, async (tx, { name }) => {
    await endAttempt(tx, due, { state: 'failed', nextAt: null, answerCode: gone, detail });
    const data = { channelId, channelName: name };
    await notify(tx, { siteId, at }, { type: 'channel.disabled', data });
  });
}

/** Forgets deliveries of 30 days ago, and what was notified of long ago. */
export async function forgetOldNotifications({ db, now }: Pick<Context, 'db' | 'now'>) {
  await deleteOldDeliveries(db, new Date(now() - deliveriesKeptMs));
  await deleteOldNotified(db, new Date(now() - notifiedKeptMs));
}
