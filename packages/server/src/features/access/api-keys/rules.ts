// What can be asked of a key, and what is wrong with a request.
import {
  permissions as catalogue,
  type Fault,
  isOffered,
  type Membership,
  type Permission,
  permissionIds,
  type Source,
  sources,
} from '@attune/contract';
import { isOriginPattern, parseInstant } from '@attune/core';
import type { Site } from '../../../context.ts';
import type { ChangeableKey, KeyRow } from './store.ts';

/** What can be set and changed; null, like nothing at all, is no restriction. */
export interface KeySettings {
  readonly name: string;
  readonly notes?: string;
  readonly permissions: readonly string[];
  /** RFC 3339. */
  readonly expiresAt?: string | null;
  readonly allowedOrigins?: readonly string[] | null;
  /** Requests a second; `rateBurst` at once, by default those of two seconds. */
  readonly rateLimit?: number | null;
  readonly rateBurst?: number | null;
  /** Read requests in the names of the original API family as well. */
  readonly compatibility?: boolean;
}

export interface KeyRequest extends KeySettings {
  readonly source: string;
  /** Reads of profiles that are not there, a minute, instead of the usual bound. */
  readonly profileMisses?: number;
  /** Keep no copy: the value is seen in this answer and never again. */
  readonly showOnce?: boolean;
}

/** What a key has already need not be offered, or in the future. */
type Before = Pick<KeyRow, 'permissions' | 'expiresAt'>;

/** Every error of a request, of a new key or of one that is changed. */
export function validateKey(
  site: Site,
  now: number,
  request: KeyRequest,
  before: Before = { permissions: [], expiresAt: undefined },
): Fault[] {
  const errors: Fault[] = [];
  const refuse = (pointer: string, detail: string) => errors.push({ pointer, detail });
  if (request.name.trim() === '' || request.name.length > 200) {
    refuse('/name', 'must have 1 to 200 characters');
  }
  if ((request.notes ?? '').length > 5000) refuse('/notes', 'must have at most 5,000 characters');
  if (!sources.includes(request.source as Source)) {
    refuse('/source', `must be one of ${sources.join(', ')}`);
  }
  if (request.permissions.length === 0) refuse('/permissions', 'must name at least one permission');
  request.permissions.forEach((name, at) => {
    const detail = permissionFault(name, request.source, site, before);
    if (detail) refuse(`/permissions/${at}`, detail);
  });
  if (typeof request.expiresAt === 'string') {
    const at = parseInstant(request.expiresAt) ?? 0;
    if (at <= now && at !== before.expiresAt?.getTime()) {
      refuse('/expiresAt', 'must be an RFC 3339 time in the future');
    }
  }
  if (request.allowedOrigins?.length === 0) {
    refuse('/allowedOrigins', 'must name an origin at least; leave it out to allow any');
  }
  request.allowedOrigins?.forEach((origin, at) => {
    if (!isOriginPattern(origin)) {
      const detail = 'must be an origin such as https://shop.example, or https://*.shop.example';
      refuse(`/allowedOrigins/${at}`, detail);
    }
  });
  return [...errors, ...validateLimits(request)];
}

const limitMax = 1_000_000;

function validateLimits({ rateLimit, rateBurst, profileMisses }: KeyRequest): Fault[] {
  const errors = Object.entries({ rateLimit, rateBurst, profileMisses }).flatMap(
    ([name, given]) => {
      const isFine = Number.isInteger(given) && given! > 0 && given! <= limitMax;
      const detail = `must be a whole number from 1 to ${limitMax}`;
      return given == null || isFine ? [] : [{ pointer: `/${name}`, detail }];
    },
  );
  if (rateBurst != null && rateLimit == null) {
    errors.push({ pointer: '/rateBurst', detail: 'needs a rateLimit' });
  }
  return errors;
}

/** What a request without errors sets. */
export function settingsOf(request: KeySettings): ChangeableKey {
  const { name, notes = '', permissions, expiresAt, allowedOrigins, rateLimit } = request;
  return {
    ...{ name, notes },
    permissions: [...new Set(permissions)] as Permission[],
    expiresAt: expiresAt == null ? undefined : new Date(parseInstant(expiresAt) ?? 0),
    allowedOrigins: allowedOrigins == null ? undefined : [...new Set(allowedOrigins)],
    rateLimit:
      rateLimit == null
        ? undefined
        : { perSecond: rateLimit, burst: request.rateBurst ?? 2 * rateLimit },
    compatibility: request.compatibility ?? false,
  };
}

/** A key's settings once a change is made; what the change leaves out stays. */
export function changedBy(before: KeyRow, wanted: Partial<KeySettings>): KeyRequest {
  const { name, permissions, source, rateLimit, notes, expiresAt, allowedOrigins } = before;
  const { compatibility } = before;
  const isLimitKept = wanted.rateLimit === undefined || wanted.rateLimit === rateLimit?.perSecond;
  const { expiresAt: until = expiresAt?.toISOString() ?? null } = wanted;
  const { allowedOrigins: origins = allowedOrigins ?? null } = wanted;
  const { rateLimit: perSecond = rateLimit?.perSecond ?? null } = wanted;
  const { rateBurst: burst = (isLimitKept && rateLimit?.burst) || null } = wanted;
  return {
    ...{ name, permissions, source, notes, compatibility, ...wanted },
    ...{ expiresAt: until, allowedOrigins: origins, rateLimit: perSecond, rateBurst: burst },
  };
}

/** May a teammate have a key's value? Client-side ones are public by nature. */
export const mayCopy = ({ source }: Pick<KeyRow, 'source'>, { codeEditing }: Membership) =>
  source === 'Client-side' || codeEditing;

/** What the audit log says of a key: all that was chosen, and nothing of its value. */
export function described(key: ChangeableKey & Pick<KeyRow, 'source'>): Record<string, unknown> {
  const { name, notes, source, permissions, expiresAt, allowedOrigins, rateLimit } = key;
  return {
    ...{ name, source, permissions },
    ...(key.compatibility && { compatibility: true }),
    ...(notes !== '' && { notes }),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    ...(allowedOrigins && { allowedOrigins }),
    ...(rateLimit && { rateLimit }),
  };
}

/** Of two descriptions what is not the same. */
export function differing(one: Record<string, unknown>, other: Record<string, unknown>) {
  const isOther = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(other[name]);
  return Object.fromEntries(Object.entries(one).filter(isOther));
}

function permissionFault(
  name: string,
  source: string,
  site: Site,
  before: Before,
): string | undefined {
  const permission = permissionIds.find((id) => id === name);
  if (!permission) return `must be one of ${permissionIds.join(', ')}`;
  if (!catalogue[permission].sources.includes(source as Source)) {
    return `"${permission}" is for ${catalogue[permission].sources.join(' and ')} keys only`;
  }
  if (before.permissions.includes(permission) || isOffered(permission, site)) return undefined;
  return `"${permission}" is not offered on this site`;
}
