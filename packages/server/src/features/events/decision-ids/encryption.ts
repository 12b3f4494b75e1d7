// Encrypts short records for a site: AES-256-GCM, each record under a random nonce.
//
// An encrypted record is a version byte, the nonce, the ciphertext and the tag, in base64url.
// Nonces are random: in a year of 1,000 records a second, the chance that one repeats is 1 in 10^8.
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { pooledRandomBytes } from '../../../random.ts';

const algorithm = 'aes-256-gcm';
const versionByte = Buffer.of(1);
const nonceBytes = 12;
const tagBytes = 16;
const textAt = versionByte.length + nonceBytes;

const keys = new WeakMap<Buffer, KeyObject>();

/** A site's own key, from its salt. */
function keyOf(salt: Buffer): KeyObject {
  const cached = keys.get(salt);
  if (cached) return cached;
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', salt, '', 'attune decision', 32)));
  keys.set(salt, key);
  return key;
}

/** Encrypts a record as text that only `decrypt` with the same salt reads. */
export function encrypt(salt: Buffer, record: Buffer): string {
  const nonce = pooledRandomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyOf(salt), nonce);
  const text = [cipher.update(record), cipher.final()];
  return Buffer.concat([versionByte, nonce, ...text, cipher.getAuthTag()]).toString('base64url');
}

/** The decrypted record; undefined for anything else, and for another spelling of it. */
export function decrypt(salt: Buffer, text: string): Buffer | undefined {
  const encrypted = Buffer.from(text, 'base64url');
  const end = encrypted.length - tagBytes;
  if (encrypted[0] !== versionByte[0] || end <= textAt) return undefined;
  if (encrypted.toString('base64url') !== text) return undefined;
  const nonce = encrypted.subarray(versionByte.length, textAt);
  const options = { authTagLength: tagBytes };
  const decipher = createDecipheriv(algorithm, keyOf(salt), nonce, options);
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
