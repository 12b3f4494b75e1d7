// Models that learn from the items of a feed.
import { buildSimilar, type ContentMethod } from '@attune/core';
import type { Database } from '../../../../db/pool.ts';
import { readColumns } from '../../../catalog/feed-cache/index.ts';
import { measureCosts } from './costs.ts';
import { sharesOf } from './memory.ts';
import type { ModelToBuild, Report, Task } from './task.ts';
import { writeVersion } from './write.ts';

export type FeedModel = ModelToBuild & { readonly method: ContentMethod; readonly feed: string };

/** Builds a model of a feed's items. */
export async function buildOfFeed(
  { kysely: db, pool }: Pick<Database, 'kysely' | 'pool'>,
  task: Task,
  { key, method, feed }: FeedModel,
  tell: Report,
): Promise<void> {
  const { siteId, memoryBytes } = task;
  const costs = measureCosts();
  const report = (phase: string, share: number, rows: number) => {
    costs.look();
    tell({ type: 'progress', keys: [key], phase, share, rows });
  };
  report('reading items', 0, 0);
  const items = await readColumns(pool, { siteId, feedId: feed }, method.columns);
  if (!items) {
    tell({ type: 'unchanged', key });
    return;
  }
  const { model } = buildSimilar(method, items, {
    memoryLimit: sharesOf(memoryBytes).builderBytes,
    onProgress: (share) => report('comparing items', 0.2 + 0.7 * share, items.size),
  });
  report('writing', 0.95, items.size);
  const data = { days: 0, from: null, to: null, events: 0, users: 0, items: items.size };
  const made = { key, feed, model, data, mark: items.revision, costs };
  tell(await writeVersion(db, task, made));
}
