// An upload of NDJSON as rows: hashed on its way, and refused as a whole when it is cut off.
import type { Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Gunzip } from 'node:zlib';
import { ApiError } from '../../../api-error.ts';
import type { FileSize } from './files/bytes.ts';
import { FeedFileError, type FeedLine, ROWS_MAX } from './files/feed-line.ts';
import { readNdjsonChunks } from './files/ndjson.ts';
import { tooManyRows } from './files/row-limits.ts';
import { refuseBomb } from './files/unpack.ts';

export interface Upload {
  /** To be read once. Throws `malformed_json` when the upload is cut off or not of its type. */
  readonly rows: AsyncIterable<readonly FeedLine[]>;
  /** Reads what is left, so that the hash is that of the whole. */
  readonly drain: () => Promise<void>;
}

/** More than ten million items of a usual size: against what never ends, compressed or not. */
const bytesMax = 32 * 1024 ** 3;

/**
 * Opens an upload of items. Each of its bytes is added to the hash, if there is one,
 * when it is read.
 */
export function openUpload(body: Readable, hash: Hash | undefined): Upload {
  // There may be no reader when the sender goes away; a reader then or later gets the error.
  body.on('error', () => undefined);
  const size = { packed: 0, unpacked: 0 };
  const bytes = readBytes(body, hash, size);
  return {
    rows: readRows(bytes, size),
    drain: async () => {
      for await (const _ of bytes);
    },
  };
}

async function* readBytes(
  body: Readable,
  hash: Hash | undefined,
  size: { packed: number; unpacked: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunksOf(body)) {
    size.unpacked += chunk.length;
    size.packed = body instanceof Gunzip ? body.bytesWritten : size.unpacked;
    if (size.unpacked > bytesMax) {
      throw new ApiError('body_too_large', `More than ${bytesMax} bytes.`);
    }
    refusePacked(size);
    hash?.update(chunk);
    yield chunk;
  }
}

function refusePacked({ packed, unpacked }: FileSize): void {
  try {
    refuseBomb(packed, unpacked);
  } catch (cause) {
    throw cutOff(`The upload cannot be read: ${(cause as Error).message}`, cause);
  }
}

async function* chunksOf(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    // Destroying the request would take the connection that the answer needs.
    yield* body.iterator({ destroyOnReturn: false });
  } catch (cause) {
    throw cutOff('The upload was cut off, or its compression is damaged', cause);
  }
}

async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  size: FileSize,
): AsyncGenerator<FeedLine[]> {
  let count = 0;
  try {
    for await (const lines of readNdjsonChunks(bytes)) {
      count += lines.length;
      if (count > ROWS_MAX) {
        throw new ApiError('body_too_large', `The upload has ${tooManyRows(size)}.`);
      }
      yield lines;
    }
  } catch (cause) {
    if (!(cause instanceof FeedFileError)) throw cause;
    throw cutOff(`The upload cannot be read: ${cause.message}`, cause);
  }
}

function cutOff(what: string, cause: unknown): ApiError {
  const error = new ApiError('malformed_json', `${what}; nothing was changed.`);
  error.cause = cause;
  return error;
}
