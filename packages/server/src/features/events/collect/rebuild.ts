// Rebuilds profiles from the log: the same events give the same bytes.
import {
  type CompleteEvent,
  decodeEvent,
  decodeProfile,
  emptyProfile,
  encodeProfile,
  foldEvents,
  forgetBefore,
  outlived,
  type Profile,
} from '@attune/core';
import type { Context } from '../../../context.ts';
import { selectEventsFrom } from '../../configuration/sites/index.ts';
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
 * without events have none. Of days that were dropped, what outlives them is taken as it is stored.
 * Resolves to the ids of users whose stored bytes changed: none, unless something was wrong.
 */
export async function rebuildProfiles(
  ctx: Pick<Context, 'db'>,
  siteId: number,
  userIds: readonly string[],
): Promise<string[]> {
  return ctx.db.transaction().execute(async (tx) => {
    // A worker folds an event into the locked profile before it commits the log.
    const before = await lockProfiles(tx, siteId, userIds);
    const from = await selectEventsFrom(tx, siteId);
    const logged = await allEventsOf(ctx.db, siteId, userIds, from ?? '');
    const events = logged.map(({ userId, data }) => {
      const complete: CompleteEvent = decodeEvent(JSON.parse(data));
      return { userId, complete, event: complete.event };
    });
    const byUser = Map.groupBy(events, ({ userId }) => userId);
    const changed = [...byUser].flatMap(([userId, those]): [string, string][] => {
      const { kept, beginning } = from
        ? whatOutlived(before.get(userId)!, Date.parse(from) / dayMs)
        : { kept: before.get(userId), beginning: emptyProfile() };
      const complete = those.map((one) => one.complete);
      const state = encodeProfile(foldEvents(beginning, complete));
      return state === kept ? [] : [[userId, state]];
    });
    if (changed.length > 0) await updateProfiles(tx, siteId, changed);
    const empty = userIds.filter((userId) => !byUser.has(userId));
    if (empty.length > 0) await deleteProfiles(tx, siteId, empty);
    if (empty.length > 0) await deleteExposuresOf(tx, siteId, empty);
    await deleteExposuresOf(tx, siteId, [...byUser.keys()], from ? new Date(from) : undefined);
    await noteExposures(tx, siteId, events);
    const lost = empty.filter((userId) => before.get(userId) !== '');
    return [...changed.map(([userId]) => userId), ...lost];
  });
}

const dayMs = 86_400_000;

/**
 * Of a stored profile: what should be stored of it once the days before one have been dropped, and
 * what of that no event of later can give again.
 */
function whatOutlived(state: string, day: number): { kept: string; beginning: Profile } {
  try {
    const profile = forgetBefore(decodeProfile(state), day);
    return { kept: encodeProfile(profile), beginning: outlived(profile, day) };
  } catch {
    // An empty text, or one that is broken: a rebuild repairs it, as far as the log goes.
    return { kept: state, beginning: emptyProfile() };
  }
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
