// Lets go of users on days that are past their term: of what they did then, or of them altogether.
import {
  decodeProfile,
  emptyProfile,
  encodeProfile,
  forgetBefore,
  type Profile,
} from '@attune/core';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { lockAllPartitions, usersSince } from '../../events/collect/index.ts';
import { deleteExposuresOf, deleteExposuresOn } from '../../events/exposures/index.ts';
import { deleteAssignmentsOf } from '../../people/assignments/index.ts';
import { deleteAttributes } from '../../people/attributes/index.ts';
import { deletePerson, selectUnseenPersons } from '../../people/identity/index.ts';
import {
  deleteProfiles,
  deleteStaleOf,
  lockStoredProfiles,
  selectStates,
  updateProfiles,
} from '../../people/profiles/index.ts';

const dayMs = 86_400_000;

/**
 * Takes the days before one out of some users' profiles. Users without events since are forgotten,
 * with their first exposures and, once all of their devices are, their names. Resolves to how many
 * were.
 */
export async function letGoOf(
  ctx: Context,
  siteId: number,
  userIds: readonly string[],
  from: string,
): Promise<number> {
  const start = Date.parse(from);
  const states = await selectStates(
    ctx.db,
    userIds.map((id) => ({ siteId, id })),
  );
  const known = new Map(states.map(({ id, state }) => [id, state]));
  const silent = userIds.filter((id) => !wasSeenSince(decode(known.get(id) ?? ''), start));
  // Decisions are logged and fold into nothing: they are a sign of life all the same.
  const since = await usersSince(ctx.db, siteId, silent, from);
  const leaving = new Set(silent.filter((id) => !since.has(id)));
  const staying = userIds.filter((id) => !leaving.has(id));
  await forgetDaysOf(ctx.db, siteId, staying, start / dayMs);
  return leaving.size === 0 ? 0 : forgetUsers(ctx.db, siteId, [...leaving], start);
}

async function forgetDaysOf(
  db: Db,
  siteId: number,
  userIds: readonly string[],
  day: number,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const stored = await lockStoredProfiles(tx, siteId, userIds);
    const changed = stored.flatMap(({ userId, state }): [string, string][] => {
      const fresh = state === '' ? '' : encodeProfile(forgetBefore(decodeProfile(state), day));
      return fresh === state ? [] : [[userId, fresh]];
    });
    if (changed.length > 0) await updateProfiles(tx, siteId, changed);
  });
}

/** Holds the inbox meanwhile: no worker is between finding a user and writing of them. */
async function forgetUsers(
  db: Db,
  siteId: number,
  userIds: readonly string[],
  start: number,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await lockAllPartitions(tx);
    const stored = await lockStoredProfiles(tx, siteId, userIds);
    const back = stored.filter(({ state }) => wasSeenSince(decode(state), start));
    const returned = new Set(back.map(({ userId }) => userId));
    const gone = userIds.filter((id) => !returned.has(id));
    if (gone.length === 0) return 0;
    await deleteProfiles(tx, siteId, gone);
    await deleteExposuresOf(tx, siteId, gone);
    await deleteExposuresOn(tx, siteId, gone);
    await deleteAssignmentsOf(tx, siteId, gone);
    await deleteStaleOf(tx, siteId, gone);
    for (const personId of await selectUnseenPersons(tx, siteId, gone)) {
      const theirs = await deletePerson(tx, siteId, personId);
      // What teammates edited of a profile that is gone; attributes by name are the site's own.
      await deleteAttributes(tx, siteId, [], theirs);
    }
    return gone.length;
  });
}

const decode = (state: string): Profile => (state === '' ? emptyProfile() : decodeProfile(state));

const wasSeenSince = ({ lastSeen }: Profile, start: number) =>
  lastSeen !== undefined && lastSeen >= start;
