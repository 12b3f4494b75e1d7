// The installation's master key: what is encrypted with it can be read back, and only with it.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';

export interface Secrets {
  /** AES-256-GCM under the newest master key; bound to `purpose`. */
  readonly encrypt: (plain: Buffer, purpose: string) => Buffer;
  /** The plain bytes, or undefined where no listed master key opens them. */
  readonly decrypt: (encrypted: Buffer, purpose: string) => Buffer | undefined;
  /** Secrets of a purpose of its own, one from each master key, the newest first. */
  readonly derive: (purpose: string) => DerivedSecret[];
}

export interface DerivedSecret {
  /** A mark of its master key, which differs from the others'. */
  readonly version: number;
  /** 64 hex digits. */
  readonly value: string;
}

const idBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;

interface MasterKey {
  readonly id: Buffer;
  readonly key: Buffer;
}

function deriveKey(secret: string): MasterKey {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'attune master key', 32));
  return { id: createHash('sha256').update(key).digest().subarray(0, idBytes), key };
}

/** Opens the master keys that the configuration lists, or the one in the data directory. */
export function openSecrets(config: Pick<Config, 'secretKeys' | 'dataDir'>): Secrets {
  const listed = config.secretKeys.length > 0 ? config.secretKeys : [keptKey(config.dataDir)];
  const keys = listed.map(deriveKey);
  const [newest] = keys as [MasterKey];
  return {
    derive: (purpose) =>
      keys.map(({ id, key }) => ({
        version: id.readUInt32BE(),
        value: Buffer.from(hkdfSync('sha256', key, '', `attune ${purpose}`, 32)).toString('hex'),
      })),
    encrypt(plain, purpose) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', newest.key, nonce).setAAD(Buffer.from(purpose));
      const text = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([newest.id, nonce, cipher.getAuthTag(), text]);
    },
    decrypt(sealed, purpose) {
      const master = keys.find(({ id }) => id.equals(sealed.subarray(0, idBytes)));
      if (!master) return undefined;
      const nonce = sealed.subarray(idBytes, idBytes + nonceBytes);
      const textStart = idBytes + nonceBytes + tagBytes;
      try {
        const decipher = createDecipheriv('aes-256-gcm', master.key, nonce)
          .setAAD(Buffer.from(purpose))
          .setAuthTag(sealed.subarray(idBytes + nonceBytes, textStart));
        return Buffer.concat([decipher.update(sealed.subarray(textStart)), decipher.final()]);
      } catch {
        // Authentication failed: encrypted for another purpose, or damaged.
        return undefined;
      }
    },
  };
}

/** The generated master key, made on first use; readable by its owner alone. */
function keptKey(dataDir: string): string {
  const path = join(dataDir, 'secret.key');
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const fresh = `${path}.${process.pid}`;
    writeFileSync(fresh, `${randomBytes(32).toString('base64url')}\n`, {
      mode: 0o600,
      flush: true,
    });
    try {
      linkSync(fresh, path);
    } catch (error) {
      // Another process was first: then its key is the one.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      unlinkSync(fresh);
    }
  }
  return readFileSync(path, 'utf8').trim();
}
