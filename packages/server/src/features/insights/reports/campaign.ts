// What of a campaign is judged: its definition, its history, and how its users came to variations.
import type { CampaignInput } from '@attune/contract';
import {
  assignmentKey,
  type CampaignDefinition,
  type ExperienceDefinition,
  isOver,
  unitIn,
  withExperienceNames,
} from '@attune/core';
import type { Context, Site } from '../../../context.ts';
import { selectPublication, selectPublished } from '../../configuration/publications/index.ts';
import { readObject } from '../../configuration/versioned-objects/index.ts';
import { audienceNames } from '../../experiences/audiences/index.ts';
import { type Design, definitionOf, designOf } from '../../experiences/campaigns/index.ts';
import { kindDefinitions, type Metric } from '../../experiences/metrics/index.ts';
import type { Question } from './store.ts';
import type { Comparison, Shares } from './sums.ts';

/** What a campaign is judged by that does not say. */
export const defaultMetric = 'purchases';

const dayMs = 86_400_000;
/** The log is read for so many days at most: PostgreSQL locks each of them. */
export const mostDays = 200;

type Definition = CampaignDefinition & Pick<CampaignInput, 'metrics' | 'design'>;

/** What must not get worse. */
export type GuardrailInput = NonNullable<
  NonNullable<CampaignInput['metrics']>['guardrails']
>[number];

export interface Campaign {
  readonly definition: Definition;
  /** The first publication since the last restart. */
  readonly began: Date | undefined;
  /** When everyone first got one variation: what came later is in no report. */
  readonly ended: Date | undefined;
  /** Every definition that was published, oldest first. */
  readonly published: readonly Definition[];
  /** What it was started with: a later change counts from the next restart. */
  readonly design: Design;
}

/** What is live of a campaign, or was; of one that never was, its draft. */
export async function loadCampaign(
  ctx: Pick<Context, 'db'>,
  siteId: number,
  id: number,
): Promise<Campaign> {
  const kind = { kind: 'campaign', noun: 'campaign' } as const;
  const draft = await readObject(ctx.db, siteId, kind, id);
  const live = await selectPublication(ctx.db, siteId, id);
  const names = { audiences: await audienceNames(ctx.db, siteId) };
  const read = (body: string): Definition => withExperienceNames(definitionOf(body), names);
  const definition = read(live?.body ?? draft.body);
  const all = (await selectPublished(ctx.db, siteId, id)).map(({ publishedAt, body }) => ({
    publishedAt,
    body: read(body),
  }));
  const since = all.filter(({ body }) => body.seed === definition.seed);
  return {
    definition,
    began: since[0]?.publishedAt,
    ended: since.find(({ body }) => isOver(body))?.publishedAt,
    published: since.map(({ body }) => body),
    design: designOf(since[0]?.body ?? definition),
  };
}

/** The span of a campaign up to a time, as far as it is judged by default. */
export function wholeSpan(
  { began, ended }: Pick<Campaign, 'began' | 'ended'>,
  until: number,
): { from: Date; to: Date } {
  const to = Math.min(until, ended?.getTime() ?? until);
  const earliest = to - mostDays * dayMs;
  const from = Math.max(began?.getTime() ?? earliest, earliest);
  return { from: new Date(from), to: new Date(to) };
}

/** The part of a span of which the log still has events, by a site's retention. */
export function availableSpan(
  { eventsFrom }: Pick<Site, 'eventsFrom'>,
  { from, to }: { readonly from: Date; readonly to: Date },
): { from: Date; to: Date } {
  const first = eventsFrom === null ? 0 : Date.parse(eventsFrom);
  return { from: new Date(Math.max(from.getTime(), first)), to };
}

/** The question of what a campaign's users did by a metric. */
export function questionOf(
  { id: siteId, settings }: Pick<Site, 'id' | 'settings'>,
  { definition, ended }: Pick<Campaign, 'definition' | 'ended'>,
  metric: Metric,
  at: Pick<Question, 'from' | 'to' | 'asOf'>,
): Question {
  const { currency, timeZone } = settings;
  return {
    ...{ siteId, metric, currency, timeZone, ...at },
    asOf: ended && ended < at.asOf ? ended : at.asOf,
    source: {
      unit: unitIn(definition).unit,
      campaignId: definition.id,
      until: ended,
      draws: ['', ...definition.experiences.map((one) => assignmentKey(definition, one))],
      counted: definition.experiences
        .filter((one) => comparisonOf(definition, one).comparison === 'none')
        .map(({ id }) => id),
    },
    breakdown: undefined,
    members: [],
    doubtful: [],
  };
}

/** Is it an amount in a currency? */
export const isMoney = ({ kind, outcome }: Metric) =>
  kindDefinitions[kind].unit === 'money' || outcome.of === 'value';

/** How an experience's users came to their variations, and why nothing is compared if so. */
export function comparisonOf(
  { stickiness }: Pick<CampaignDefinition, 'stickiness'>,
  { allocation, served = 1, variations }: ExperienceDefinition,
): { comparison: Comparison; why: string } {
  const none = (why: string) => ({ comparison: 'none' as const, why });
  if (served > 1) return none('a decision gives several variations at once');
  if (allocation === 'affinity') {
    return none('users got what they like, so the groups differ from the start');
  }
  if (allocation === 'dynamic') return { comparison: 'dynamic', why: '' };
  if (stickiness === 'none') {
    return none('each request draws anew, so that users see several variations');
  }
  const weights = new Set(variations.map(({ weight }) => weight).filter((one) => one > 0));
  if (stickiness === 'session' && weights.size > 1) {
    return none(
      'sessions draw by unequal weights: a user who comes often sees several variations, and is not ' +
        'left out of each of them equally often',
    );
  }
  return { comparison: 'fixed', why: '' };
}

/** The chances of an experience's variations by allocation version, as they were published. */
export function sharesPublished(published: readonly Definition[], id: number): Shares {
  const shares = new Map<number, ReadonlyMap<number, number>>();
  for (const { experiences } of published) {
    const experience = experiences.find((one) => one.id === id);
    if (!experience) continue;
    const { variations, allocationVersion } = experience;
    const total = variations.reduce((sum, { weight }) => sum + weight, 0);
    const given = variations.filter(({ weight }) => weight > 0);
    shares.set(
      allocationVersion,
      new Map(given.map((one): [number, number] => [one.id, one.weight / total])),
    );
  }
  return shares;
}
