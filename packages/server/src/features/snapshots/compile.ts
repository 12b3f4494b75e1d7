// From a site's data to what requests use: conditions compiled, keys by hash, all of it immutable.
import { type CampaignDefinition, compileCampaign, decodeNormaliser } from '@attune/core';
import type { CampaignRecord, KeyRecord, SiteSnapshot } from '../../context.ts';
import type { Secrets } from '../../secrets.ts';
import type { AudienceRow } from '../audiences/index.ts';
import type { CampaignRow } from '../campaigns/index.ts';
import { completeSettings } from '../sites/index.ts';
import type { SiteData } from './site-data.ts';

export interface CompiledSite {
  readonly snapshot: SiteSnapshot;
  readonly keys: ReadonlyMap<string, KeyRecord>;
}

/** Compiles a site's data. What did not change is compiled anew: a few milliseconds. */
export function compileSite(data: SiteData, secrets: Secrets): CompiledSite {
  const { site } = data;
  const campaigns = compileCampaigns(data.campaigns, data.audiences);
  const published = campaigns.filter((campaign) => campaign.published !== undefined);
  const groups = published.flatMap((campaign) =>
    (campaign.published?.definition.groups ?? []).map((group) => ({ group, campaign })),
  );
  const byGroup = Map.groupBy(groups, ({ group }) => group);
  const snapshot: SiteSnapshot = {
    site: {
      id: site.id,
      name: site.name,
      vertical: site.vertical,
      features: site.features,
      settings: completeSettings(site.settings),
      salt: site.salt,
      revision: site.revision,
    },
    identifierTypes: data.identifierTypes,
    feeds: data.feeds,
    campaignsById: new Map(campaigns.map((campaign) => [campaign.id, campaign])),
    campaignsBySelector: new Map(published.map((campaign) => [campaign.selector, campaign])),
    campaignsByGroup: new Map(
      [...byGroup].map(([group, members]) => [group, members.map(({ campaign }) => campaign)]),
    ),
    normaliser: data.totals === undefined ? undefined : decodeNormaliser(data.totals),
    identitySecret: secrets.open(site.identitySecret, `identity ${site.name}`),
  };
  const keys = data.keys.map((row): [string, KeyRecord] => [
    row.hash.toString('hex'),
    {
      id: row.id,
      siteId: site.id,
      name: row.name,
      source: row.source,
      permissions: row.permissions,
      allowedOrigins: row.allowedOrigins,
      expiresAt: row.expiresAt?.getTime(),
    },
  ]);
  return { snapshot, keys: new Map(keys) };
}

function compileCampaigns(
  rows: readonly CampaignRow[],
  audienceRows: readonly AudienceRow[],
): CampaignRecord[] {
  const audiences = new Map(audienceRows.map(({ id, condition }) => [id, condition]));
  const compile = (text: string) =>
    compileCampaign(JSON.parse(text) as CampaignDefinition, { audiences });
  return rows.map((row) => {
    let draft: ReturnType<typeof compile> | undefined;
    return {
      id: row.id,
      selector: row.selector,
      status: row.status,
      published: row.published === undefined ? undefined : compile(row.published),
      draft: () => {
        draft ??= compile(row.draft);
        return draft;
      },
    };
  });
}
