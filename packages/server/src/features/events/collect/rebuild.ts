// Rebuilds profiles from the log: the same events give the same bytes.
import {
  type CompleteEvent,
  decodeEvent,
  emptyProfile,
  encodeProfile,
  foldEvents,
} from '@attune/core';
import type { Context } from '../../../context.ts';
import {
  deleteProfiles,
  forgetStale,
  lockProfiles,
  selectStale,
  updateProfiles,
} from '../../people/profiles/index.ts';
import { deleteExposuresOf, noteExposures } from '../exposures/index.ts';
import { allEventsOf } from './days.ts';

/**
 * Rebuilds some users' profiles and first exposures from their events, in one transaction; users
 * without events have none. Resolves to the ids of users whose stored bytes changed: none, unless
 * something was wrong.
 */
export async function rebuildProfiles(
  ctx: Pick<Context, 'db'>,
  siteId: number,
  userIds: readonly string[],
): Promise<string[]> {
  return ctx.db.transaction().execute(async (tx) => {
    // A worker folds an event into the locked profile before it commits the log.
    const before = await lockProfiles(tx, siteId, userIds);
    const events = (await allEventsOf(ctx.db, siteId, userIds)).map(({ userId, data }) => {
      const complete: CompleteEvent = decodeEvent(JSON.parse(data));
      return { userId, complete, event: complete.event };
    });
    const byUser = Map.groupBy(events, ({ userId }) => userId);
    const rebuilt = [...byUser].map(([userId, his]): [string, string] => {
      const complete = his.map((one) => one.complete);
      return [userId, encodeProfile(foldEvents(emptyProfile(), complete))];
    });
    const changed = rebuilt.filter(([userId, state]) => before.get(userId) !== state);
    if (changed.length > 0) await updateProfiles(tx, siteId, changed);
    const empty = userIds.filter((userId) => !byUser.has(userId));
    if (empty.length > 0) await deleteProfiles(tx, siteId, empty);
    await deleteExposuresOf(tx, siteId, userIds);
    await noteExposures(tx, siteId, events);
    const lost = empty.filter((userId) => before.get(userId) !== '');
    return [...changed.map(([userId]) => userId), ...lost];
  });
}

const staleTogether = 100;

/** Rebuilds the profiles that hold what has left the log since; one that fails is tried again. */
export async function rebuildStale(ctx: Pick<Context, 'db' | 'log'>): Promise<void> {
  for (const one of await selectStale(ctx.db, staleTogether)) {
    try {
      await rebuildProfiles(ctx, one.siteId, [one.userId]);
      await forgetStale(ctx.db, one);
    } catch (error) {
      ctx.log.warn({ err: error, siteId: one.siteId }, 'a profile cannot be made again');
    }
  }
}
