// From a site's data to what requests use: conditions compiled, all of it immutable.
import { setImmediate } from 'node:timers/promises';
import {
  compileCampaign,
  compileCondition,
  compileStrategy,
  decodeNormaliser,
  withExperienceNames,
} from '@attune/core';
import type { CampaignRecord, SiteSettings, SiteSnapshot } from '../../../context.ts';
import type { Secrets } from '../../../secrets.ts';
import { completeSettings, openSigningKeys } from '../../configuration/sites/index.ts';
import {
  type CampaignRow,
  definitionOf as storedCampaign,
} from '../../experiences/campaigns/index.ts';
import { inPreference } from '../../recommendations/models/index.ts';
import { definitionOf } from '../../recommendations/strategies/index.ts';
import type { SiteData } from './site-data.ts';

/** So many campaigns are compiled before other requests run. */
const atOnce = 20;

export interface CompiledSite {
  readonly data: SiteData;
  readonly snapshot: SiteSnapshot;
}

/** Compiles a site's data. Campaigns that are as they were in `before` are reused. */
export async function compileSite(
  data: SiteData,
  secrets: Secrets,
  before?: CompiledSite,
): Promise<CompiledSite> {
  const { site } = data;
  const campaigns = await compileCampaigns(data, before);
  const published = campaigns.filter((campaign) => campaign.published !== undefined);
  const groups = published.flatMap((campaign) =>
    (campaign.published?.definition.groups ?? []).map((group) => ({ group, campaign })),
  );
  const byGroup = Map.groupBy(groups, ({ group }) => group);
  const settings = completeSettings(site.settings);
  const isSameNormaliser = before !== undefined && before.data.totals === data.totals;
  const snapshot: SiteSnapshot = {
    site: {
      id: site.id,
      name: site.name,
      vertical: site.vertical,
      features: site.features,
      settings,
      salt: site.salt,
      revision: site.revision,
      // Absent in a file of the release before.
      eventsFrom: site.eventsFrom ?? null,
    },
    identifierTypes: data.identifierTypes,
    accountTypes: data.accountTypes ?? [],
    feeds: data.feeds,
    campaignsById: new Map(campaigns.map((campaign) => [campaign.id, campaign])),
    campaignsBySelector: new Map(published.map((campaign) => [campaign.selector, campaign])),
    campaignsByGroup: new Map(
      [...byGroup].map(([group, members]) => [group, members.map(({ campaign }) => campaign)]),
    ),
    normaliser: isSameNormaliser ? before.snapshot.normaliser : normaliserOf(data),
    models: new Map((data.models ?? []).map((one) => [one.key, one])),
    popularityKeys: popularityKeysOf(data),
    strategies: strategiesOf(data, before),
    internalAudience: internalAudienceOf(data, settings),
    identitySecret: secrets.decrypt(site.identitySecret, `identity ${site.name}`),
    signingKeys: openSigningKeys(secrets, site, data.signingKeys ?? []),
  };
  return { data, snapshot };
}

function internalAudienceOf(
  { audiences }: SiteData,
  { internalTraffic: { audience } }: SiteSettings,
): SiteSnapshot['internalAudience'] {
  if (audience === null) return undefined;
  const known = new Map(audiences.map(({ id, condition }) => [id, condition]));
  return compileCondition({ $audience: audience }, { audiences: known });
}

const popularityKeysOf = ({ models = [] }: SiteData) =>
  inPreference(models.map(({ key }) => key).filter((key) => JSON.parse(key).type === 'popularity'));

function strategiesOf(data: SiteData, before?: CompiledSite): SiteSnapshot['strategies'] {
  const of = ({ strategies, feeds }: SiteData) => JSON.stringify([strategies, feeds[0]?.id]);
  if (before && of(before.data) === of(data)) return before.snapshot.strategies;
  const [first] = data.feeds;
  const strategies = (data.strategies ?? []).map(definitionOf);
  return new Map(strategies.map((one) => [one.id, compileStrategy(one, first?.id)]));
}

const normaliserOf = ({ totals }: SiteData) =>
  totals === undefined ? undefined : decodeNormaliser(totals);

async function compileCampaigns(data: SiteData, before?: CompiledSite): Promise<CampaignRecord[]> {
  const audiences = new Map(data.audiences.map(({ id, condition }) => [id, condition]));
  const dependencies = {
    audiences,
    holdouts: data.holdouts ?? [],
    dynamicWeights: new Map((data.dynamicWeights ?? []).map((one) => [one.experienceId, one])),
  };
  const named = data.audiences.map(({ id, name = String(id) }) => [id, name] as const);
  const names = { audiences: new Map(named) };
  const compile = (text: string) =>
    compileCampaign(withExperienceNames(storedCampaign(text), names), dependencies);
  const known = campaignsOf(data, before);
  const campaigns: CampaignRecord[] = [];
  let compiled = 0;
  for (const row of data.campaigns) {
    const old = known.get(row.id);
    const isPublishedAsBefore = old !== undefined && old.row.published === row.published;
    if (!isPublishedAsBefore && ++compiled % atOnce === 0) await setImmediate();
    if (isPublishedAsBefore && isSame(old.row, row)) {
      campaigns.push(old.record);
      continue;
    }
    let draft: ReturnType<typeof compile> | undefined;
    campaigns.push({
      id: row.id,
      selector: row.selector,
      status: row.status,
      published: isPublishedAsBefore
        ? old.record.published
        : row.published === undefined
          ? undefined
          : compile(row.published),
      draft: () => {
        draft ??= compile(row.draft);
        return draft;
      },
    });
  }
  return campaigns;
}

interface Known {
  readonly row: CampaignRow;
  readonly record: CampaignRecord;
}

/**
 * The campaigns of before, by id, without those whose weights were recomputed; none when an
 * audience or a holdout has changed, which concern any.
 */
function campaignsOf(data: SiteData, before?: CompiledSite): Map<number, Known> {
  const known = new Map<number, Known>();
  if (!before || sharedText(before.data) !== sharedText(data)) return known;
  const weights = weightTexts(data);
  const weightsBefore = weightTexts(before.data);
  for (const row of before.data.campaigns) {
    const record = before.snapshot.campaignsById.get(row.id);
    const isWeighedAsBefore = weights.get(row.id) === weightsBefore.get(row.id);
    if (record && isWeighedAsBefore) known.set(row.id, { row, record });
  }
  return known;
}

const sharedText = ({ audiences, holdouts = [] }: SiteData) =>
  JSON.stringify([audiences, holdouts]);

/** The dynamic weights of each campaign that has any. */
function weightTexts({ dynamicWeights = [] }: SiteData): Map<number, string> {
  const byCampaign = Map.groupBy(dynamicWeights, ({ campaignId }) => campaignId);
  return new Map([...byCampaign].map(([id, weights]) => [id, JSON.stringify(weights)]));
}

const isSame = (one: CampaignRow, other: CampaignRow) =>
  one.draft === other.draft && one.status === other.status && one.selector === other.selector;
