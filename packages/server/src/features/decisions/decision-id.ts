// Decision ids: all that an engagement needs to be credited, so that no look-up is needed.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export interface DecisionRecord {
  readonly userId: string;
  readonly campaignId: number;
  /** 0 where no experience applied. */
  readonly experienceId: number;
  /** 0 where nothing was allocated. */
  readonly variationId: number;
  /** The site's configuration revision that decided. */
  readonly revision: number;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Probability with which the variation was given. */
  readonly propensity: number;
  /** 0 where nothing was allocated. */
  readonly allocationVersion: number;
  /** Kept from an earlier exposure, and not drawn. */
  readonly isKept: boolean;
  /** Not served but shown counts: the first impression is the exposure. */
  readonly countsWhenShown: boolean;
  /** Is the user a person, and not only a device? */
  readonly isKnown: boolean;
}

const nonceBytes = 12;
const tagBytes = 16;
const numberBytes = 6;
const recordBytes = 8 + 6 * numberBytes + 4 + 1;
const propensityScale = 1_000_000;
const shownFlag = 1;
const knownFlag = 2;
const keptFlag = 4;

const keys = new WeakMap<Buffer, Buffer>();

/** A site's own key, from its salt. Encrypted: who holds an id of a user could act as him. */
function keyOf(salt: Buffer): Buffer {
  let key = keys.get(salt);
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', salt, '', 'attune decision', 32));
    keys.set(salt, key);
  }
  return key;
}

/** A decision as an opaque, authenticated text of 103 characters. */
export function encodeDecision(salt: Buffer, record: DecisionRecord): string {
  const { campaignId, experienceId, variationId, revision, time, allocationVersion } = record;
  const plain = Buffer.alloc(recordBytes);
  let at = plain.writeBigInt64BE(BigInt(record.userId));
  for (const number of [campaignId, experienceId, variationId, revision, time, allocationVersion]) {
    at = plain.writeUIntBE(number, at, numberBytes);
  }
  at = plain.writeUInt32BE(Math.round(record.propensity * propensityScale), at);
  const flags =
    (record.countsWhenShown ? shownFlag : 0) +
    (record.isKnown ? knownFlag : 0) +
    (record.isKept ? keptFlag : 0);
  plain.writeUInt8(flags, at);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(salt), nonce);
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url');
}

/** Reads a decision id of the site whose salt is given; undefined for anything else. */
export function decodeDecision(salt: Buffer, id: string): DecisionRecord | undefined {
  const sealed = Buffer.from(id, 'base64url');
  const isWhole = sealed.length === nonceBytes + recordBytes + tagBytes;
  // Another spelling of the same bytes would count as another decision.
  if (!isWhole || sealed.toString('base64url') !== id) return undefined;
  const plain = decrypt(keyOf(salt), sealed);
  if (!plain) return undefined;
  const number = (place: number) => plain.readUIntBE(8 + place * numberBytes, numberBytes);
  const after = 8 + 6 * numberBytes;
  const flags = plain.readUInt8(after + 4);
  return {
    userId: String(plain.readBigInt64BE()),
    campaignId: number(0),
    experienceId: number(1),
    variationId: number(2),
    revision: number(3),
    time: number(4),
    allocationVersion: number(5),
    propensity: plain.readUInt32BE(after) / propensityScale,
    isKept: (flags & keptFlag) > 0,
    countsWhenShown: (flags & shownFlag) > 0,
    isKnown: (flags & knownFlag) > 0,
  };
}

function decrypt(key: Buffer, sealed: Buffer): Buffer | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  const plain = decipher.update(sealed.subarray(nonceBytes, -tagBytes));
  try {
    decipher.final();
    return plain;
  } catch {
    // Authentication failed: another site's, changed, or no decision id at all.
    return undefined;
  }
}
