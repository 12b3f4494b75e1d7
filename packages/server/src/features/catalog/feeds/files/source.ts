// Where a feed's bytes come from: a file of the disk, or whatever gives chunks.
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { FeedFileError } from './feed-line.ts';

/** A file that can be read, from its first byte on each time. */
export interface FeedSource {
  /** Its extension is the format where the content is not clear. */
  readonly name: string;
  /** In bytes as stored, packed or not; undefined where that is unknown. */
  readonly totalBytes: number | undefined;
  readonly read: () => AsyncGenerator<Uint8Array>;
  /** Can it be read but once? */
  readonly isOnce?: boolean;
}

const chunkBytes = 64 * 1024;

/** A file of the disk. Throws FeedFileError where it cannot be read. */
export async function fileSource(path: string): Promise<FeedSource> {
  const file = await openFile(path);
  try {
    const stat = await file.stat();
    if (stat.isDirectory()) throw new FeedFileError(`${path} is a folder`);
    return { name: basename(path), totalBytes: stat.size, read: () => readChunks(path) };
  } finally {
    await file.close();
  }
}

async function* readChunks(path: string): AsyncGenerator<Uint8Array> {
  const file = await openFile(path);
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(chunkBytes));
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

function openFile(path: string): Promise<FileHandle> {
  return open(path).catch((cause: NodeJS.ErrnoException) => {
    throw new FeedFileError(`${path} cannot be read: ${cause.code}`, { cause });
  });
}

/** "artikel.xlsx, sheet Products", as the history of a feed names a file. */
export const nameWithSheet = (name: string, sheet: string | undefined) =>
  sheet === undefined ? name : `${name}, sheet ${sheet}`;
