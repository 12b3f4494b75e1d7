// Channels as teammates and keys set them: made, changed, tested, and what was sent to them.
import type { ChannelOutput, ChannelType, NotificationType } from '@attune/contract';
import { ApiError, refuseInvalid } from '../../../api-error.ts';
import type { Context, Who } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { changesBetween } from '../audit/index.ts';
import { changeSite } from '../sites/index.ts';
import { failWaiting } from './outbox/store.ts';
import { newSecret, secretText } from './signature.ts';
import {
  type ChannelRow,
  deleteChannel,
  insertChannel,
  selectChannel,
  selectChannels,
  updateChannel,
} from './store.ts';
import {
  decryptTarget,
  encryptSecret,
  encryptTarget,
  type Given,
  shownTarget,
  targetOf,
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
    addresses,
    isOn = true,
    ...rest
  }: Omit<Settings, 'isOn'> &
    Given & { readonly type: ChannelType; readonly isOn?: boolean | undefined },
): Promise<{ channel: ChannelOutput; secret: string | null }> {
  const target = targetOf({ url, addresses });
  const wanted = type === 'email' ? '/addresses' : '/url';
  refuseInvalid([
    ...validateTarget(ctx, type, { url, addresses }),
    ...(target ? [] : [{ pointer: wanted, detail: 'is needed' }]),
  ]);
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
      sealedTarget: encryptTarget(ctx, siteId, target!),
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
  { url, addresses, ...settings }: Settings & Given,
): Promise<ChannelOutput> {
  const { siteId } = who;
  return changeChannel(ctx, who, { id, action: 'change' }, async (tx, before) => {
    refuseInvalid(validateTarget(ctx, before.type, { url, addresses }));
    const { isOn } = settings;
    const target = targetOf({ url, addresses });
    if (!isOn) await failWaiting(tx, siteId, id, 'The channel was turned off.');
    const sealedTarget = target ? encryptTarget(ctx, siteId, target) : before.sealedTarget;
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

/** One channel of a site; locked until the transaction ends, in one. Throws `not_found`. */
export async function channelOf(db: Db, siteId: number, id: number): Promise<ChannelRow> {
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
