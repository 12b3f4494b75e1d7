// Sealing short texts for a site, cheaply: AES-256 in counter mode, then a code by SHA-256.
//
// A cipher object costs ten times what it does to a hundred bytes. So there is one for each site
// and process, which makes its key stream ahead; a text takes the blocks that come next, of which
// none is used twice: the counter begins with 80 random bits. The code is SHA-256 of a key and what
// is sealed, cut to 132 bits. That is sound for texts of which none begins another (Coron, Dodis,
// Malinaud, Puniya, "Merkle-Damgard Revisited", 2005): the length stands in front.
import {
  type Cipheriv,
  createCipheriv,
  createDecipheriv,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const blockBytes = 16;
const prefixBytes = 10;
/** Of key stream that is made ahead. */
const aheadBytes = 8_192;
const codeKeyBytes = 32;
/** Of the code, in base64url: 132 bits. */
const codeCharacters = 22;

interface Sealer {
  readonly key: Buffer;
  readonly codeKey: Buffer;
  /** The random part of the counter. */
  readonly prefix: Buffer;
  readonly cipher: Cipheriv;
  ahead: Buffer;
  /** The place in `ahead` of what comes next, and the number of its block. */
  at: number;
  block: number;
}

const sealers = new WeakMap<Buffer, Sealer>();

/** A site's own keys, from its salt. */
function sealerOf(salt: Buffer): Sealer {
  const known = sealers.get(salt);
  if (known) return known;
  const derive = (name: string) => Buffer.from(hkdfSync('sha256', salt, '', name, 32));
  const [key, codeKey] = [derive('attune decision'), derive('attune decision code')];
  const prefix = randomBytes(prefixBytes);
  const cipher = createCipheriv('aes-256-ctr', key, counterOf(prefix, 0));
  const ahead = Buffer.alloc(0);
  const sealer: Sealer = { key, codeKey, prefix, cipher, ahead, at: 0, block: 0 };
  sealers.set(salt, sealer);
  return sealer;
}

function counterOf(prefix: Buffer, block: number): Buffer {
  const counter = Buffer.alloc(blockBytes);
  prefix.copy(counter);
  counter.writeUIntBE(block, prefixBytes, blockBytes - prefixBytes);
  return counter;
}

/**
 * Seals up to 255 bytes as text that only `open` with the same salt reads. `write` is given where
 * they are to be written, all of them.
 */
export function seal(
  salt: Buffer,
  bytes: number,
  write: (into: Buffer, at: number) => void,
): string {
  const sealer = sealerOf(salt);
  const streamBytes = Math.ceil(bytes / blockBytes) * blockBytes;
  if (sealer.at + streamBytes > sealer.ahead.length) makeAhead(sealer);
  const { ahead, at, prefix, codeKey } = sealer;
  const sealed = Buffer.allocUnsafe(codeKeyBytes + 1 + blockBytes + bytes);
  codeKey.copy(sealed);
  sealed[codeKeyBytes] = bytes;
  prefix.copy(sealed, codeKeyBytes + 1);
  const counterAt = codeKeyBytes + 1 + prefixBytes;
  sealed.writeUIntBE(sealer.block, counterAt, blockBytes - prefixBytes);
  const textAt = codeKeyBytes + 1 + blockBytes;
  write(sealed, textAt);
  for (let byte = 0; byte < bytes; byte += 1) sealed[textAt + byte]! ^= ahead[at + byte]!;
  sealer.at += streamBytes;
  sealer.block += streamBytes / blockBytes;
  const code = hash('sha256', sealed, 'base64url').slice(0, codeCharacters);
  return sealed.toString('base64url', codeKeyBytes + 1) + code;
}

/** What is left of the stream is passed over: a text is encrypted from one piece. */
function makeAhead(sealer: Sealer): void {
  sealer.block += (sealer.ahead.length - sealer.at) / blockBytes;
  sealer.ahead = sealer.cipher.update(Buffer.alloc(aheadBytes));
  sealer.at = 0;
}

/** What was sealed; undefined for anything else, and for another spelling of the same. */
export function open(salt: Buffer, text: string): Buffer | undefined {
  const { key, codeKey } = sealerOf(salt);
  const body = text.slice(0, -codeCharacters);
  const bytes = Buffer.from(body, 'base64url');
  const length = bytes.length - blockBytes;
  if (length < 1 || length > 255 || bytes.toString('base64url') !== body) return undefined;
  const right = hash('sha256', Buffer.concat([codeKey, Buffer.of(length), bytes]), 'base64url');
  const code = Buffer.from(right.slice(0, codeCharacters));
  const given = Buffer.from(text.slice(-codeCharacters));
  if (given.length !== code.length || !timingSafeEqual(given, code)) return undefined;
  const decipher = createDecipheriv('aes-256-ctr', key, bytes.subarray(0, blockBytes));
  return decipher.update(bytes.subarray(blockBytes));
}
