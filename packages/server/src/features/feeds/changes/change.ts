// What every change of a feed goes through: staged, compared, guarded, applied, recorded - or not.
import { randomUUID } from 'node:crypto';
import { shrinkRefused } from '@attune/core';
import type { Context, Site } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { ApiError } from '../../../refusal.ts';
import { answerOnce, type RepeatableRequest } from '../../idempotency/index.ts';
import { requireFeed } from '../feeds.ts';
import { type FeedRow, lockFeed, selectFeed } from '../store.ts';
import { recordTransaction } from '../transactions/transactions.ts';
import { inLane, type Lane } from './lanes.ts';
import { checkMatch } from './match.ts';
import { type Staging, withStaging } from './staging/store.ts';
import {
  analyseStaged,
  type ChangeCounts,
  countStaged,
  deleteRemoved,
  diffStaged,
  type FeedKey,
  keepReplaced,
  type Rejection,
  rejectRepeated,
  selectRejections,
  updateFeed,
  upsertChanged,
} from './store.ts';

/** Which feed is changed, and the vertical that says what its items must have. */
export interface Target {
  readonly site: Pick<Site, 'id' | 'vertical'>;
  /** Canonical, as `readFeedId` gives it. */
  readonly feedId: string;
}

export interface ChangeOptions {
  /** Only say what would change. */
  readonly dryRun?: boolean;
  /** Let more than half of the items go. */
  readonly allowShrink?: boolean;
  /** Entity tags of the revision that the change is based on, as the header has them. */
  readonly ifMatch?: string | undefined;
  readonly repeatable?: RepeatableRequest | undefined;
}

/** What a change did, or in a dry run would do. `unchanged`: the items that stay as they are. */
export interface ChangeReport extends ChangeCounts {
  /** Absent in a dry run. */
  readonly transactionId?: string;
  /** The feed's, after the change; a change of nothing leaves it. */
  readonly revision: number;
  /** Rows of the upload. */
  readonly accepted: number;
  readonly rejected: number;
  readonly unchanged: number;
  /** More than half of the items go. */
  readonly shrinks: boolean;
  /** The first 1,000. */
  readonly rejections: readonly Rejection[];
}

/** How one kind of change stages its rows. */
export interface Work {
  readonly lane: Lane;
  /** Is the upload the whole feed, so that items without a row go? */
  readonly isWhole: boolean;
  /** Stages rows before the feed is locked: nobody waits for a slow sender. */
  readonly stage?: (staging: Staging) => Promise<void>;
  /** Stages rows that depend on the feed as it is, when it is locked. */
  readonly stageLocked?: (staging: Staging, feed: FeedRow) => Promise<void>;
}

const rejectionsMax = 1_000;
const revisionsKept = 10;

/** The oldest revision that a feed at `revision` can be rolled back to. */
export const oldestRevision = (revision: number) => Math.max(0, revision - revisionsKept);

/**
 * Changes a feed in one transaction: readers see the old feed or the new one.
 * Throws `not_found`, `revision_mismatch`, `feed_shrink`, `not_ready` where others are under way,
 * and what idempotency refuses.
 */
export async function changeFeed(
  ctx: Context,
  target: Target,
  options: ChangeOptions,
  work: Work,
): Promise<ChangeReport> {
  const at = { siteId: target.site.id, now: ctx.now() };
  return inLane(ctx.pool, work.lane, at.siteId, () =>
    withStaging(ctx.pool, (staging) =>
      answerOnce(staging.db, at, options.repeatable, () =>
        changeStaged(ctx, staging, target, options, work),
      ),
    ),
  );
}

async function changeStaged(
  ctx: Context,
  staging: Staging,
  { site, feedId }: Target,
  options: ChangeOptions,
  work: Work,
): Promise<ChangeReport> {
  const { db } = staging;
  if (work.stage) {
    // What is refused already need not be sent.
    const seen = requireFeed(await selectFeed(db, site.id, feedId), feedId);
    checkMatch(seen.revision, options.ifMatch);
    await work.stage(staging);
  }
  const feed = requireFeed(await lockFeed(db, site.id, feedId), feedId);
  checkMatch(feed.revision, options.ifMatch);
  await work.stageLocked?.(staging, feed);
  const key = { siteId: site.id, feedId };
  const report = await compare(db, key, feed, work.isWhole);
  if (options.dryRun) return report;
  if (report.shrinks && !options.allowShrink) throw shrinkError(feed, report);
  const revision = await apply(db, key, feed, report);
  const transactionId = randomUUID();
  const { accepted, rejected } = report;
  const row = { ...key, id: transactionId, at: new Date(ctx.now()), accepted, rejected, revision };
  await recordTransaction(db, row);
  return { ...report, transactionId, revision };
}

async function compare(
  db: Db,
  key: FeedKey,
  feed: FeedRow,
  isWhole: boolean,
): Promise<ChangeReport> {
  await analyseStaged(db);
  if (isWhole) await rejectRepeated(db);
  const staged = await countStaged(db);
  const counts = await diffStaged(db, key, isWhole);
  return {
    revision: feed.revision,
    ...staged,
    ...counts,
    unchanged: feed.items - counts.changed - counts.removed,
    shrinks: shrinkRefused(feed.items, counts.removed),
    rejections: staged.rejected === 0 ? [] : await selectRejections(db, rejectionsMax),
  };
}

/** Writes the differences, and returns the feed's revision after it. */
async function apply(
  db: Db,
  key: FeedKey,
  feed: FeedRow,
  { added, changed, removed }: ChangeCounts,
): Promise<number> {
  if (added + changed + removed === 0) return feed.revision;
  const revision = feed.revision + 1;
  // To go back to a revision takes what the ones after it replaced.
  await keepReplaced(db, key, revision, oldestRevision(revision) + 1);
  await deleteRemoved(db, key);
  await upsertChanged(db, key);
  await updateFeed(db, key, { revision, items: feed.items + added - removed });
  return revision;
}

function shrinkError(feed: FeedRow, { removed }: ChangeCounts): ApiError {
  const loss = `${removed} of the feed's ${feed.items} items would go.`;
  return new ApiError('feed_shrink', `${loss} If that is meant, repeat with allowShrink=true.`);
}
