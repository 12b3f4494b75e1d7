// Changing a key, putting a successor in its place, and handing out its value.
import type { Membership } from '@attune/contract';
import { ApiError, refuseInvalid } from '../../../api-error.ts';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { insertAudit } from '../../configuration/audit/index.ts';
import { changeSite } from '../../configuration/sites/index.ts';
import { makeKey, noSuchKey, openValue } from './api-keys.ts';
import {
  changedBy,
  described,
  differing,
  type KeySettings,
  mayCopy,
  settingsOf,
  validateKey,
} from './rules.ts';
import { type KeyRow, lockKey, selectKey, updateKey, updateSuccessor } from './store.ts';

/**
 * Changes a key's settings; what is left out stays, and null removes a restriction. Nodes apply it
 * like every change. Throws `not_found`, or `invalid_request` with every error.
 */
export async function changeKey(
  ctx: Context,
  { site }: SiteSnapshot,
  id: number,
  wanted: Partial<KeySettings>,
  actor: string,
): Promise<void> {
  const change = {
    ...{ siteId: site.id, actor, action: 'key.change', subject: String(id) },
    about: ({ name, ...details }: { name: string }) => ({
      ...{ subject: name, subjectId: String(id), details },
    }),
  };
  await changeSite(ctx, change, async (tx) => {
    const before = await lockKey(tx, site.id, id);
    if (!before) throw noSuchKey(id);
    const request = changedBy(before, wanted);
    refuseInvalid(validateKey(site, ctx.now(), request, before));
    const after = settingsOf(request);
    await updateKey(tx, site.id, id, after);
    const was = described(before);
    const is = described({ ...after, source: before.source });
    return { name: before.name, id, before: differing(was, is), after: differing(is, was) };
  });
}

export interface Rotated {
  readonly id: number;
  readonly value: string;
  /** When the key whose place it takes ends. */
  readonly predecessorExpiresAt: Date;
}

/**
 * Makes a successor with the same settings; both work until the grace period is over, or until the
 * key would have expired anyway. A key that was to live for some time has a successor that lives as
 * long. Throws `not_found`, or `conflict` where the key has a successor or has expired.
 */
export async function rotateKey(
  ctx: Context,
  { site: { id: siteId } }: SiteSnapshot,
  id: number,
  graceSeconds: number,
  actor: string,
): Promise<Rotated> {
  const now = ctx.now();
  const change = {
    ...{ siteId, actor, action: 'key.rotate', subject: String(id) },
    about: ({ name, details }: { name: string; details: object }) => ({
      ...{ subject: name, subjectId: String(id), details },
    }),
  };
  const { value, details } = await changeSite(ctx, change, async (tx) => {
    const key = await lockKey(tx, siteId, id);
    if (!key) throw noSuchKey(id);
    refuseRotation(key, now);
    const { name, expiresAt: end } = key;
    const livesUntil = end && new Date(now + end.getTime() - key.createdAt.getTime());
    const successor = { ...key, expiresAt: livesUntil, createdAt: new Date(now) };
    const keepsCopy = key.sealedValue !== undefined;
    const { id: successorId, value } = await makeKey(ctx, tx, successor, { keepsCopy });
    const graceEnd = now + 1000 * graceSeconds;
    const expiresAt = new Date(Math.min(graceEnd, end?.getTime() ?? graceEnd));
    await updateSuccessor(tx, siteId, id, successorId, expiresAt);
    return { name, value, details: { id, successorId, graceSeconds, expiresAt } };
  });
  return { id: details.successorId, value, predecessorExpiresAt: details.expiresAt };
}

function refuseRotation({ successorId, expiresAt }: KeyRow, now: number): void {
  if (successorId !== undefined) {
    const detail = `The key has a successor already, ${successorId}; rotate that one.`;
    throw new ApiError('conflict', detail);
  }
  if (expiresAt && expiresAt.getTime() <= now) {
    throw new ApiError('conflict', 'The key has expired; create a new one.');
  }
}

/**
 * A key's value, for a person to copy. Server-side ones take the permission to edit code; the
 * others are public by nature. Throws `not_found` or `role_missing`; each copy is audited.
 */
export async function copyKey(
  ctx: Context,
  siteId: number,
  id: number,
  membership: Membership,
  actor: string,
): Promise<string> {
  const key = await selectKey(ctx.db, siteId, id);
  if (!key) throw noSuchKey(id);
  if (!mayCopy(key, membership)) {
    const detail =
      'You need code editing to copy a Server-side key. An Admin who has it can turn it on for you.';
    throw new ApiError('role_missing', detail);
  }
  if (!key.sealedValue) {
    const detail = 'The value was shown once and is not stored. Rotate the key to get a new value.';
    throw new ApiError('not_found', detail);
  }
  const value = openValue(ctx, key);
  if (value === undefined) {
    const detail = 'The stored value was encrypted with a SECRET_KEY that is gone. Rotate the key.';
    throw new ApiError('not_found', detail);
  }
  const entry = { siteId, actor, action: 'key.copy', subject: key.name, subjectId: String(id) };
  await insertAudit(ctx.db, { ...entry, details: { id }, at: new Date(ctx.now()) });
  return value;
}
