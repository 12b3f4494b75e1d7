// Which encoding a feed file is in, and its bytes as text without a byte order mark.
import { FeedFileError } from './feed-line.ts';

/** The encoding by byte order mark or XML declaration; UTF-8 where neither says anything. */
export function encodingOf(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const start = new TextDecoder('latin1').decode(head.subarray(0, 200));
  const declared = /^(?:ï»¿)?<\?xml[^>]*\bencoding=["']([\w.:-]+)["']/.exec(start)?.[1];
  return declared ?? 'utf-8';
}

/** The first bytes as text, for a look at the format: what is cut in half at their end is lost. */
export function headText(head: Uint8Array): string {
  return decoderOf(encodingOf(head), false).decode(head, { stream: true });
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
      throw new FeedFileError(`the file is not ${encoding} ${where}; save it as UTF-8`, { cause });
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
