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
  randomFillSync,
  timingSafeEqual,
} from 'node:crypto';

const blockBytes = 16;
const prefixBytes = 10;
/** Of key stream that is made ahead. */
const aheadBytes = 8_192;
const codeKeyBytes = 32;
/** Behind the code's key and the length: the counter, then the text. */
const counterAt = codeKeyBytes + 1;
const textAt = counterAt + blockBytes;
const mostBytes = 255;
/** Of the code, in base64url: 132 bits. */
const codeCharacters = 22;

interface Sealer {
  readonly key: Buffer;
  readonly codeKey: Buffer;
  /**
   * What is being sealed: the code's key, the length, the counter with its random part in front,
   * and the text.
   */
  readonly sealed: Buffer;
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
  const counter = Buffer.alloc(blockBytes);
  randomFillSync(counter, 0, prefixBytes);
  const cipher = createCipheriv('aes-256-ctr', key, counter);
  const sealed = Buffer.concat([codeKey, Buffer.alloc(1), counter, Buffer.alloc(mostBytes)]);
  const ahead = Buffer.alloc(0);
  const sealer: Sealer = { key, codeKey, sealed, cipher, ahead, at: 0, block: 0 };
  sealers.set(salt, sealer);
  return sealer;
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
  const { ahead, at, sealed } = sealer;
  sealed[codeKeyBytes] = bytes;
  sealed.writeUIntBE(sealer.block, counterAt + prefixBytes, blockBytes - prefixBytes);
  write(sealed, textAt);
  for (let byte = 0; byte < bytes; byte += 1) sealed[textAt + byte]! ^= ahead[at + byte]!;
  sealer.at += streamBytes;
  sealer.block += streamBytes / blockBytes;
  const end = textAt + bytes;
  const code = hash('sha256', sealed.subarray(0, end), 'base64url').slice(0, codeCharacters);
  return sealed.toString('base64url', counterAt, end) + code;
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
  if (length < 1 || length > mostBytes || bytes.toString('base64url') !== body) return undefined;
  const right = hash('sha256', Buffer.concat([codeKey, Buffer.of(length), bytes]), 'base64url');
  const code = Buffer.from(right.slice(0, codeCharacters));
  const given = Buffer.from(text.slice(-codeCharacters));
  if (given.length !== code.length || !timingSafeEqual(given, code)) return undefined;
  const decipher = createDecipheriv('aes-256-ctr', key, bytes.subarray(0, blockBytes));
  return decipher.update(bytes.subarray(blockBytes));
}
