// Making and deleting API keys: the specification's rules, whoever asks.
import { createHash, randomBytes } from 'node:crypto';
import {
  permissions as catalogue,
  type Fault,
  isOffered,
  type Permission,
  permissionIds,
  type Source,
  sources,
} from '@attune/contract';
import { makeKeyValue, parseInstant } from '@attune/core';
import type { Context, SiteSnapshot } from '../../context.ts';
import type { Db } from '../../db/schema.ts';
import { ApiError, refuseFaults } from '../../refusal.ts';
import { insertAudit } from '../audit/index.ts';
import { changeSite, raiseRevision } from '../sites/index.ts';
import {
  insertKey,
  markKeyDeleted,
  selectKeys,
  selectLiveKeys,
  selectSealedValue,
} from './store.ts';

export interface KeyRequest {
  readonly name: string;
  readonly notes?: string;
  readonly source: string;
  readonly permissions: readonly string[];
  /** RFC 3339. */
  readonly expiresAt?: string;
  readonly allowedOrigins?: readonly string[];
  /** Requests a second; `rateBurst` at once, by default those of two seconds. */
  readonly rateLimit?: number;
  readonly rateBurst?: number;
  /** Reads of profiles that are not there, a minute, instead of the usual bound. */
  readonly profileMisses?: number;
  /** Keep no copy: the value is seen in this answer and never again. */
  readonly showOnce?: boolean;
}

export interface CreatedKey {
  readonly id: number;
  readonly name: string;
  readonly source: Source;
  readonly permissions: readonly Permission[];
  readonly value: string;
}

/** Creates a key. Throws `invalid_request` with every fault of the request. */
export async function createKey(
  ctx: Context,
  snapshot: SiteSnapshot,
  request: KeyRequest,
  actor: string,
): Promise<CreatedKey> {
  refuseFaults(faultsOf(ctx, snapshot, request));
  const { name, notes = '' } = request;
  const source = request.source as Source;
  const permissions = [...new Set(request.permissions)] as Permission[];
  const value = makeKeyValue(source, randomBytes);
  const siteId = snapshot.site.id;
  const limits = limitsOf(request);
  const details = { name, source, permissions, ...limits };
  const id = await changeSite(
    ctx,
    { siteId, actor, action: 'key.create', subject: name, details },
    (tx) =>
      insertKey(tx, {
        siteId,
        name,
        notes,
        source,
        permissions,
        hash: createHash('sha256').update(value).digest(),
        sealedValue: request.showOnce
          ? undefined
          : ctx.secrets.seal(Buffer.from(value), sealedFor(siteId)),
        allowedOrigins: request.allowedOrigins ? [...request.allowedOrigins] : undefined,
        expiresAt: request.expiresAt ? new Date(parseInstant(request.expiresAt) ?? 0) : undefined,
        rateLimit: limits.rateLimit,
        profileMisses: limits.profileMisses,
        createdAt: new Date(ctx.now()),
      }),
  );
  return { id, name, source, permissions, value };
}

/** The limits that a request sets; those that it does not are absent. */
function limitsOf({ rateLimit: perSecond, rateBurst: burst, profileMisses }: KeyRequest) {
  return {
    ...(perSecond !== undefined && { rateLimit: { perSecond, burst: burst ?? 2 * perSecond } }),
    ...(profileMisses !== undefined && { profileMisses }),
  };
}

const limitMax = 1_000_000;

function limitFaults({ rateLimit, rateBurst, profileMisses }: KeyRequest): Fault[] {
  const faults = Object.entries({ rateLimit, rateBurst, profileMisses }).flatMap(
    ([name, given]) => {
      const isFine = Number.isInteger(given) && given! > 0 && given! <= limitMax;
      const detail = `must be a whole number from 1 to ${limitMax}`;
      return given === undefined || isFine ? [] : [{ pointer: `/${name}`, detail }];
    },
  );
  if (rateBurst !== undefined && rateLimit === undefined) {
    faults.push({ pointer: '/rateBurst', detail: 'needs a rateLimit' });
  }
  return faults;
}

function faultsOf(ctx: Context, { site }: SiteSnapshot, request: KeyRequest): Fault[] {
  const faults: Fault[] = [];
  const refuse = (pointer: string, detail: string) => faults.push({ pointer, detail });
  if (request.name.trim() === '' || request.name.length > 200) {
    refuse('/name', 'must have 1 to 200 characters');
  }
  if ((request.notes ?? '').length > 5000) refuse('/notes', 'must have at most 5,000 characters');
  if (!sources.includes(request.source as Source)) {
    refuse('/source', `must be one of ${sources.join(', ')}`);
  }
  if (request.permissions.length === 0) refuse('/permissions', 'must name at least one permission');
  request.permissions.forEach((name, at) => {
    const detail = permissionFault(name, request.source, site);
    if (detail) refuse(`/permissions/${at}`, detail);
  });
  if (request.expiresAt !== undefined && !((parseInstant(request.expiresAt) ?? 0) > ctx.now())) {
    refuse('/expiresAt', 'must be an RFC 3339 time in the future');
  }
  request.allowedOrigins?.forEach((origin, at) => {
    if (!isOrigin(origin)) {
      refuse(`/allowedOrigins/${at}`, 'must be an origin such as https://shop.example');
    }
  });
  return [...faults, ...limitFaults(request)];
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

function permissionFault(
  name: string,
  source: string,
  site: SiteSnapshot['site'],
): string | undefined {
  const permission = permissionIds.find((id) => id === name);
  if (!permission) return `must be one of ${permissionIds.join(', ')}`;
  if (!catalogue[permission].sources.includes(source as Source)) {
    return `"${permission}" is for ${catalogue[permission].sources.join(' and ')} keys only`;
  }
  if (!isOffered(permission, site)) return `"${permission}" is not offered on this site`;
  return undefined;
}

/** What a sealed value is bound to. */
const sealedFor = (siteId: number) => `key ${siteId}`;

/**
 * A key's value; undefined where no copy is kept, the key is deleted, or the master key is another
 * one. Whoever shows it to a person audits that as `key.copy`; the terminal of the operator, who
 * holds the master key, is no such case.
 */
export async function revealKey(
  ctx: Context,
  siteId: number,
  id: number,
): Promise<string | undefined> {
  const sealed = await selectSealedValue(ctx.db, siteId, id);
  return sealed && ctx.secrets.open(sealed, sealedFor(siteId))?.toString();
}

/** What the list shows of each key; never the value. */
export async function listKeys(ctx: Context, siteId: number) {
  const keys = await selectKeys(ctx.db, siteId);
  return keys.map(({ hash: _hash, siteId: _siteId, ...shown }) => shown);
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
): Promise<void> {
  const change = { siteId, actor, action: 'key.delete', subject: String(id) };
  const deleted = await changeSite(ctx, change, async (tx) => {
    const at = new Date(ctx.now());
    const hash = await markKeyDeleted(tx, siteId, id, at);
    if (!hash) throw new ApiError('not_found', `There is no key ${id} on this site.`);
    const key = hash.toString('hex');
    await ctx.ledger.append([{ at: at.toISOString(), key }]);
    return key;
  });
  ctx.snapshots.forgetKey(deleted);
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
  for (const siteId of siteIds) await raiseRevision(tx, siteId);
  for (const { siteId, id } of revived) {
    if (!(await markKeyDeleted(tx, siteId, id, at))) continue;
    await insertAudit(tx, {
      ...{ siteId, at, actor: 'ledger', action: 'key.delete', subject: String(id) },
    });
  }
  return revived.length;
}
