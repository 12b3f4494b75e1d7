// How a file's bytes are reached: progress counted, gzip and zip undone, the first ones looked at.
import { FeedFileError } from './feed-line.ts';
import type { FeedSource } from './source.ts';
import { gunzip, type Packing, packingOf, unzip } from './unpack.ts';

/** Counted in the file as it lies there, before it is unpacked. */
export interface Progress {
  readonly readBytes: number;
  readonly totalBytes: number;
}

export type OnProgress = (progress: Progress) => void;

/** A file that is open until `close` is called. */
export interface OpenFile {
  readonly packing: Packing;
  /** Its first bytes, unpacked, for a look at the format. */
  readonly head: Uint8Array;
  /** Every byte, those of the head included; to be read once. */
  readonly all: AsyncIterable<Uint8Array>;
  /** How much was read of it until now. */
  readonly size: () => FileSize;
  readonly close: () => Promise<void>;
}

/** Bytes, as they lie there and as what they unpack to; the same for a file that is not packed. */
export interface FileSize {
  readonly packed: number;
  readonly unpacked: number;
}

type Chunks = AsyncGenerator<Uint8Array>;

/** More than ten million items of a usual size: against what never ends. */
const bytesMax = 32 * 1024 ** 3;
const magicBytes = 4;

/** Opens a file and reads its first `headBytes`; gzip and zip are known by their first bytes. */
export async function openBytes(
  source: FeedSource,
  headBytes: number,
  onProgress: OnProgress | undefined,
): Promise<OpenFile> {
  const size = { packed: 0, unpacked: 0 };
  let chunks = counted(source, (progress) => {
    size.packed = progress.readBytes;
    onProgress?.(progress);
  });
  // Stops what is unpacking before the file goes away under it.
  const close = async () => void (await chunks.return(undefined));
  try {
    const start = await take(chunks, magicBytes);
    const packing = packingOf(start);
    if (packing !== 'gzip' && /\.gz$/i.test(source.name)) {
      throw new FeedFileError(`${source.name} is named .gz and is not gzip`);
    }
    const whole = prepend(start, chunks);
    const unpacked = packing === 'gzip' ? gunzip(whole) : packing === 'zip' ? unzip(whole) : whole;
    chunks = summed(unpacked, size);
    const head = await take(chunks, headBytes);
    return { packing, head, all: prepend(head, chunks), size: () => size, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* summed(chunks: Chunks, size: { unpacked: number }): Chunks {
  for await (const chunk of chunks) {
    size.unpacked += chunk.length;
    yield chunk;
  }
}

/** A source's bytes, counted. */
export async function* counted(source: FeedSource, onProgress: OnProgress): Chunks {
  let readBytes = 0;
  for await (const chunk of source.read()) {
    readBytes += chunk.length;
    if (readBytes > bytesMax) throw new FeedFileError(`the file is larger than ${bytesMax} bytes`);
    onProgress({ readBytes, totalBytes: Math.max(source.totalBytes ?? 0, readBytes) });
    yield chunk;
  }
}

/** Takes whole chunks until there are `size` bytes, or no more. */
async function take(chunks: Chunks, size: number): Promise<Uint8Array> {
  const taken: Uint8Array[] = [];
  for (let length = 0; length < size; ) {
    const { value, done } = await chunks.next();
    if (done) break;
    taken.push(value);
    length += value.length;
  }
  return Buffer.concat(taken);
}

async function* prepend(head: Uint8Array, rest: Chunks): Chunks {
  if (head.length > 0) yield head;
  yield* rest;
}
