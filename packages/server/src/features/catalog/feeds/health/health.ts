// The health of a feed at a revision, as answers show it.
import type { HealthOutput, MeasuredOutput } from '@attune/contract';
import { alarmsOf, type FeedMeasure, gapsOf, groupRejections } from '@attune/core';
import { ApiError } from '../../../../api-error.ts';
import type { Context } from '../../../../context.ts';
import type { FeedKey } from '../changes/feed-key.ts';
import { selectChanges } from '../history/store.ts';
import type { FeedRow } from '../store.ts';
import { selectMeasures, selectRejected } from './store.ts';

interface Rows {
  readonly accepted: number;
  readonly rejected: number;
}

/** A measure beside the one before it, with what became worse. */
export function shownMeasure(now: FeedMeasure, before: FeedMeasure | undefined, rows: Rows) {
  const past = new Map(before?.columns.map((one) => [one.column, one]));
  return {
    ...{ items: now.items, looked: now.looked, isExact: now.isExact },
    columns: now.columns.map((column) => {
      const was = past.get(column.column);
      return { ...column, before: was ? { filled: was.filled, distinct: was.distinct } : null };
    }),
    alarms: alarmsOf(now, before, rows),
    suggestedAffinity: [...now.suggestedAffinity],
  } satisfies Omit<MeasuredOutput, 'revision' | 'comparedWith' | 'at'>;
}

/** How well a feed was at a revision. Throws `not_found` for one that it did not have yet. */
export async function readHealth(
  ctx: Context,
  key: FeedKey,
  feed: FeedRow,
  revision: number = feed.revision,
): Promise<HealthOutput> {
  if (revision > feed.revision) {
    throw new ApiError('not_found', `The feed is at revision ${feed.revision}.`);
  }
  const [[now, before], changes] = await Promise.all([
    selectMeasures(ctx.db, key, { upTo: revision, limit: 2 }),
    selectChanges(ctx.db, key, { before: String(revision + 1), limit: 1 }),
  ]);
  const change = changes.find((one) => one.revision === revision);
  const rejected = change ? await selectRejected(ctx.db, key, change.transactionId) : [];
  const rows = change ?? { accepted: 0, rejected: 0 };
  const measured = now && {
    ...shownMeasure(now.measure, before?.measure, rows),
    ...{ revision: now.revision, comparedWith: before?.revision ?? null },
    at: now.at.toISOString(),
  };
  return {
    ...{ revision, measured: measured ?? null },
    gaps: now ? gapsOf(now.measure, feed.affinity) : [],
    ...{ rejected: rows.rejected, rejections: groupRejections(rejected) },
  };
}
