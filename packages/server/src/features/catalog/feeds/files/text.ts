// Which encoding a feed file is in, and its bytes as text without a byte order mark.
import { isUtf8 } from 'node:buffer';
import { FeedFileError } from './feed-line.ts';

/**
 * The encoding by byte order mark or XML declaration, else by what the bytes look like: UTF-16
 * without a mark, UTF-8, and windows-1252 (which has ISO-8859-1 in it) for what is no UTF-8.
 */
export function encodingOf(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const start = new TextDecoder('latin1').decode(head.subarray(0, 200));
  const declared = /^(?:ï»¿)?<\?xml[^>]*\bencoding=["']([\w.:-]+)["']/.exec(start)?.[1];
  if (declared !== undefined) return declared;
  return wideEncodingOf(head) ?? (isMostlyUtf8(head) ? 'utf-8' : 'windows-1252');
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

/** Decodes chunk by chunk; a byte that is not of the encoding fails the whole file. */
export async function* decodeText(
  chunks: AsyncIterable<Uint8Array>,
  encoding: string,
): AsyncGenerator<string> {
  const decoder = decoderOf(encoding, true);
  let offset = 0;
  const decode = (chunk?: Uint8Array) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch (cause) {
      const where = `between bytes ${offset} and ${offset + (chunk?.length ?? 0)}`;
      const remedy = 'save it as UTF-8, or say which encoding it has';
      throw new FeedFileError(`the file is not ${encoding} ${where}: ${remedy}`, { cause });
    }
  };
  for await (const chunk of chunks) {
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
