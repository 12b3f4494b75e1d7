// Workers send what waits in the outbox: at least once, each message by one worker at a time.
import type { Context } from '../../../context.ts';
import { readAllowedHosts } from '../../../public-address.ts';
import { withinSite } from '../../../tenant-guard.ts';
import { disableGone } from './channels.ts';
import { notify } from './notify.ts';
import { type Outcome, post } from './post.ts';
import { waitAfter } from './retries.ts';
import { sentenceOf } from './sentences.ts';
import { bodyFor } from './shapes.ts';
import { signatureHeaders } from './signature.ts';
import {
  type ChannelRow,
  claimDelivery,
  type DeliveryRow,
  deleteOldDeliveries,
  deleteOldNotified,
  endAttempt,
  selectChannel,
} from './store.ts';
import { decryptSecret, decryptTarget } from './target.ts';

/** Longer than an attempt takes: a worker that holds a message beyond is gone. */
const heldMs = 60_000;
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
  const { siteId, channelId } = due;
  const channel = await selectChannel(ctx.db, siteId, channelId);
  if (!channel) return;
  const outcome = await attempt(ctx, due, channel, stopping).catch((error) => {
    if (!stopping.aborted) throw error;
    return undefined;
  });
  const { answerCode = null } = outcome ?? {};
  if (!outcome) {
    // A node that stops leaves the message to others at once.
    const nextAt = new Date(ctx.now());
    await endAttempt(ctx.db, due, { state: 'waiting', nextAt, answerCode, detail: '' });
  } else if (outcome.isDelivered) {
    await endAttempt(ctx.db, due, { state: 'sent', nextAt: null, answerCode, detail: '' });
  } else if (answerCode === gone) {
    await endGone(ctx, due, outcome.detail);
  } else {
    const { detail, askedMs, isFinal } = outcome;
    const waitMs = isFinal
      ? undefined
      : waitAfter(due.attempts, { askedMs, chance: Math.random() });
    const nextAt = waitMs === undefined ? null : new Date(ctx.now() + waitMs);
    const state = nextAt ? 'waiting' : 'failed';
    await endAttempt(ctx.db, due, { state, nextAt, answerCode, detail });
  }
}

/** Turns the channel off, and tells the others. */
async function endGone(ctx: Context, due: DeliveryRow, detail: string): Promise<void> {
  const { siteId, channelId } = due;
  const at = new Date(ctx.now());
  await disableGone(ctx, siteId, channelId, async (tx, { name }) => {
    await endAttempt(tx, due, { state: 'failed', nextAt: null, answerCode: gone, detail });
    const data = { channelId, channelName: name };
    await notify(tx, { siteId, at }, { type: 'channel.disabled', data });
  });
}

async function attempt(
  ctx: Context,
  due: DeliveryRow,
  channel: ChannelRow,
  stopping: AbortSignal,
): Promise<Outcome> {
  const { siteId, message } = due;
  const target = decryptTarget(ctx, siteId, channel.sealedTarget);
  const secrets = secretsOf(ctx, siteId, channel);
  if (!target || !secrets) {
    const detail = 'Its address or secret cannot be opened with this SECRET_KEY: set it again.';
    return { isDelivered: false, detail };
  }
  const { name: siteName = '' } = ctx.snapshots.site(siteId)?.site ?? {};
  const shown = { ...sentenceOf(JSON.parse(message)), siteName, message };
  const body = bodyFor[channel.type](shown);
  const timestamp = Math.floor(ctx.now() / 1_000);
  const signed = { id: due.messageId, timestamp, body };
  const headers = secrets.length > 0 ? signatureHeaders(secrets, signed) : {};
  const allowed = readAllowedHosts(ctx.config.webhookAllowedHosts);
  return post({ url: target.url, headers, body, allowed, stopping });
}

/** What signs a channel's messages; undefined where the master key does not open it. */
function secretsOf(
  ctx: Context,
  siteId: number,
  { sealedSecret, sealedOldSecret, oldSecretUntil }: ChannelRow,
): Buffer[] | undefined {
  if (!sealedSecret) return [];
  const secret = decryptSecret(ctx, siteId, sealedSecret);
  const isOldGood = oldSecretUntil !== null && oldSecretUntil.getTime() > ctx.now();
  const old = isOldGood && sealedOldSecret && decryptSecret(ctx, siteId, sealedOldSecret);
  return secret && [secret, ...(old ? [old] : [])];
}

/** Forgets deliveries of 30 days ago, and what was told long ago. */
export async function forgetOldNotifications({ db, now }: Pick<Context, 'db' | 'now'>) {
  await deleteOldDeliveries(db, new Date(now() - deliveriesKeptMs));
  await deleteOldNotified(db, new Date(now() - notifiedKeptMs));
}
