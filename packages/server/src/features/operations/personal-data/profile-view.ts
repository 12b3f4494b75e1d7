// A teammate's view of a person: their affinity as it is served, and what it was made of.
import type { AnswerOf, consoleApi } from '@attune/contract';
import { countEvidence, decodeEvent, type Identifier, type RankedValue } from '@attune/core';
import { ApiError } from '../../../api-error.ts';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { describeEvent, lastEventsOf } from '../../events/collect/index.ts';
import { ownIdType, selectIdentifiers, selectUserIds } from '../../people/identity/index.ts';
import { type CachedProfile, type RankBasis, rankBasis } from '../../people/profiles/index.ts';
import { observationOf, type UserCache } from '../../people/user-cache/index.ts';

type ProfileView = AnswerOf<typeof consoleApi.readUser>;

const eventsShown = 50;
const dayMs = 86_400_000;

/**
 * Throws `not_found` for an unknown person, and `not_ready` while the database cannot confirm that.
 */
export async function viewProfile(
  ctx: Context,
  users: UserCache,
  snapshot: SiteSnapshot,
  name: Identifier,
): Promise<ProfileView> {
  const { site } = snapshot;
  const found = await users.find(site, observationOf(name));
  if (found.isStale) throw new ApiError('not_ready', 'The profile cannot be read at the moment.');
  const { personId, isSeen, profile, userAttributes } = found;
  const userId = isSeen ? personId : profile && name.type === ownIdType ? name.value : undefined;
  if (userId === undefined) {
    const remedy = 'Look for the kind of name that your events send as cuidType.';
    throw new ApiError('not_found', `There is no person with this name on this site. ${remedy}`);
  }
  const userIds = await selectUserIds(ctx.db, site.id, userId);
  return {
    userId,
    names: await selectIdentifiers(ctx.db, site.id, userId),
    firstSeenAt: timeOf(profile?.firstSeen),
    lastSeenAt: timeOf(profile?.lastSeen),
    attributes: { ...userAttributes },
    affinity: profile ? affinityOf(profile, rankBasis(snapshot, ctx.now())) : [],
    recent: await recentOf(ctx, site.id, userIds),
  };
}

const timeOf = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());

function affinityOf(profile: CachedProfile, basis: RankBasis): ProfileView['affinity'] {
  return profile.properties(basis).flatMap((property) => {
    const values = profile.rank(basis, property).map((ranked) => ({
      ...shownOf(ranked),
      events: evidenceOf(profile, basis, property, ranked.value),
    }));
    return values.length > 0 ? [{ property, values }] : [];
  });
}

function shownOf({ value, rank, score, lastDay }: RankedValue) {
  return { value, rank, score, lastSeenAt: timeOf(lastDay * dayMs) };
}

function evidenceOf(
  profile: CachedProfile,
  { settings, normaliser }: RankBasis,
  property: string,
  value: string,
) {
  return Object.fromEntries(countEvidence(profile.decode(), property, value, settings, normaliser));
}

async function recentOf(
  ctx: Context,
  siteId: number,
  userIds: readonly string[],
): Promise<ProfileView['recent']> {
  const rows = await lastEventsOf(ctx.db, siteId, userIds, eventsShown);
  return rows.map(({ id, time, kind, data }) => {
    const { event } = decodeEvent(JSON.parse(data));
    return { id, time: time.toISOString(), kind, name: event.name, about: describeEvent(event) };
  });
}
