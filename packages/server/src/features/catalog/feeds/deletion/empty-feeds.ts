// Removes what is left of deleted feeds in small steps: no statement blocks others for long.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../../../context.ts';
import type { FeedKey } from '../changes/feed-key.ts';
import {
  deleteFewRows,
  deleteOneUpload,
  deleteSomeTransactions,
  deleteVersions,
  markEmptied,
  selectUnemptied,
} from './store.ts';

/** About 50 ms of work. */
const versionsAtOnce = 5_000;
const transactionsAtOnce = 5;

/**
 * Empties the feeds that were deleted, of all sites. Two nodes that do so at once do no harm, and a
 * node that ends in the middle leaves the rest to the next.
 */
export async function emptyDeletedFeeds(
  ctx: Pick<Context, 'db' | 'now' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  for (const key of await selectUnemptied(ctx.db)) {
    if (!(await emptyFeed(ctx, key, signal))) return;
    ctx.log.info({ site: key.siteId, feed: key.feedId }, 'a deleted feed is emptied');
  }
}

/** False: it was stopped. */
async function emptyFeed(
  { db, now }: Pick<Context, 'db' | 'now'>,
  key: FeedKey,
  signal: AbortSignal,
): Promise<boolean> {
  for (const step of stepsOf(key)) {
    for (let goesOn = true; goesOn; ) {
      if (signal.aborted) return false;
      const began = performance.now();
      goesOn = await step(db);
      // As long as a step takes, the disk is the others'.
      if (goesOn) await sleep(performance.now() - began, undefined, { signal }).catch(() => null);
    }
  }
  await deleteFewRows(db, key);
  await markEmptied(db, key, new Date(now()));
  return true;
}

/** Each runs until nothing is left for it. */
function stepsOf(key: FeedKey): readonly ((db: Context['db']) => Promise<boolean>)[] {
  let start: string | undefined = '';
  return [
    (db) => deleteOneUpload(db, key),
    (db) => deleteSomeTransactions(db, key, transactionsAtOnce),
    async (db) => {
      start = await deleteVersions(db, key, start ?? '', versionsAtOnce);
      return start !== undefined;
    },
  ];
}
