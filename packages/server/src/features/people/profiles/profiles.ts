// Profiles: folded by workers, summed over a person's devices and ranked on read.
import {
  type AffinityEdits,
  type CompleteEvent,
  chooseProperties,
  dayOf,
  decodeProfile,
  emptyProfile,
  encodeProfile,
  foldEvents,
  type Identifier,
  mergeProfiles,
  type Profile,
  type RankedAffinity,
  readAffinity,
} from '@attune/core';
import type { Context, SiteSnapshot } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { slices } from '../../../slices.ts';
import { editsOf, selectAttributes } from '../attributes/index.ts';
import { selectPerson, selectUserIds } from '../identity/index.ts';
import { lockProfiles, selectProfiles, updateProfiles } from './store.ts';

const decode = (state: string): Profile => (state === '' ? emptyProfile() : decodeProfile(state));

/** Folds events into their users' profiles, within the caller's transaction. */
export async function foldInto(
  tx: Db,
  siteId: number,
  events: readonly { readonly userId: string; readonly complete: CompleteEvent }[],
): Promise<void> {
  if (events.length === 0) return;
  const byUser = Map.groupBy(events, ({ userId }) => userId);
  const states = await lockProfiles(tx, siteId, [...byUser.keys()]);
  const folded: [string, string][] = [];
  const slice = slices();
  for (const [userId, those] of byUser) {
    if (slice.isDue()) await slice.now();
    const before = decode(states.get(userId) ?? '');
    const after = foldEvents(
      before,
      those.map(({ complete }) => complete),
    );
    folded.push([userId, encodeProfile(after)]);
  }
  await updateProfiles(tx, siteId, folded);
}

/** The sum of some users' profiles. */
export async function loadProfile(
  db: Db,
  siteId: number,
  userIds: readonly string[],
): Promise<Profile> {
  const rows = await selectProfiles(db, siteId, userIds);
  return rows
    .map(({ state }) => decode(state))
    .reduce((a, b) => mergeProfiles(a, b), emptyProfile());
}

/** A person's ranked affinity, now; undefined for an unknown name. */
export async function readPersonAffinity(
  ctx: Context,
  snapshot: SiteSnapshot,
  identifier: Identifier,
): Promise<RankedAffinity | undefined> {
  const { id, settings } = snapshot.site;
  const personId = await selectPerson(ctx.db, id, identifier);
  if (personId === undefined) return undefined;
  const profile = await loadProfile(ctx.db, id, await selectUserIds(ctx.db, id, personId));
  const edits = await selectEdits(ctx.db, id, personId);
  return rankAffinity(ctx, snapshot, profile, settings.affinity, edits);
}

/** What teammates have edited of a person's affinity. */
async function selectEdits(db: Db, siteId: number, personId: string): Promise<AffinityEdits> {
  const stored = await selectAttributes(db, [{ siteId, id: personId }], []);
  return editsOf(stored.flatMap(({ entries }) => entries));
}

/** A profile's ranks in the site's properties, under its settings and totals, as of today. */
export function rankAffinity(
  ctx: Pick<Context, 'now'>,
  { feeds, normaliser }: Pick<SiteSnapshot, 'feeds' | 'normaliser'>,
  profile: Profile,
  settings: SiteSnapshot['site']['settings']['affinity'],
  edits: AffinityEdits,
): RankedAffinity {
  const chosen = chooseProperties(settings, feeds);
  return readAffinity(profile, chosen, normaliser, dayOf(ctx.now()), edits);
}
