// What every change of a feed goes through: staged, compared, guarded, applied, recorded - or not.
import { randomUUID } from 'node:crypto';
import { type CountedNote, type CountedValue, type FeedMeasure, shrinkRefused } from '@attune/core';
import { ApiError } from '../../../../api-error.ts';
import type { Context, Site } from '../../../../context.ts';
import type { Db } from '../../../../db/schema.ts';
import { insertAudit } from '../../../configuration/audit/index.ts';
import { answerOnce, type RepeatableRequest } from '../../idempotency/index.ts';
import { requireFeed } from '../feeds.ts';
import { upsertMeasure } from '../health/store.ts';
import { type ChangeRow, insertChange } from '../history/store.ts';
import { hastenPartialPulls } from '../pulls/store.ts';
import { type FeedRow, lockFeed, selectFeed } from '../store.ts';
import { recordTransaction } from '../transactions/transactions.ts';
import type { FeedKey } from './feed-key.ts';
import { checkMatch } from './match.ts';
import { forgetBefore, insertRevision, keepVersions, touchedMax } from './revisions/store.ts';
import { type ChangeKind, withSemaphore } from './semaphore.ts';
import { type Staging, withStaging } from './staging/store.ts';
import {
  addAgain,
  analyseStaged,
  type ChangeCounts,
  compareAgain,
  countStaged,
  type Rejection,
  rejectRepeated,
  removeUnnamed,
  selectRejections,
  updateFeed,
} from './store.ts';

/** Which feed is changed, and the vertical that defines what its items must have. */
export interface Target {
  readonly site: Pick<Site, 'id' | 'vertical'>;
  /** Canonical, as `readFeedId` gives it. */
  readonly feedId: string;
}

/** Where a change comes from, as the feed's history shows it. */
export interface Origin extends Pick<ChangeRow, 'actor' | 'way'> {
  /** The file's name, the address, or what else distinguishes it from others of its way. */
  readonly note?: string;
}

export interface ChangeOptions {
  /** Absent: unknown. */
  readonly origin?: Origin;
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
  /** Of the items as they are then; absent where not all of them were looked at. */
  readonly measured?: FeedMeasure;
  /** What was set aside of rows, and what could be read in two ways. */
  readonly notes: readonly CountedNote[];
  /** Values that the mapping cannot read. */
  readonly refused: readonly CountedValue[];
  /** Rows that the mapping passes over. */
  readonly skipped: number;
}

type Told = Pick<ChangeReport, 'notes' | 'refused' | 'skipped'>;

/** How one kind of change stages its rows. */
export interface Work {
  readonly kind: ChangeKind;
  /** Is the upload the whole feed, so that items without a row go? */
  readonly isWhole: boolean;
  /** Stages rows before the feed is locked: nothing waits for a slow sender. */
  readonly stage?: (staging: Staging, seen: FeedRow) => Promise<void>;
  /** Stages rows that depend on the feed as it is, when it is locked. */
  readonly stageLocked?: (staging: Staging, feed: FeedRow) => Promise<void>;
  /**
   * Has other changes than those up to `seen` in what was staged before, the feed being locked.
   * Absent: what was staged comes behind them as it is.
   */
  readonly stageAgain?: (staging: Staging, seen: FeedRow) => Promise<void>;
  /** What was found of the feed's items, once they are staged. */
  readonly measured?: () => FeedMeasure | undefined;
  /** What is to be told of how rows were read. */
  readonly told?: () => Told;
}

const rejectionsMax = 1_000;
const revisionsKept = 10;
const changesKept = 1_000;
const unknownOrigin: Origin = { actor: '', way: 'command' };
/** What people do by hand is in the audit log as well; what machines do all day is not. */
const auditedWays: ReadonlySet<Origin['way']> = new Set(['upload', 'rollback', 'command']);

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
  const key = { siteId: target.site.id, feedId: target.feedId };
  return withSemaphore(ctx.pool, work.kind, at.siteId, () =>
    withStaging(ctx.pool, { key, dryRun: options.dryRun === true }, (staging) =>
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
  let seen: FeedRow | undefined;
  if (work.stage) {
    // What is refused already need not be sent.
    seen = requireFeed(await selectFeed(db, site.id, feedId), feedId);
    checkMatch(seen.revision, options.ifMatch);
    // However many changes overtake it, what its rows were found to be is still there.
    await keepVersions(db, { siteId: site.id, feedId });
    await work.stage(staging, seen);
  }
  const feed = requireFeed(await lockFeed(db, site.id, feedId), feedId);
  checkMatch(feed.revision, options.ifMatch);
  if (seen && seen.createdAt.getTime() !== feed.createdAt.getTime()) {
    throw new ApiError(
      'conflict',
      'The feed was deleted and created again meanwhile; send it again.',
    );
  }
  await work.stageLocked?.(staging, feed);
  const key = { siteId: site.id, feedId };
  const isOvertaken = seen !== undefined && seen.revision !== feed.revision;
  if (seen && isOvertaken) await work.stageAgain?.(staging, seen);
  if (staging.mayRepeat() || isOvertaken) await staging.stageAll();
  // Of a whole upload nothing is looked up by sku, unless something was found in it.
  if (!work.isWhole || staging.mayRepeat() || isOvertaken) await analyseStaged(db);
  if (staging.mayRepeat()) await rejectRepeated(db, key);
  if (isOvertaken && !work.stageAgain) await catchUp(db, key, options.dryRun === true);
  const measured = work.measured?.();
  const counted = await reportOf(staging, feed, work.isWhole);
  const told = work.told?.() ?? { notes: [], refused: [], skipped: 0 };
  const report = { ...counted, ...told, ...(measured && { measured }) };
  if (options.dryRun) return report;
  if (report.shrinks && !options.allowShrink) throw shrinkError(feed, report);
  if (work.isWhole && report.removed > 0) {
    await staging.stageAll();
    await analyseStaged(db);
  }
  const revision = await apply(staging, key, feed, report, work.isWhole);
  const transactionId = randomUUID();
  const { accepted, rejected } = report;
  const row = { ...key, id: transactionId, at: new Date(ctx.now()), accepted, rejected, revision };
  await recordTransaction(db, row);
  const done = { ...report, transactionId, revision };
  if (revision > feed.revision) await remember(db, key, done, feed, row.at, options, work);
  return done;
}

/** Records who made a revision, and what it did. */
async function remember(
  db: Db,
  key: FeedKey,
  done: ChangeReport & { readonly transactionId: string },
  before: FeedRow,
  at: Date,
  { origin = unknownOrigin }: ChangeOptions,
  { isWhole }: Work,
): Promise<void> {
  const { actor, way, note = '' } = origin;
  const { revision, transactionId, accepted, rejected, added, changed, removed, measured } = done;
  const counts = { accepted, rejected, added, changed, removed };
  const items = before.items + added - removed;
  const change = { revision, at, actor, way, note, isWhole, transactionId, ...counts, items };
  await insertChange(db, key, change, changesKept);
  // What it says of the columns of partial files is older than these.
  if (isWhole) await hastenPartialPulls(db, key, at);
  if (measured) await upsertMeasure(db, key, { revision, at, measure: { ...measured, items } });
  if (!auditedWays.has(way) || actor === '') return;
  const { siteId, feedId: subjectId } = key;
  const details = { after: { revision, ...counts, ...(note !== '' && { note }) } };
  const about = { subject: before.name, subjectId, details };
  await insertAudit(db, { siteId, at, actor, action: `feed.${way}`, ...about });
}

/** Another change was done while this one was sent: it comes after that. */
async function catchUp(db: Db, key: FeedKey, dryRun: boolean): Promise<void> {
  await compareAgain(db, key);
  // A node of the previous release forgets versions that are still needed.
  if (dryRun || (await addAgain(db, key))) return;
  const often = 'The feed was changed too often while the upload was under way; send it again.';
  throw new ApiError('not_ready', often, { headers: { 'retry-after': '1' } });
}

async function reportOf(
  { db, unstaged }: Staging,
  feed: FeedRow,
  isWhole: boolean,
): Promise<Omit<ChangeReport, keyof Told>> {
  const staged = await countStaged(db);
  const others = unstaged();
  const { rejected } = staged;
  const added = staged.added + others.added;
  const changed = staged.changed + others.changed;
  const removed = isWhole ? feed.items - staged.named - others.changed : staged.removed;
  return {
    revision: feed.revision,
    accepted: staged.accepted + others.added + others.changed,
    ...{ rejected, added, changed, removed },
    unchanged: feed.items - changed - removed,
    shrinks: shrinkRefused(feed.items, removed),
    rejections: rejected === 0 ? [] : await selectRejections(db, rejectionsMax),
  };
}

/** Makes a revision of what was added, and returns the feed's revision after it. */
async function apply(
  { db, stageAll }: Staging,
  key: FeedKey,
  feed: FeedRow,
  { added, changed, removed }: ChangeCounts,
  isWhole: boolean,
): Promise<number> {
  if (added + changed + removed === 0) return feed.revision;
  const areMany = added + changed + removed > touchedMax;
  if (!areMany) await stageAll();
  const others = isWhole && removed > 0 ? await removeUnnamed(db, key) : [];
  const revision = feed.revision + 1;
  await insertRevision(db, key, revision, { areMany, others });
  await forgetBefore(db, key, oldestRevision(revision));
  await updateFeed(db, key, { revision, items: feed.items + added - removed });
  return revision;
}

function shrinkError(feed: FeedRow, report: ChangeReport): ApiError {
  const { removed, rejected, rejections, skipped } = report;
  const loss = `${removed} of the feed's ${feed.items} items would go.`;
  const [first] = rejections;
  // Then it is rarely meant: the rows are there, and could not be read.
  const why = first
    ? ` ${rejected} rows were rejected, the first of them ${first.item}: ${first.message}.`
    : '';
  const passed = skipped > 0 ? ` ${skipped} rows were passed over, as the mapping says.` : '';
  const remedy = 'If that is meant, repeat with allowShrink=true (in a command --allow-shrink).';
  return new ApiError('feed_shrink', `${loss}${why}${passed} ${remedy}`);
}
