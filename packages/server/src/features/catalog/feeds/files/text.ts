// Which encoding a feed file is in, and its bytes as text without a byte order mark.
import { isAscii, isUtf8 } from 'node:buffer';
import { FeedFileError } from './feed-line.ts';

/** An encoding, and whether the letters of the text were all that said so. */
export interface FoundEncoding {
  readonly encoding: string;
  readonly isGuessed: boolean;
}

/**
 * The encoding by byte order mark or XML declaration, else by what the bytes look like: UTF-16
 * without a mark, UTF-8, and for what is no UTF-8 the encoding in which its letters make words.
 */
export async function encodingOf(head: Uint8Array): Promise<FoundEncoding> {
  const told = toldEncoding(head) ?? (isMostlyUtf8(head) ? 'utf-8' : undefined);
  if (told !== undefined) return { encoding: told, isGuessed: false };
  return { encoding: await guessEncoding(head), isGuessed: true };
}

function toldEncoding(head: Uint8Array): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const start = new TextDecoder('latin1').decode(head.subarray(0, 200));
  const declared = /^(?:ï»¿)?<\?xml[^>]*\bencoding=["']([\w.:-]+)["']/.exec(start)?.[1];
  if (declared !== undefined) return declared;
  return wideEncodingOf(head);
}

/** What the library calls them, and the name in the Encoding Standard that reads them. */
const legacy = new Map(
  (
    'cp932 shift_jis shift_jis shift_jis cp949 euc-kr euc-kr euc-kr gb18030 gb18030 gbk gb18030 ' +
    'gb2312 gb18030 big5 big5 euc-jp euc-jp koi8-r koi8-r koi8-u koi8-u'
  )
    .split(' ')
    .flatMap((name, at, all): [string, string][] => (at % 2 === 0 ? [[name, all[at + 1]!]] : [])),
);
const usual = 'windows-1252';
const bytesLookedAt = 8 * 1024;

/** Of the encodings that files of shops have, the one in which these bytes look like words. */
async function guessEncoding(bytes: Uint8Array): Promise<string> {
  // Its models take a while to load, and most files are in UTF-8.
  const { detectAll } = await import('jschardet');
  const found = detectAll(foreignWords(bytes)).flatMap(({ encoding, confidence }) => {
    const name = (encoding ?? '').toLowerCase();
    const known = legacy.get(name) ?? (/^windows-125\d$/.test(name) ? name : undefined);
    return known === undefined ? [] : [{ known, confidence }];
  });
  const [best] = found;
  const western = found.find(({ known }) => known === usual);
  // Where little tells them apart, the most frequent one is the likeliest.
  if (!best || (western && western.confidence >= 0.8 * best.confidence)) return usual;
  return best.known;
}

/** The words that have other letters than ASCII's: addresses and numbers say nothing. */
function foreignWords(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const words = text.match(/[^\s,;|"<>]+/g) ?? [];
  return words
    .filter((word) => /[\x80-\xff]/.test(word))
    .join(' ')
    .slice(0, bytesLookedAt);
}

/** Text of a feed is mostly ASCII, of which UTF-16 has a zero with each character. */
function wideEncodingOf(head: Uint8Array): string | undefined {
  const some = head.subarray(0, 1024 - (1024 % 2));
  let [even, odd] = [0, 0];
  for (let at = 0; at + 1 < some.length; at += 2) {
    if (some[at] === 0) even += 1;
    if (some[at + 1] === 0) odd += 1;
  }
  const most = some.length * 0.3;
  if (odd > most && even < most / 10) return 'utf-16le';
  return even > most && odd < most / 10 ? 'utf-16be' : undefined;
}

/** The last character may be cut in half. */
function isMostlyUtf8(head: Uint8Array): boolean {
  return [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, Math.max(0, head.length - cut))));
}

/** The first bytes as text, for a look at the format: what is cut in half at their end is lost. */
export function headText(head: Uint8Array, encoding: string): string {
  return decoderOf(encoding, false).decode(head, { stream: true });
}

/**
 * Decodes chunk by chunk; a byte that is not of the encoding fails the whole file. Where all text
 * until then was ASCII, which is the same in nearly every encoding, `mayChange` looks again.
 */
export async function* decodeText(
  chunks: AsyncIterable<Uint8Array>,
  encoding: string,
  mayChange = false,
): AsyncGenerator<string> {
  let [decoder, isOpen] = [decoderOf(encoding, true), mayChange && encoding === 'utf-8'];
  let [read, offset] = [encoding, 0];
  const decode = (chunk?: Uint8Array) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch (cause) {
      const where = `between bytes ${offset} and ${offset + (chunk?.length ?? 0)}`;
      const remedy = 'save it as UTF-8, or say which encoding it has';
      throw new FeedFileError(`the file is not ${read} ${where}: ${remedy}`, { cause });
    }
  };
  for await (const chunk of chunks) {
    if (isOpen && !isAscii(chunk)) {
      isOpen = false;
      read = isMostlyUtf8(chunk) ? encoding : await guessEncoding(chunk);
      if (read !== encoding) decoder = decoderOf(read, true);
    }
    const text = decode(chunk);
    offset += chunk.length;
    if (text !== '') yield text;
  }
  const rest = decode();
  if (rest !== '') yield rest;
}

function decoderOf(encoding: string, fatal: boolean): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal });
  } catch (cause) {
    throw new FeedFileError(`the encoding ${encoding} is not known`, { cause });
  }
}
