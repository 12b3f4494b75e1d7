// Channels as teammates and keys set them: made, changed, tested, and what was sent to them.
import type {
  ChannelOutput,
  ChannelType,
  DeliveryOutput,
  NotificationType,
} from '@attune/contract';
import { ApiError, refuseInvalid } from '../../../api-error.ts';
import type { Context, Who } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { changesBetween } from '../audit/index.ts';
import { changeSite } from '../sites/index.ts';
import { messageOf } from './notify.ts';
import { newSecret, secretText } from './signature.ts';
import {
  type ChannelRow,
  type DeliveryRow,
  deleteChannel,
  failWaiting,
  insertChannel,
  insertDelivery,
  restartDelivery,
  selectChannel,
  selectChannels,
  selectDeliveries,
  updateChannel,
} from './store.ts';
import {
  decryptTarget,
  encryptSecret,
  encryptTarget,
  shownTarget,
  validateTarget,
} from './target.ts';

const mostChannels = 50;
const oldSecretMs = 86_400_000;

interface Settings {
  readonly name: string;
  readonly events: readonly NotificationType[];
  readonly isOn: boolean;
}

/** A site's channels. */
export async function listChannels(ctx: Context, siteId: number): Promise<ChannelOutput[]> {
  const rows = await selectChannels(ctx.db, siteId);
  return rows.map((row) => shownChannel(ctx, siteId, row));
}

/** One channel. Throws `not_found`. */
export async function readChannel(ctx: Context, siteId: number, id: number) {
  return shownChannel(ctx, siteId, await channelOf(ctx.db, siteId, id));
}

/** Makes a channel; its secret is told this once. Throws `invalid_request` or `conflict`. */
export async function createChannel(
  ctx: Context,
  { siteId, actor }: Who,
  {
    type,
    url,
    isOn = true,
    ...rest
  }: Omit<Settings, 'isOn'> & {
    readonly type: ChannelType;
    readonly url: string;
    readonly isOn?: boolean | undefined;
  },
): Promise<{ channel: ChannelOutput; secret: string | null }> {
  refuseInvalid(validateTarget(ctx, { url }));
  const secret = type === 'webhook' ? newSecret() : undefined;
  const change = { siteId, actor, action: 'channel.create', subject: rest.name };
  const about = (row: ChannelRow) => ({
    subjectId: String(row.id),
    details: changesBetween(undefined, auditedOf(ctx, siteId, row)),
  });
  const row = await changeSite(ctx, { ...change, about }, async (tx) => {
    const others = await selectChannels(tx, siteId);
    if (others.length >= mostChannels) {
      throw new ApiError('conflict', `A site has ${mostChannels} channels at most. Delete one.`);
    }
    return insertChannel(tx, siteId, {
      ...{ ...rest, type, isOn, createdAt: new Date(ctx.now()) },
      sealedTarget: encryptTarget(ctx, siteId, { url }),
      sealedSecret: secret ? encryptSecret(ctx, siteId, secret) : null,
    });
  });
  return { channel: shownChannel(ctx, siteId, row), secret: secret ? secretText(secret) : null };
}

/** Replaces a channel's settings. Throws `not_found` or `invalid_request`. */
export async function replaceChannel(
  ctx: Context,
  who: Who,
  id: number,
  { url, ...settings }: Settings & { readonly url?: string | undefined },
): Promise<ChannelOutput> {
  const { siteId } = who;
  if (url !== undefined) refuseInvalid(validateTarget(ctx, { url }));
  return changeChannel(ctx, who, { id, action: 'change' }, async (tx, before) => {
    const { isOn } = settings;
    if (!isOn) await failWaiting(tx, siteId, id, 'The channel was turned off.');
    const sealedTarget =
      url === undefined ? before.sealedTarget : encryptTarget(ctx, siteId, { url });
    return { ...before, ...settings, isGone: before.isGone && !isOn, sealedTarget };
  });
}

/** Gives a webhook a new secret; the one before signs as well for a day. */
export async function rotateSecret(
  ctx: Context,
  who: Who,
  id: number,
): Promise<{ channel: ChannelOutput; secret: string }> {
  const secret = newSecret();
  const channel = await changeChannel(
    ctx,
    who,
    { id, action: 'rotate-secret' },
    async (_tx, before) => {
      if (before.type !== 'webhook') {
        throw new ApiError('conflict', 'Only webhooks are signed, and have a secret.');
      }
      return {
        ...before,
        sealedSecret: encryptSecret(ctx, who.siteId, secret),
        sealedOldSecret: before.sealedSecret,
        oldSecretUntil: new Date(ctx.now() + oldSecretMs),
      };
    },
  );
  return { channel, secret: secretText(secret) };
}

/** Turns off a channel whose receiver is gone, in a transaction of its own. */
export async function disableGone(
  ctx: Context,
  siteId: number,
  id: number,
  more: (tx: Db, channel: ChannelRow) => Promise<void>,
): Promise<void> {
  const who = { siteId, actor: 'worker' };
  await changeChannel(ctx, who, { id, action: 'disable' }, async (tx, before) => {
    await failWaiting(tx, siteId, id, 'The receiver answered 410 Gone.');
    await more(tx, before);
    return { ...before, isOn: false, isGone: true };
  });
}

async function changeChannel(
  ctx: Context,
  { siteId, actor }: Who,
  { id, action }: { readonly id: number; readonly action: string },
  work: (tx: Db, before: ChannelRow) => Promise<ChannelRow>,
): Promise<ChannelOutput> {
  const change = { siteId, actor, action: `channel.${action}`, subject: String(id) };
  const about = ({ before, after }: { before: ChannelRow; after: ChannelRow }) => ({
    ...{ subject: after.name, subjectId: String(id) },
    details: changesBetween(auditedOf(ctx, siteId, before), auditedOf(ctx, siteId, after)),
  });
  const { after } = await changeSite(ctx, { ...change, about }, async (tx) => {
    const before = await channelOf(tx, siteId, id);
    const after = await work(tx, before);
    await updateChannel(tx, siteId, after);
    return { before, after };
  });
  return shownChannel(ctx, siteId, after);
}

/** Deletes a channel, and what waits for it. Throws `not_found`. */
export async function removeChannel(ctx: Context, { siteId, actor }: Who, id: number) {
  const change = { siteId, actor, action: 'channel.delete', subject: String(id) };
  const about = (row: ChannelRow) => ({
    ...{ subject: row.name, subjectId: String(id) },
    details: changesBetween(auditedOf(ctx, siteId, row), undefined),
  });
  await changeSite(ctx, { ...change, about }, async (tx) => {
    const row = await channelOf(tx, siteId, id);
    await deleteChannel(tx, siteId, id);
    return row;
  });
}

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

async function channelOf(db: Db, siteId: number, id: number): Promise<ChannelRow> {
  const row = await selectChannel(db, siteId, id);
  if (!row) throw new ApiError('not_found', 'There is no such channel.');
  return row;
}

const shownAddress = (ctx: Context, siteId: number, { type, sealedTarget }: ChannelRow) =>
  shownTarget(type, decryptTarget(ctx, siteId, sealedTarget));

function shownChannel(ctx: Context, siteId: number, row: ChannelRow): ChannelOutput {
  const { id, name, type, events, isOn, isGone, oldSecretUntil, createdAt } = row;
  const isOver = oldSecretUntil === null || oldSecretUntil.getTime() <= ctx.now();
  return {
    ...{ id, name, type, events: [...events], isOn, isGone },
    target: shownAddress(ctx, siteId, row),
    oldSecretUntil: isOver ? null : oldSecretUntil.toISOString(),
    createdAt: createdAt.toISOString(),
  };
}

/** What the audit log shows: no secret, and of the address what anybody may know. */
const auditedOf = (ctx: Context, siteId: number, row: ChannelRow) => ({
  ...{ name: row.name, type: row.type, events: row.events, isOn: row.isOn },
  target: shownAddress(ctx, siteId, row),
  ...(row.oldSecretUntil && { oldSecretUntil: row.oldSecretUntil.toISOString() }),
});

const shownDelivery = (row: DeliveryRow): DeliveryOutput => ({
  ...{ id: row.id, messageId: row.messageId, event: row.type, state: row.state },
  ...{ createdAt: row.createdAt.toISOString(), attempts: row.attempts },
  lastAttemptAt: row.lastAt?.toISOString() ?? null,
  nextAttemptAt: row.nextAt?.toISOString() ?? null,
  ...{ answerCode: row.answerCode, detail: row.detail },
});
