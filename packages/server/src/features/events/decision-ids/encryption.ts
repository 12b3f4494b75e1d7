// Encrypts short records for a site: AES-256-GCM, each record under a random nonce.
//
// An encrypted record is a byte that names the key, the nonce, the ciphertext and the tag, in
// base64url. Nonces are random: in a year of 1,000 records a second, the chance that one repeats is
// 1 in 10^8.
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { pooledRandomBytes } from '../../../random.ts';
import type { SigningKey, SigningKeys } from '../../../signing.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const nonceAt = 1;
const textAt = nonceAt + nonceBytes;

const derived = new WeakMap<Buffer, KeyObject>();

/** The key of the cipher, from a signing key's secret. */
function cipherKeyOf(secret: Buffer): KeyObject {
  const cached = derived.get(secret);
  if (cached) return cached;
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'attune decision', 32)));
  derived.set(secret, key);
  return key;
}

/** Encrypts a record as text that only `decrypt` with the same key reads. */
export function encrypt({ id, secret }: SigningKey, record: Buffer): string {
  const nonce = pooledRandomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, cipherKeyOf(secret), nonce);
  const text = [cipher.update(record), cipher.final()];
  return Buffer.concat([Buffer.of(id), nonce, ...text, cipher.getAuthTag()]).toString('base64url');
}

/** The decrypted record; undefined for anything else, and for another spelling of it. */
export function decrypt(keys: SigningKeys, text: string): Buffer | undefined {
  const encrypted = Buffer.from(text, 'base64url');
  const end = encrypted.length - tagBytes;
  const key = keys.find(({ id }) => id === encrypted[0]);
  if (!key || end <= textAt) return undefined;
  if (encrypted.toString('base64url') !== text) return undefined;
  const nonce = encrypted.subarray(nonceAt, textAt);
  const options = { authTagLength: tagBytes };
  const decipher = createDecipheriv(algorithm, cipherKeyOf(key.secret), nonce, options);
  decipher.setAuthTag(encrypted.subarray(end));
  const record = decipher.update(encrypted.subarray(textAt, end));
  try {
    decipher.final();
    return record;
  } catch {
    // node:crypto throws when the tag is not the record's.
    return undefined;
  }
}
