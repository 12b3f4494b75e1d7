// The bytes of files in waiting: kept in parts, read again, and forgotten.
import type { Readable } from 'node:stream';
import { ApiError } from '../../../../api-error.ts';
import type { Context } from '../../../../context.ts';
import { FeedFileError } from '../files/feed-line.ts';
import type { FeedSource } from '../files/source.ts';
import {
  deleteParts,
  insertPart,
  selectPart,
  selectUploads,
  type UploadKey,
  type UploadRow,
} from './store.ts';

const bytesMax = 2 * 1024 ** 3;
const partBytes = 1024 * 1024;

/**
 * Keeps a file's bytes in parts. Throws `body_too_large`, and FeedFileError where the upload is cut
 * off or empty.
 */
export async function keepBytes(ctx: Context, key: UploadKey, body: Readable): Promise<number> {
  let [place, total] = [0, 0];
  let held: Uint8Array[] = [];
  let size = 0;
  const flush = async () => {
    const part = { place, bytes: Buffer.concat(held), at: new Date(ctx.now()) };
    [held, size, place] = [[], 0, place + 1];
    await insertPart(ctx.db, key, part);
  };
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      total += chunk.length;
      if (total > bytesMax) throw new ApiError('body_too_large', `More than ${bytesMax} bytes.`);
      held.push(chunk);
      size += chunk.length;
      if (size >= partBytes) await flush();
    }
  } catch (cause) {
    if (cause instanceof ApiError || !body.errored) throw cause;
    throw new FeedFileError('the upload was cut off', { cause });
  }
  if (size > 0) await flush();
  if (total === 0) throw new FeedFileError('it is empty: export it again');
  return total;
}

/** A kept file, to be read as often as needed. */
export function sourceOf(
  ctx: Context,
  key: UploadKey,
  { name, bytes }: Pick<UploadRow, 'name' | 'bytes'>,
): FeedSource {
  return {
    name,
    totalBytes: bytes,
    read: async function* () {
      let left = bytes;
      for (let place = 0; left > 0; place += 1) {
        const part = await selectPart(ctx.db, key, place);
        if (!part) throw new FeedFileError('a part of it is lost: send it again');
        left -= part.length;
        yield part;
      }
    },
  };
}

/** Forgets a published file's bytes, unless rows of it may be looked up; earlier ones' always. */
export async function forgetBytes(
  ctx: Context,
  key: UploadKey,
  isLookedUp: boolean,
): Promise<void> {
  const rows = await selectUploads(ctx.db, key);
  const before = rows.filter(({ state }) => state === 'published').map(({ id }) => id);
  for (const id of isLookedUp ? before : [...before, key.id]) {
    await deleteParts(ctx.db, { siteId: key.siteId, id });
  }
}
