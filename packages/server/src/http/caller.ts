// From a key in a header to a caller, in memory: no request waits for the database here.
import { hash as digest } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Endpoint, isOffered, type Permission, permissions } from '@attune/contract';
import { isWellFormedKey, matchesOrigin } from '@attune/core';
import { ApiError } from '../api-error.ts';
import type { Caller, Context, KeyRecord } from '../context.ts';

function presentedKey(ctx: Context, headers: IncomingHttpHeaders, isOfrep: boolean): string {
  for (const name of ctx.config.apiKeyHeaders) {
    const value = headers[name];
    if (typeof value === 'string' && value !== '') return value.trim();
  }
  if (isOfrep) {
    const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
    const value = headers['x-api-key'] || bearer;
    if (typeof value === 'string') return value.trim();
  }
  const [header = ''] = ctx.config.apiKeyHeaders;
  throw new ApiError('key_missing', `Pass the API key in the header ${header}.`);
}

const invalid = () =>
  new ApiError('key_invalid', 'The key is unknown, mistyped or deleted. Check Settings, API Keys.');

/** The error for a key that is known and has expired. */
class ExpiredKey extends ApiError {
  readonly key: KeyRecord;

  constructor(key: KeyRecord) {
    super('key_expired', 'The key is past its expiry date; use its successor.');
    this.key = key;
  }
}

/** The key that an error is about, where it is no longer valid. */
export function expiredKeyOf(error: ApiError | undefined): KeyRecord | undefined {
  return error instanceof ExpiredKey ? error.key : undefined;
}

/**
 * SHA-256 of values of keys that were found, since it costs more than the rest of a look-up.
 * Whether the key still exists is checked each time.
 */
const hashes = new Map<string, string>();
const hashesMax = 1_000;

function remember(value: string, hash: string): void {
  if (hashes.size >= hashesMax) hashes.clear();
  hashes.set(value, hash);
}

/**
 * The caller; without waiting where the key is cached. Throws `key_missing`, `key_invalid`
 * (unknown, mistyped and deleted alike), `key_expired`, or `key_lease_expired` when the database
 * has been out of reach for too long. OFREP's requests bring it in OpenFeature's headers as well.
 */
export function authenticate(
  ctx: Context,
  headers: IncomingHttpHeaders,
  isOfrep = false,
): Caller | Promise<Caller> {
  const value = presentedKey(ctx, headers, isOfrep);
  const cached = hashes.get(value);
  if (cached === undefined && !isWellFormedKey(value)) throw invalid();
  if (ctx.snapshots.ageMs() > ctx.config.keyLeaseMs) {
    throw new ApiError('key_lease_expired', 'Keys cannot be confirmed at the moment.', {
      headers: { 'retry-after': '5' },
    });
  }
  const hash = cached ?? digest('sha256', value);
  const key = ctx.snapshots.key(hash);
  if (key && cached === undefined) remember(value, hash);
  return key ? callerOf(ctx, key) : askAgain(ctx, hash).then((found) => callerOf(ctx, found));
}

function callerOf(ctx: Context, key: KeyRecord | undefined): Caller {
  const snapshot = key && ctx.snapshots.site(key.siteId);
  if (!key || !snapshot) throw invalid();
  if (key.expiresAt !== undefined && key.expiresAt <= ctx.now()) {
    throw new ExpiredKey(key);
  }
  return { key, snapshot, isCompatible: key.isCompatible || ctx.config.isCompatible };
}

/** A well-formed key that is not cached may have been made a moment ago, on another node. */
async function askAgain(ctx: Context, hash: string) {
  await ctx.snapshots.catchUp().catch(() => {
    throw new ApiError('not_ready', 'This node cannot say whether the key exists; try again.', {
      headers: { 'retry-after': '2' },
    });
  });
  return ctx.snapshots.key(hash);
}

/**
 * May this caller use this endpoint? Returns the permission that it takes, or null where any key
 * will do. Throws a 403 that names what is missing.
 */
export function authorise(
  caller: Caller,
  endpoint: Endpoint,
  origin: string | undefined,
): Permission | null {
  const { key, snapshot } = caller;
  if (!endpoint.sources.includes(key.source)) {
    const wanted = endpoint.sources.join(' or ');
    throw new ApiError('wrong_key_source', `This endpoint takes ${wanted} keys only.`);
  }
  const isAllowed = (pattern: string) => origin !== undefined && matchesOrigin(pattern, origin);
  if (key.allowedOrigins && !key.allowedOrigins.some(isAllowed)) {
    throw new ApiError('origin_not_allowed', "This origin is not on the key's list.");
  }
  const wanted = endpoint.permission;
  if (wanted === null) return null;
  const label = `"${permissions[wanted].label}" (${wanted})`;
  if (!key.permissions.includes(wanted)) {
    throw new ApiError('permission_missing', `The key needs the permission ${label}.`);
  }
  if (!isOffered(wanted, snapshot.site)) {
    throw new ApiError('permission_missing', `The site does not offer the permission ${label}.`);
  }
  return wanted;
}
