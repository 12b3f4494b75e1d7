// A site's snapshot as of an earlier revision, as far as one campaign's decisions depend on it.
import type { AudienceInput } from '@attune/contract';
import type { CampaignDefinition, HoldoutDefinition } from '@attune/core';
import type { Context, SiteSnapshot } from '../../../../context.ts';
import { conditionOf } from '../../../experiences/audiences/index.ts';
import { selectDynamicWeightsAt } from '../../../experiences/dynamic-weights/index.ts';
import { compileSite, loadSite, type SiteData } from '../../../serving/snapshots/index.ts';
import { type ConfigurationRow, selectConfiguration } from './store.ts';

export interface SnapshotAt {
  readonly snapshot: SiteSnapshot;
  /** Names of the audiences, as they were. */
  readonly audiences: ReadonlyMap<number, string>;
}

/** The configuration; undefined where the campaign is not known to have been published then. */
export type ConfigurationAt = (
  campaignId: number,
  revision: number,
) => Promise<SnapshotAt | undefined>;

/** A site's configurations, each read once: many decisions are of the same. */
export function storedConfigurations(
  ctx: Pick<Context, 'db' | 'secrets'>,
  siteId: number,
): ConfigurationAt {
  const cached = new Map<string, ReturnType<ConfigurationAt>>();
  return (campaignId, revision) => {
    const key = `${campaignId} ${revision}`;
    const found = cached.get(key) ?? snapshotAt(ctx, siteId, campaignId, revision);
    cached.set(key, found);
    return found;
  };
}

async function snapshotAt(
  ctx: Pick<Context, 'db' | 'secrets'>,
  siteId: number,
  campaignId: number,
  revision: number,
): Promise<SnapshotAt | undefined> {
  const rows = await selectConfiguration(ctx.db, siteId, campaignId, revision);
  const campaign = rows.find(({ kind }) => kind === 'campaign');
  const now = await loadSite(ctx.db, siteId);
  if (!campaign || !now) return undefined;
  const audiences = rows.flatMap(({ kind, id, body }) =>
    kind === 'audience' ? [{ id, ...(JSON.parse(body) as AudienceInput) }] : [],
  );
  const data: SiteData = {
    ...now,
    site: { ...now.site, revision },
    audiences: audiences.map((one) => ({
      ...{ id: one.id, name: one.name },
      condition: conditionOf(one.id, one),
    })),
    campaigns: [campaignOf(campaign)],
    holdouts: rows.flatMap(({ kind, id, body }) =>
      kind === 'holdout' ? [{ id, ...(JSON.parse(body) as Omit<HoldoutDefinition, 'id'>) }] : [],
    ),
    strategies: rows.flatMap(({ kind, id, body }) => (kind === 'strategy' ? [{ id, body }] : [])),
    dynamicWeights: await selectDynamicWeightsAt(ctx.db, siteId, revision),
  };
  const { snapshot } = await compileSite(data, ctx.secrets);
  return { snapshot, audiences: new Map(audiences.map(({ id, name }) => [id, name])) };
}

function campaignOf({ id, body }: ConfigurationRow): SiteData['campaigns'][number] {
  const { status, definition } = JSON.parse(body) as {
    readonly status: 'live' | 'paused';
    readonly definition: string;
  };
  const { selector } = JSON.parse(definition) as CampaignDefinition;
  return { id, selector, status, draft: definition, published: definition };
}
