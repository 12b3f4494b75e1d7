// The first rows of a file as items, at once.
import type { FileFormInput, PreviewRowOutput, ReadingInput } from '@attune/contract';
import {
  exampleCollector,
  groupRejections,
  itemReader,
  noteCounter,
  refusedCounter,
} from '@attune/core';
import { ApiError } from '../../../../api-error.ts';
import type { Context } from '../../../../context.ts';
import { FeedFileError, type FeedLine } from '../files/feed-line.ts';
import { readFeed } from '../files/read-feed-file.ts';
import { optionsOfReading } from '../reading.ts';
import { detectFile } from './detect.ts';
import { shopAddress } from './shop-address.ts';
import { updateUpload } from './store.ts';
import { openUploaded, type UploadRequest } from './uploads.ts';
import { problemOf } from './work.ts';

const rowsLookedAt = 1_000;
const rowsShown = 20;

/**
 * Shows a file's first rows as they would be with a reading, which is remembered until it is
 * published.
 * Throws `invalid_request` where the file cannot be read so.
 */
export async function previewUpload(
  ctx: Context,
  request: UploadRequest,
  id: string,
  reading: ReadingInput,
) {
  const options = optionsOfReading(reading);
  const { source, row } = await openUploaded(ctx, request, id);
  const rows: PreviewRowOutput[] = [];
  const notes = noteCounter();
  const refused = refusedCounter();
  const examples = options.mapping && exampleCollector(options.mapping);
  let skipped = 0;
  try {
    const read = itemReader(request.site.vertical);
    for await (const line of readFeed(source, options)) {
      if ('skipped' in line) skipped += 1;
      else {
        rows.push(shownRow(line, read, notes.add));
        refused.add(line.refused);
        examples?.add(line.source);
      }
      if (rows.length + skipped === rowsLookedAt) break;
    }
  } catch (error) {
    if (!(error instanceof FeedFileError)) throw error;
    throw new ApiError('invalid_request', problemOf(error).detail);
  }
  const key = { siteId: request.site.id, feedId: request.feed.id, id: row.id };
  const isIdle = row.state !== 'checking' && row.state !== 'publishing';
  if (isIdle) {
    await updateUpload(ctx.db, key, { reading: JSON.stringify(reading) }, new Date(ctx.now()));
  }
  const faulty = rows.filter(({ fault }) => fault !== null);
  return {
    rows: rows.slice(0, rowsShown),
    faulty: faulty.slice(0, rowsShown),
    looked: rows.length,
    rejected: faulty.length,
    rejections: groupRejections(faulty.map(({ row: item, fault }) => ({ item, message: fault! }))),
    ...{ skipped, notes: notes.all(), refused: refused.all() },
    columns: (examples?.all() ?? []).map((one) => ({ ...one, examples: [...one.examples] })),
  };
}

/** Looks at a file again. Throws `invalid_request` where it cannot be read so. */
export async function detectUpload(
  ctx: Context,
  request: UploadRequest,
  id: string,
  form: FileFormInput,
) {
  const { source } = await openUploaded(ctx, request, id);
  try {
    const key = { siteId: request.site.id, feedId: request.feed.id };
    const shop = () => shopAddress(ctx.db, key);
    return await detectFile(source, request.site.vertical, { ...form, shop });
  } catch (error) {
    if (!(error instanceof FeedFileError)) throw error;
    throw new ApiError('invalid_request', problemOf(error).detail);
  }
}

function shownRow(
  line: Exclude<FeedLine, { skipped: true }>,
  read: ReturnType<typeof itemReader>,
  tell: ReturnType<typeof noteCounter>['add'],
): PreviewRowOutput {
  const row = `#${line.line}`;
  if ('fault' in line) return { row, item: null, fault: line.fault };
  const result = read(line.row, line.asked);
  if (!result.ok) return { row, item: null, fault: result.message };
  tell(line.notes);
  tell(result.notes);
  return { row, item: result.item, fault: null };
}
