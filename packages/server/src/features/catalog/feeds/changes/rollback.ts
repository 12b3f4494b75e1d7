// A feed goes back to what it was, from the rows that its last changes replaced.

import { ApiError } from '../../../../api-error.ts';
import type { Context } from '../../../../context.ts';
import { readFeedId, requireFeed } from '../feeds.ts';
import { type MeasureRow, selectMeasures } from '../health/store.ts';
import type { FeedRow } from '../store.ts';
import { type ChangeOptions, type ChangeReport, changeFeed, oldestRevision } from './change.ts';
import { addRevision, stageRevision } from './revisions/store.ts';

/**
 * Makes a feed what it was at one of its last 10 revisions. That is a change like any other, with a
 * revision of its own, so that it can be undone. Throws `not_found`.
 */
export async function rollbackFeed(
  ctx: Context,
  siteId: number,
  feedId: string,
  toRevision: number,
  options: Pick<ChangeOptions, 'dryRun' | 'ifMatch'> & { readonly actor?: string } = {},
): Promise<ChangeReport> {
  const id = readFeedId(feedId) ?? requireFeed(undefined, feedId).id;
  // Stored items were read as items before: they are not checked against the vertical again.
  const key = { siteId, feedId: id };
  const target = { site: { id: siteId, vertical: 'Other' }, feedId: id } as const;
  const { actor = '', dryRun, ifMatch } = options;
  const origin = { actor, way: 'rollback', note: String(toRevision) } as const;
  let past: MeasureRow | undefined;
  return changeFeed(
    ctx,
    target,
    { dryRun: dryRun === true, ifMatch, origin, allowShrink: true },
    {
      kind: 'memory',
      isWhole: false,
      stageLocked: async ({ db }, feed) => {
        refuseUnkept(feed, toRevision);
        [past] = await selectMeasures(db, key, { upTo: toRevision, limit: 1 });
        await stageRevision(db, key, toRevision);
        if (!dryRun) await addRevision(db, key);
      },
      measured: () => past?.measure,
    },
  );
}

function refuseUnkept({ revision }: FeedRow, wanted: number): void {
  const oldest = oldestRevision(revision);
  if (Number.isInteger(wanted) && wanted >= oldest && wanted <= revision) return;
  throw new ApiError('not_found', `The feed can go back to revisions ${oldest} to ${revision}.`);
}
