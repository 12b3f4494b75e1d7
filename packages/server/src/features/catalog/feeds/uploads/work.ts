// Work on a file that goes on behind the answer: reported, and stopped when the file is given up.
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '../../../../api-error.ts';
import type { Context } from '../../../../context.ts';
import type { OnProgress, Progress } from '../files/bytes.ts';
import { FeedFileError, type FeedLine } from '../files/feed-line.ts';
import { type UploadKey, updateUpload } from './store.ts';

/** A file whose worker has been silent for so long has none any more. */
export const silenceMs = 30_000;
const tellingMs = 500;

export interface UploadWork {
  readonly onProgress: OnProgress;
  /** Rows as they are, counted; ends with an error when the file is given up. */
  readonly counted: (rows: AsyncIterable<FeedLine>) => AsyncGenerator<FeedLine>;
}

/**
 * Does work on a file that was claimed, and reports its progress. The result is written at the end:
 * the changes that `work` returns, or the problem that it threw.
 */
export async function workOn(
  ctx: Context,
  key: UploadKey,
  work: (telling: UploadWork) => Promise<Parameters<typeof updateUpload>[2]>,
): Promise<void> {
  const state = { isOver: false, isGone: false, rows: 0 };
  let read: Progress = { readBytes: 0, totalBytes: 0 };
  const tell = async () => {
    while (!state.isOver && !state.isGone) {
      const { readBytes: bytes, totalBytes } = read;
      const progress = JSON.stringify({ bytes, totalBytes, rows: state.rows });
      const isThere = await updateUpload(ctx.db, key, { progress }, new Date(ctx.now()));
      if (!isThere) state.isGone = true;
      await delay(tellingMs, undefined, { ref: false });
    }
  };
  tell().catch((error) => ctx.log.warn({ err: error }, 'no word of an upload'));
  const last = await work({
    onProgress: (progress) => {
      read = progress;
    },
    counted: async function* (rows) {
      for await (const row of rows) {
        if (state.isGone) throw new FeedFileError('the file was given up');
        state.rows += 1;
        yield row;
      }
    },
  }).catch((error) => {
    if (!state.isGone) logUnexpected(ctx, error);
    return { state: 'failed' as const, problem: JSON.stringify(problemOf(error)) };
  });
  state.isOver = true;
  await updateUpload(ctx.db, key, last, new Date(ctx.now()));
}

export interface Problem {
  readonly code: string;
  readonly detail: string;
}

/** Why work on a file failed, as its sender sees it. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) return { code: error.code, detail: error.message };
  if (error instanceof FeedFileError) {
    return { code: 'invalid_request', detail: `The file cannot be used: ${error.message}.` };
  }
  return {
    code: 'internal',
    detail: 'Something went wrong on our side. The feed was not changed; try again.',
  };
}

function logUnexpected({ log }: Context, error: unknown): void {
  if (error instanceof ApiError || error instanceof FeedFileError) return;
  log.error({ err: error }, 'work on an upload failed');
}
