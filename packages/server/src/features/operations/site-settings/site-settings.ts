// A site's settings as one thing: the site itself, its feeds' columns, its identifier types.
import type { AnswerOf, ChangeSettingsInput, consoleApi } from '@attune/contract';
import { type AffinitySettings, chooseProperties, type Normaliser } from '@attune/core';
import { ApiError, refuseInvalid } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import { selectColumns, selectFeeds } from '../../catalog/feeds/index.ts';
import { changeSettings, completeSettings, selectSite } from '../../configuration/sites/index.ts';
import { audienceMap } from '../../experiences/audiences/index.ts';
import { selectIdentifierTypes } from '../../people/identifier-types/index.ts';
import { refuseUnconfirmedLoss } from '../retention/index.ts';

type Settings = AnswerOf<typeof consoleApi.readSettings>;

/** A site's settings as the database has them now. */
export async function readSettings(
  { db, snapshots }: Pick<Context, 'db' | 'snapshots'>,
  siteId: number,
): Promise<Settings> {
  const [site, columns, types, feeds] = await Promise.all([
    selectSite(db, siteId),
    selectColumns(db, siteId),
    selectIdentifierTypes(db, siteId),
    selectFeeds(db, siteId),
  ]);
  if (!site) throw new ApiError('not_found', 'The site is gone.');
  const { name, vertical, features, revision } = site;
  const { affinity, internalTraffic, ...settings } = completeSettings(site.settings);
  const { addresses, userAgents, audience } = internalTraffic;
  return {
    ...{ name, vertical, features, ...settings },
    internalTraffic: { addresses: [...addresses], userAgents: [...userAgents], audience },
    affinity: {
      ...shownAffinity(affinity, feeds),
      siteWeightsLearned: learnedOf(snapshots.site(siteId)?.normaliser),
    },
    ...{ columns, identifierTypes: types.people, accountTypes: types.accounts, revision },
  };
}

function shownAffinity(
  affinity: AffinitySettings,
  feeds: Parameters<typeof chooseProperties>[1],
): Omit<Settings['affinity'], 'siteWeightsLearned'> {
  const { properties, bandsByProperty = {}, halfLifeDaysByProperty = {}, ...rest } = affinity;
  const bands = Object.entries(bandsByProperty).map(([name, asked]) => [
    name,
    typeof asked === 'number' ? asked : [...asked],
  ]);
  return {
    ...rest,
    siteWeight: rest.siteWeight ?? null,
    properties: properties ? [...properties] : null,
    halfLifeDaysByProperty: { ...halfLifeDaysByProperty },
    bandsByProperty: Object.fromEntries(bands),
    muted: [...(rest.muted ?? [])],
    propertiesInUse: [...(chooseProperties(affinity, feeds).properties ?? [])],
  };
}

const learnedOf = (
  normaliser: Normaliser | undefined,
): Settings['affinity']['siteWeightsLearned'] =>
  [...(normaliser?.siteWeights ?? [])].map(([property, learned]) => ({ property, ...learned }));

/**
 * Changes what is given. Throws `invalid_request` with every error, and `conflict` where a shorter
 * term takes something and `allowLoss` is not said.
 */
export async function changeSomeSettings(
  ctx: Context,
  { siteId, actor }: { readonly siteId: number; readonly actor: string },
  { vertical, features, allowLoss = false, ...settings }: ChangeSettingsInput,
): Promise<void> {
  if (settings.nightlyExport === true && !ctx.config.nightly) {
    const detail = 'needs EXPORT_TO, by which the operator says where exports go';
    refuseInvalid([{ pointer: '/nightlyExport', detail }]);
  }
  if (!allowLoss) await refuseUnconfirmedLoss(ctx, siteId, settings);
  const audience = settings.internalTraffic?.audience;
  if (typeof audience === 'number') await refuseUnknownAudience(ctx, siteId, audience);
  await changeSettings(ctx, siteId, { settings, vertical, features }, actor);
}

async function refuseUnknownAudience({ db }: Context, siteId: number, id: number): Promise<void> {
  if ((await audienceMap(db, siteId)).has(id)) return;
  refuseInvalid([{ pointer: '/internalTraffic/audience', detail: 'is no audience of this site' }]);
}
