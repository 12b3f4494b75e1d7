// What other settings would change for real users: read twice, and written nowhere.
import { setImmediate } from 'node:timers/promises';
import type { WhatIfInput, WhatIfOutput } from '@attune/contract';
import { binBoundariesOf, type Identifier, readAffinity, siteWeightOf } from '@attune/core';
import type { Context, SiteSnapshot } from '../../../../context.ts';
import { selectNames } from '../../../people/identity/index.ts';
import { type CachedProfile, type RankBasis, rankBasis } from '../../../people/profiles/index.ts';
import { readPersonQuery, type UserCache } from '../../../people/user-cache/index.ts';
import type { Samples } from '../../targeting/index.ts';
import { changesTop, compareProperties, type Reading, showUsers } from './compare.ts';
import { completeProposed, proposedNormaliser } from './proposed.ts';

const usersLooked = 500;
/** So many users are read before other requests run. */
const atOnce = 25;

interface Looked {
  readonly userId: string;
  readonly cuid: string | null;
  readonly profile: CachedProfile;
}

/** Compares the settings of now with proposed ones. Throws `invalid_request` with every error. */
export async function tryAffinity(
  ctx: Context,
  users: UserCache,
  samples: Samples,
  snapshot: SiteSnapshot,
  { settings: patch, people = [], sample: size = usersLooked }: WhatIfInput,
): Promise<WhatIfOutput> {
  const before = rankBasis(snapshot, ctx.now());
  const settings = completeProposed(snapshot, patch);
  const names = people.map((one) => readPersonQuery(snapshot, one));
  const sample = await samples(snapshot.site.id);
  const some: Looked[] = sample.users
    .slice(0, size)
    .map(({ userId, profile }) => ({ userId, cuid: null, profile }));
  const { found, unknown } = await findPeople(users, snapshot, names);
  const looked = names.length > 0 ? found : some;
  const normaliser = proposedNormaliser(
    before,
    settings,
    some.map(({ profile }) => profile),
  );
  const after: RankBasis = { settings, normaliser, today: before.today };
  const readings = await readTwice(looked, before, after);
  const weightOf = (basis: RankBasis, property: string) =>
    siteWeightOf(basis.settings, basis.normaliser, property);
  const readAs = (property: string) => {
    const found = binBoundariesOf(settings.bandsByProperty, normaliser.bands, property);
    const siteWeight = { before: weightOf(before, property), after: weightOf(after, property) };
    return { edges: found ? [...found] : null, siteWeight };
  };
  const shown = showUsers(readings, names.length > 0);
  const userIds = shown.map(({ userId }) => userId);
  const calledBy = await selectNames(ctx.db, snapshot.site.id, userIds);
  return {
    looked: looked.length,
    of: sample.population,
    changed: readings.filter(changesTop).length,
    properties: compareProperties(readings, readAs),
    users: shown.map((user) => ({ ...user, userName: calledBy.get(user.userId) ?? null })),
    unknown,
  };
}

async function findPeople(users: UserCache, { site }: SiteSnapshot, names: readonly Identifier[]) {
  const found: Looked[] = [];
  const unknown: string[] = [];
  for (const name of names) {
    const known = await users.find(site, { device: undefined, identifiers: [name] });
    const { personId, isSeen, profile } = known;
    if (isSeen && personId !== undefined && profile) {
      found.push({ userId: personId, cuid: name.value, profile });
    } else unknown.push(name.value);
  }
  return { found, unknown };
}

async function readTwice(
  looked: readonly Looked[],
  before: RankBasis,
  after: RankBasis,
): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const [at, { userId, cuid, profile }] of looked.entries()) {
    if (at % atOnce === atOnce - 1) await setImmediate();
    const decoded = profile.decode();
    const read = ({ settings, normaliser, today }: RankBasis) =>
      readAffinity(decoded, settings, normaliser, today, profile.edits);
    readings.push({ userId, cuid, before: read(before), after: read(after) });
  }
  return readings;
}
