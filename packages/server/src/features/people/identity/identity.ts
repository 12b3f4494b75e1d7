// Reads the user of a request, and what of it is verified.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Fault, UserInput } from '@attune/contract';
import {
  checkIdentifier,
  type Directory,
  type Identifier,
  identifierKey,
  normaliseIdentifier,
  pointerTo,
} from '@attune/core';
import type { KeyRecord, SiteSnapshot } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { accountIdOf, userIdOf } from './generate-ids.ts';
import { isNobodysId, nobodysDetail } from './nobody.ts';
import { selectDirectory } from './store.ts';

/** The user of a request, as far as the caller may say. */
export interface RequestUser {
  /** The device's user id that the request named. */
  readonly device: string | undefined;
  /** Verified names of the person; empty when there are none. */
  readonly identifiers: readonly Identifier[];
  /** Ids of the accounts that the user acts for, by identifier type. */
  readonly accounts: Readonly<Record<string, string>>;
  /** A `cuid` was given that this caller may not use without proof. */
  readonly isUnverified: boolean;
  /** The user of an API-only site, which sets no cookies. */
  readonly isApiOnly: boolean;
  /** What the request says of consent; undefined where it says nothing. */
  readonly consent: boolean | undefined;
  /** May a profile be read and events be stored? An explicit no is one on every site. */
  readonly consents: boolean;
}

type Reader = Pick<SiteSnapshot, 'site' | 'identifierTypes' | 'accountTypes' | 'identitySecret'>;

/** Reads `user` of a request; adds what cannot be read, and is passed over, to `passedOver`. */
export function readUser(
  snapshot: Reader,
  key: Pick<KeyRecord, 'source'>,
  input: UserInput | undefined,
  passedOver: Fault[],
): RequestUser {
  const user = input ?? {};
  const device = readDevice(snapshot, user, passedOver);
  const { accounts, person } = splitAccounts(snapshot, user, passedOver);
  const identifier = readIdentifier(snapshot, person, passedOver);
  const isTrusted = identifier && isTrustedName(snapshot, key, identifier, user.token);
  const consent = user.active_consent_accepted;
  return {
    device,
    identifiers: identifier && isTrusted ? [identifier] : [],
    accounts,
    isUnverified: identifier !== undefined && !isTrusted,
    isApiOnly: user.id !== undefined && user.id !== '',
    ...{ consent, consents: consent ?? !snapshot.site.settings.requireConsent },
  };
}

/** Any text will do: what is none of our ids has one made of it, the same one each time. */
function readDevice(
  { site }: Pick<SiteSnapshot, 'site'>,
  user: UserInput,
  passedOver: Fault[],
): string | undefined {
  for (const name of ['id', 'svcid_server', 'svcid'] as const) {
    const text = user[name];
    if (text === undefined || text === '') continue;
    if (!isNobodysId(text)) return userIdOf(site.salt, text);
    passedOver.push({ pointer: `/user/${name}`, detail: nobodysDetail });
  }
  return undefined;
}

const noAccounts: RequestUser['accounts'] = Object.freeze({});

/**
 * Takes accounts out of a user, a `cuid` of an account's type among them; `person` is the rest.
 * They open no profile, so that they need no proof.
 */
function splitAccounts(
  { site, accountTypes }: Reader,
  user: UserInput,
  passedOver: Fault[],
): { accounts: RequestUser['accounts']; person: UserInput } {
  const { cuid, cuidType = '', ...others } = user;
  const isAccount = cuid !== undefined && accountTypes.includes(cuidType);
  const person = isAccount ? others : user;
  if (!isAccount && user.accounts === undefined) return { accounts: noAccounts, person };
  const named = Object.entries(user.accounts ?? {}).map(
    ([type, value]) => [type, value, pointerTo('/user/accounts', type)] as const,
  );
  if (isAccount) named.push([cuidType, cuid, '/user/cuid']);
  const accounts: Record<string, string> = {};
  for (const [type, value, pointer] of named) {
    if (!accountTypes.includes(type)) {
      const known = accountTypes.length === 0 ? 'it has none' : `it has ${accountTypes.join(', ')}`;
      passedOver.push({ pointer, detail: `is of no account type of the site: ${known}` });
    } else if (isNobodysId(value)) passedOver.push({ pointer, detail: nobodysDetail });
    else accounts[type] = accountIdOf(site.salt, normaliseIdentifier({ type, value }));
  }
  return { accounts, person };
}

function readIdentifier(
  snapshot: Reader,
  { cuid, cuidType }: UserInput,
  passedOver: Fault[],
): Identifier | undefined {
  if (cuid === undefined && cuidType === undefined) return undefined;
  if (cuid === undefined || cuidType === undefined) {
    const missing = cuid === undefined ? 'cuid' : 'cuidType';
    passedOver.push({
      pointer: `/user/${missing}`,
      detail: 'is required: cuid and cuidType go together',
    });
    return undefined;
  }
  const found = checkSomebody(snapshot, cuidType, cuid, {
    type: '/user/cuidType',
    value: '/user/cuid',
  });
  passedOver.push(...found);
  return found.length > 0 ? undefined : normaliseIdentifier({ type: cuidType, value: cuid });
}

/** What is wrong with a name of this type on this site. */
export function checkNamed(
  snapshot: Pick<SiteSnapshot, 'identifierTypes'>,
  type: string,
  value: string,
  pointers: { type: string; value: string },
): Fault[] {
  const types = ['he', 'external', ...snapshot.identifierTypes];
  return types.includes(type)
    ? checkIdentifier(type, value, pointers.value)
    : [{ pointer: pointers.type, detail: `must be one of ${types.join(', ')}` }];
}

/** As `checkNamed`, of a name that is to be somebody's. */
export function checkSomebody(...of: Parameters<typeof checkNamed>): Fault[] {
  const [, , value, { value: pointer }] = of;
  return isNobodysId(value) ? [{ pointer, detail: nobodysDetail }] : checkNamed(...of);
}

/** May this caller speak for a person of this name? Server-side keys may; others need proof. */
export function isTrustedName(
  { site, identitySecret }: Reader,
  key: Pick<KeyRecord, 'source'>,
  identifier: Identifier,
  token: string | undefined,
): boolean {
  if (key.source === 'Server-side' || !site.settings.requireIdentityToken) return true;
  if (token === undefined || !identitySecret) return false;
  const given = Buffer.from(token, 'hex');
  const right = Buffer.from(identityToken(identitySecret, identifier), 'hex');
  return given.length === right.length && timingSafeEqual(given, right);
}

/** `user.token`: hex of HMAC-SHA256 over `cuidType:cuid` under the site's identity secret. */
export function identityToken(secret: Buffer, { type, value }: Identifier): string {
  return createHmac('sha256', secret).update(`${type}:${value}`).digest('hex');
}

/** What is known of all names and devices of some sightings. */
export function loadDirectory(
  db: Db,
  siteId: number,
  sightings: readonly { device: string | undefined; identifiers: readonly Identifier[] }[],
): Promise<Directory> {
  const identifiers = new Map(
    sightings.flatMap((each) => each.identifiers.map((one) => [identifierKey(one), one] as const)),
  );
  const devices = new Set(
    sightings.flatMap(({ device }) => (device === undefined ? [] : [device])),
  );
  return selectDirectory(db, siteId, [...identifiers.values()], [...devices]);
}
