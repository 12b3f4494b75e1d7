// Making, copying and deleting API keys, by the rules of the specification.
import { createHash, randomBytes } from 'node:crypto';
import type { Permission, Source } from '@attune/contract';
import { makeKeyValue } from '@attune/core';
import { ApiError, refuseInvalid } from '../../../api-error.ts';
import type { Context, SiteSnapshot } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { insertAudit } from '../../configuration/audit/index.ts';
import { changeSite, raiseRevision } from '../../configuration/sites/index.ts';
import { described, type KeyRequest, settingsOf, validateKey } from './rules.ts';
import {
  type Deletion,
  insertKey,
  type KeyRow,
  markKeyDeleted,
  type NewKey,
  selectDatabaseTime,
  selectKey,
  selectKeys,
  selectLiveKeys,
} from './store.ts';

export interface CreatedKey {
  readonly id: number;
  readonly name: string;
  readonly source: Source;
  readonly permissions: readonly Permission[];
  readonly value: string;
}

/** Creates a key. Throws `invalid_request` with every error of the request. */
export async function createKey(
  ctx: Context,
  snapshot: SiteSnapshot,
  request: KeyRequest,
  actor: string,
): Promise<CreatedKey> {
  refuseInvalid(validateKey(snapshot.site, ctx.now(), request));
  const { profileMisses, showOnce = false } = request;
  const siteId = snapshot.site.id;
  const key = {
    ...settingsOf(request),
    ...{ siteId, source: request.source as Source, profileMisses },
    createdAt: new Date(ctx.now()),
  };
  const { name, source, permissions } = key;
  const after = { ...described(key), ...(profileMisses && { profileMisses }) };
  const { id, value } = await changeSite(
    ctx,
    {
      ...{ siteId, actor, action: 'key.create', subject: name },
      about: (made: { id: number }) => ({
        subjectId: String(made.id),
        details: { id: made.id, after },
      }),
    },
    (tx) => makeKey(ctx, tx, key, { keepsCopy: !showOnce }),
  );
  return { id, name, source, permissions, value };
}

/** Of the value: the source and 4 of 30 random characters. The other 26 are 154 bits. */
const hintLength = 10;

/** Makes a key with a new value, in the caller's transaction. */
export async function makeKey(
  ctx: Context,
  tx: Db,
  settings: Omit<NewKey, 'hash' | 'sealedValue' | 'hint'>,
  { keepsCopy }: { keepsCopy: boolean },
): Promise<{ id: number; value: string }> {
  const value = makeKeyValue(settings.source, randomBytes);
  const id = await insertKey(tx, {
    ...settings,
    hash: createHash('sha256').update(value).digest(),
    sealedValue: keepsCopy
      ? ctx.secrets.encrypt(Buffer.from(value), sealedFor(settings.siteId))
      : undefined,
    hint: value.slice(0, hintLength),
  });
  return { id, value };
}

/** What an encrypted value is bound to. */
const sealedFor = (siteId: number) => `key ${siteId}`;

/**
 * A key's value; undefined where no copy is kept, the key is deleted, or the master key is another
 * one. Showing it to a person is audited by the caller as `key.copy`; the terminal of the operator,
 * who has the master key, is exempt.
 */
export async function revealKey(
  ctx: Context,
  siteId: number,
  id: number,
): Promise<string | undefined> {
  const key = await selectKey(ctx.db, siteId, id);
  return key && openValue(ctx, key);
}

/** The value in a key's copy; undefined where there is none, or the master key is another one. */
export function openValue(ctx: Context, { siteId, sealedValue }: KeyRow): string | undefined {
  return sealedValue && ctx.secrets.decrypt(sealedValue, sealedFor(siteId))?.toString();
}

/** The value's beginning; undefined where it is neither kept nor to be had from a copy. */
export function hintOf(ctx: Context, key: KeyRow): string | undefined {
  return key.hint ?? openValue(ctx, key)?.slice(0, hintLength);
}

export const noSuchKey = (id: number) =>
  new ApiError('not_found', `There is no key ${id} on this site.`);

/** What the list shows of each key; never the value. */
export async function listKeys(ctx: Context, siteId: number) {
  const keys = await selectKeys(ctx.db, siteId);
  return keys.map(({ hash: _hash, siteId: _siteId, sealedValue: _sealed, ...shown }) => shown);
}

/**
 * Deletes a key, irreversibly: in the ledger first, so that no backup revives it. This node refuses
 * it from now on; other nodes that reach the database do within a second. Throws `not_found`, or
 * `not_ready` where the ledger refuses; then it lives on, though a next start may delete it.
 */
export async function deleteKey(
  ctx: Context,
  siteId: number,
  id: number,
  actor: string,
): Promise<Deletion> {
  const change = {
    ...{ siteId, actor, action: 'key.delete', subject: String(id) },
    about: ({ before, name }: { before: object; name: string }) => ({
      ...{ subject: name, subjectId: String(id), details: { before } },
    }),
  };
  const { key, deletedAt, revision } = await changeSite(ctx, change, async (tx, revision) => {
    // By the clock that also times when each node had applied it.
    const deletedAt = await selectDatabaseTime(tx);
    const deleted = await markKeyDeleted(tx, siteId, id, { deletedAt, revision });
    if (!deleted) throw noSuchKey(id);
    const key = deleted.hash.toString('hex');
    await ctx.ledger.append([{ at: deletedAt.toISOString(), key }]);
    return { key, deletedAt, revision, before: described(deleted), name: deleted.name };
  });
  await ctx.snapshots.forgetKey(key);
  return { deletedAt, revision };
}

/**
 * Deletes those keys of a ledger that are alive, in the caller's transaction: a backup has brought
 * them back. Resolves to how many there were.
 */
export async function deleteRevivedKeys(
  tx: Db,
  hashes: readonly Buffer[],
  at: Date,
): Promise<number> {
  const revived = await selectLiveKeys(tx, hashes);
  const siteIds = [...new Set(revived.map(({ siteId }) => siteId))].sort((a, b) => a - b);
  const revisions = new Map<number, number>();
  for (const siteId of siteIds) revisions.set(siteId, await raiseRevision(tx, siteId));
  for (const { siteId, id } of revived) {
    const revision = revisions.get(siteId) ?? 0;
    const deleted = await markKeyDeleted(tx, siteId, id, { deletedAt: at, revision });
    if (!deleted) continue;
    const about = { subject: deleted.name, subjectId: String(id) };
    await insertAudit(tx, { siteId, at, actor: 'ledger', action: 'key.delete', ...about });
  }
  return revived.length;
}
