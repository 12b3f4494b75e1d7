// The keys by which a site knows what it has decided: made, encrypted, and opened.
import { randomBytes } from 'node:crypto';
import type { Secrets } from '../../../../secrets.ts';
import type { SigningKeys } from '../../../../signing.ts';
import type { SiteRow } from '../store.ts';
import type { SigningKeyRow } from './store.ts';

const secretBytes = 32;
/** Of a site that was made before it had keys of its own: derived from its salt. */
const derivedKeyId = 1;
const lastId = 255;

const purposeOf = ({ name }: Pick<SiteRow, 'name'>) => `signing ${name}`;

/** A new key, whose id differs from those of the keys that there are. */
export function newSigningKey(
  secrets: Secrets,
  site: Pick<SiteRow, 'name'>,
  keys: readonly Pick<SigningKeyRow, 'id'>[],
  activeAt: Date,
): SigningKeyRow {
  const highest = Math.max(derivedKeyId, ...keys.map(({ id }) => id));
  const ids = new Set(keys.map(({ id }) => id));
  let id = highest === lastId ? derivedKeyId + 1 : highest + 1;
  while (ids.has(id)) id += 1;
  return { id, secret: secrets.encrypt(randomBytes(secretBytes), purposeOf(site)), activeAt };
}

/** A key's secret; undefined where the master key does not open it. */
const secretOf = (secrets: Secrets, site: Pick<SiteRow, 'name' | 'salt'>, key: SigningKeyRow) =>
  key.secret === null ? site.salt : secrets.decrypt(key.secret, purposeOf(site));

/**
 * The keys that the master key opens, the newest first. Where there is none, the one that is
 * derived from the salt: decisions go on whatever is lost.
 */
export function openSigningKeys(
  secrets: Secrets,
  site: Pick<SiteRow, 'name' | 'salt'>,
  rows: readonly SigningKeyRow[],
): SigningKeys {
  const opened = rows.flatMap((row) => {
    const secret = secretOf(secrets, site, row);
    return secret ? [{ id: row.id, secret, activeAt: row.activeAt.getTime() }] : [];
  });
  return opened.length > 0 ? opened : [{ id: derivedKeyId, secret: site.salt, activeAt: 0 }];
}

/** Is there a key of the site's own that the master key opens? */
export const hasOwnKey = (
  secrets: Secrets,
  site: Pick<SiteRow, 'name' | 'salt'>,
  rows: readonly SigningKeyRow[],
): boolean => openSigningKeys(secrets, site, rows).some(({ id }) => id !== derivedKeyId);
