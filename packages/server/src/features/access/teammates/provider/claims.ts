// What a provider says of somebody who signed in there: claims, as this service reads them.
import type { ProviderConfig } from '../../../../provider-config.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** Somebody as the provider knows them. */
export interface Identity {
  readonly issuer: string;
  /** Never another person's, at this issuer. */
  readonly subject: string;
  /** In lower case; undefined where the provider does not vouch for it. */
  readonly email: string | undefined;
  readonly name: string;
  readonly groups: readonly string[];
}

type Read = Pick<ProviderConfig, 'issuer' | 'groupsClaim' | 'trustsEmail'>;

const textOf = (claim: unknown) => (typeof claim === 'string' && claim !== '' ? claim : undefined);

/** The identity that claims describe, of which `sub` is checked to be there. */
export function identityOf({ issuer, groupsClaim, trustsEmail }: Read, claims: Claims): Identity {
  const address = textOf(claims['email'])?.toLowerCase();
  // Some providers say it as a text.
  const isVerified = trustsEmail || String(claims['email_verified']) === 'true';
  const email = address && isVerified && /^[^@\s]+@[^@\s]+$/.test(address) ? address : undefined;
  const name = textOf(claims['name']) ?? textOf(claims['preferred_username']) ?? email ?? '';
  const groups = namesIn(claimAt(claims, groupsClaim));
  return { issuer, subject: String(claims['sub']), email, name: name.slice(0, 100), groups };
}

/** Is something that `identityOf` reads not there? The provider's user info may have it. */
export const isIncomplete = ({ groupsClaim }: Read, claims: Claims): boolean =>
  claims['email'] === undefined || claimAt(claims, groupsClaim) === undefined;

/** A claim by its name, or by the names on the way to it. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (at, part) => (Object.hasOwn(Object(at), part) ? (at as Claims)[part] : undefined),
      claims,
    );
}

/** Groups come as a list, as one text, or as an object that has them as its members. */
function namesIn(claim: unknown): string[] {
  if (typeof claim === 'string') return [claim];
  if (Array.isArray(claim)) return claim.filter((one) => typeof one === 'string');
  return Object.keys(Object(claim));
}
