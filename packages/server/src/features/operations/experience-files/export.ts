// What is written for a site as files have it: by name, in a stable order.
import type {
  AudienceInput,
  ExperienceFiles,
  HoldoutInput,
  LayerInput,
  MetricInput,
  StrategyInput,
  TemplateInput,
} from '@attune/contract';
import { parseWritten } from '@attune/core';
import type { Db } from '../../../db/schema.ts';
import type { ObjectRow } from '../../configuration/versioned-objects/index.ts';
import { inputOf } from '../../experiences/campaigns/index.ts';
import { campaignToFile, conditionToFile, type NameOf } from './references.ts';
import { type SiteKind, SiteObjects } from './site-objects.ts';

/**
 * Everything of a site but what is archived. A live campaign whose draft could not be published has
 * no status: an import publishes nothing of it.
 */
export async function exportExperiences(
  db: Db,
  siteId: number,
): Promise<Required<ExperienceFiles>> {
  const objects = await SiteObjects.read(db, siteId);
  const { nameOf } = objects;
  const inOrder = (kind: SiteKind) =>
    objects
      .of(kind)
      .filter(({ isArchived }) => !isArchived)
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  const campaigns = inOrder('campaign');
  const kept = objects.keptAsPublished(campaigns);
  return {
    audiences: inOrder('audience').map((row) => audienceFile(row, nameOf)),
    layers: inOrder('layer').map(layerFile),
    holdouts: inOrder('holdout').map(holdoutFile),
    metrics: inOrder('metric').map(metricFile),
    strategies: inOrder('strategy').map(strategyFile),
    templates: inOrder('template').map(templateFile),
    campaigns: campaigns.map((row) => {
      const { name, selector, ...rest } = campaignToFile(inputOf(row.body), nameOf);
      const status = kept.has(row) ? {} : { status: objects.statusOf(row) };
      return { name, selector, ...status, ...rest };
    }),
  };
}

export function audienceFile({ body }: ObjectRow, nameOf: NameOf): AudienceInput {
  const { condition, ...rest } = JSON.parse(body) as AudienceInput;
  return { ...rest, ...(condition && { condition: conditionToFile(condition, nameOf) }) };
}

export function layerFile({ body }: ObjectRow): LayerInput {
  const { name, slots } = JSON.parse(body) as LayerInput;
  return { name, ...(slots !== undefined && { slots }) };
}

export function holdoutFile({ body }: ObjectRow): HoldoutInput {
  const { name, share, labels } = JSON.parse(body) as HoldoutInput;
  return { name, share, ...(labels && { labels }) };
}

export const strategyFile = ({ body }: ObjectRow) => JSON.parse(body) as StrategyInput;

export const templateFile = ({ body }: ObjectRow) => parseWritten(body) as TemplateInput;

export const metricFile = ({ body }: ObjectRow) => JSON.parse(body) as MetricInput;
