// How a file's bytes are reached: progress counted, gzip undone, the first bytes looked at.
import { type FileHandle, open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { FeedFileError } from './feed-line.ts';
import { through } from './through.ts';

/** Counted in the file as it lies on the disk, before gzip is undone. */
export interface Progress {
  readonly readBytes: number;
  readonly totalBytes: number;
}

export type OnProgress = (progress: Progress) => void;

/** A file that is open until `close` is called. */
export interface OpenFile {
  /** Its first bytes, gzip undone, for a look at the format. */
  readonly head: Uint8Array;
  /** Every byte, those of the head included; to be read once. */
  readonly all: AsyncIterable<Uint8Array>;
  readonly close: () => Promise<void>;
}

type Chunks = AsyncGenerator<Uint8Array>;

const CHUNK_BYTES = 64 * 1024;
const GZIP_MAGIC = [0x1f, 0x8b];

/** Opens a file and reads its first `headBytes`; gzip is known by its magic number. */
export async function openBytes(
  path: string,
  headBytes: number,
  onProgress: OnProgress | undefined,
): Promise<OpenFile> {
  const file = await open(path).catch((cause: NodeJS.ErrnoException) => {
    throw new FeedFileError(`${path} cannot be read: ${cause.code}`, { cause });
  });
  let chunks = readChunks(file, path, onProgress);
  const close = async () => {
    // Stops what is unzipping before the file goes away under it.
    await chunks.return(undefined);
    await file.close();
  };
  try {
    const start = await take(chunks, GZIP_MAGIC.length);
    const zipped = GZIP_MAGIC.every((byte, index) => start[index] === byte);
    if (!zipped && /\.gz$/i.test(path)) {
      throw new FeedFileError(`${path} is named .gz and is not gzip`);
    }
    chunks = zipped ? gunzip(prepend(start, chunks)) : prepend(start, chunks);
    const head = await take(chunks, headBytes);
    return { head, all: prepend(head, chunks), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* readChunks(
  file: FileHandle,
  path: string,
  onProgress: OnProgress | undefined,
): Chunks {
  const stat = await file.stat();
  if (stat.isDirectory()) throw new FeedFileError(`${path} is a folder`);
  for (let readBytes = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES));
    if (bytesRead === 0) return;
    readBytes += bytesRead;
    onProgress?.({ readBytes, totalBytes: Math.max(stat.size, readBytes) });
    yield buffer.subarray(0, bytesRead);
  }
}

async function* gunzip(chunks: Chunks): Chunks {
  try {
    yield* through<Uint8Array>(chunks, createGunzip());
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!code.startsWith('Z_')) throw error;
    throw new FeedFileError('the gzip data is damaged or cut off', { cause: error });
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
