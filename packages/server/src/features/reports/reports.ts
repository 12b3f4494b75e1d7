// The report of a campaign: what is asked, gathered once, and put into words.
import type { Fault, ReportOutput } from '@attune/contract';
import {
  assignmentKey,
  type CampaignDefinition,
  type ExperienceDefinition,
  parseInstant,
} from '@attune/core';
import type { Context, SiteSnapshot } from '../../context.ts';
import { ApiError } from '../../refusal.ts';
import { readObject } from '../managed/index.ts';
import { findMetric, type Metric } from '../metrics/index.ts';
import { selectPublications, selectPublished } from '../publications/index.ts';
import { reportExperience } from './experience.ts';
import { type Cell, type Question, selectCells, selectForeign, selectInstant } from './store.ts';
import type { Comparison, Shares } from './sums.ts';
import { takingTurns } from './turns.ts';

/** What a report is asked of. */
export interface Asked {
  readonly metric?: string;
  readonly from?: string;
  readonly to?: string;
  readonly breakdown?: string;
}

type Definition = CampaignDefinition & { readonly metrics?: { readonly primary?: number } };

const dayMs = 86_400_000;
/** A report reads the log of so many days at most: PostgreSQL locks each of them. */
const mostDays = 200;
/** What a campaign is judged by that does not say: purchases. */
const defaultMetric = 'purchases';

/** Reports a campaign. Throws `not_found`, `invalid_query` or, when it takes too long, `not_ready`. */
export async function reportCampaign(
  ctx: Context,
  { site }: SiteSnapshot,
  campaignId: number,
  asked: Asked,
): Promise<ReportOutput> {
  const campaign = await loadCampaign(ctx, site.id, campaignId);
  const { definition } = campaign;
  const chosen = asked.metric ?? String(definition.metrics?.primary ?? defaultMetric);
  const metric = await findMetric(ctx.db, site.id, chosen);
  const span = await readSpan(ctx, site.settings.timeZone, asked, campaign.began);
  const question: Question = {
    ...{ siteId: site.id, campaignId, metric, ...span, asOf: new Date(ctx.now()) },
    currency: site.settings.currency,
    timeZone: site.settings.timeZone,
    draws: ['', ...definition.experiences.map((one) => assignmentKey(definition, one))],
    counted: definition.experiences
      .filter((one) => comparisonOf(definition, one).comparison === 'none')
      .map(({ id }) => id),
    breakdown: asked.breakdown as Question['breakdown'],
    members: [],
  };
  const key = JSON.stringify([site.revision, asked, question.siteId, campaignId, chosen]);
  return takingTurns(ctx.db, key, async (tx) => {
    const cells = await selectCells(tx, question);
    const isMoney = metric.kind === 'revenue' || metric.outcome.of === 'value';
    const foreign = isMoney ? await selectForeign(tx, question) : [];
    return assemble(campaign, question, cells, foreign);
  });
}

interface Campaign {
  readonly definition: Definition;
  /** The first publication since the last restart. */
  readonly began: Date | undefined;
  /** Every definition that was published, oldest first. */
  readonly published: readonly Definition[];
}

/** What is live of a campaign, or was; of one that never was, its draft. */
async function loadCampaign(ctx: Context, siteId: number, id: number): Promise<Campaign> {
  const kind = { kind: 'campaign', noun: 'campaign' } as const;
  const draft = await readObject(ctx.db, siteId, kind, id);
  const live = (await selectPublications(ctx.db, siteId)).find((one) => one.campaignId === id);
  const definition = JSON.parse(live?.body ?? draft.body) as Definition;
  const all = (await selectPublished(ctx.db, siteId, id)).map(({ publishedAt, body }) => ({
    publishedAt,
    body: JSON.parse(body) as Definition,
  }));
  const since = all.filter(({ body }) => body.seed === definition.seed);
  return {
    definition,
    began: since[0]?.publishedAt,
    published: since.map(({ body }) => body),
  };
}

async function readSpan(
  ctx: Context,
  timeZone: string,
  asked: Asked,
  began: Date | undefined,
): Promise<{ from: Date; to: Date }> {
  const now = ctx.now();
  const instant = async (name: 'from' | 'to') => {
    const text = asked[name];
    if (text === undefined) return undefined;
    const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && parseInstant(`${text}T00:00:00Z`) !== undefined;
    const time = isDay ? await selectInstant(ctx.db, text, timeZone) : parseInstant(text);
    if (time === undefined) {
      throw refused(name, 'must be a day, YYYY-MM-DD, or an RFC 3339 time');
    }
    return time;
  };
  const to = Math.min((await instant('to')) ?? now, now);
  const earliest = to - mostDays * dayMs;
  const from = (await instant('from')) ?? Math.max(began?.getTime() ?? earliest, earliest);
  if (from >= to) throw refused('from', 'must be before `to`, and in the past');
  if (from < earliest) throw refused('from', `must be at most ${mostDays} days before \`to\``);
  return { from: new Date(from), to: new Date(to) };
}

function refused(name: string, detail: string): ApiError {
  const errors: Fault[] = [{ pointer: `/query/${name}`, detail }];
  return new ApiError('invalid_query', `The query is not valid: ${name} ${detail}.`, { errors });
}

/** How an experience's users came to their variations, and why nothing is compared if so. */
function comparisonOf(
  { stickiness }: Pick<CampaignDefinition, 'stickiness'>,
  { allocation, served = 1, variations }: ExperienceDefinition,
): { comparison: Comparison; why: string } {
  const none = (why: string) => ({ comparison: 'none' as const, why });
  if (served > 1) return none('a decision gives several variations at once');
  if (allocation === 'affinity') {
    return none('users were given what they like, so that they differ to begin with');
  }
  if (allocation === 'dynamic') return { comparison: 'dynamic', why: '' };
  if (stickiness === 'none') {
    return none('each request draws anew, so that users see several variations');
  }
  const weights = new Set(variations.map(({ weight }) => weight).filter((one) => one > 0));
  if (stickiness === 'session' && weights.size > 1) {
    return none(
      'sessions draw by unequal weights: who comes often sees several variations, and is not ' +
        'left out of each of them equally often',
    );
  }
  return { comparison: 'fixed', why: '' };
}

function assemble(
  { definition, published }: Campaign,
  { metric, currency, from, to, asOf, breakdown }: Question,
  cells: readonly Cell[],
  foreign: ReportOutput['otherCurrencies'],
): ReportOutput {
  const { id, name, kind, windowHours, better } = metric;
  return {
    campaign: { id: definition.id, name: definition.name },
    metric: {
      ...{ id, name, kind, windowHours, better },
      currency: isMoney(metric) ? currency : null,
    },
    ...{ from: from.toISOString(), to: to.toISOString(), asOf: asOf.toISOString() },
    breakdown: breakdown ?? null,
    experiences: withForgotten(definition, cells).map((experience) =>
      reportExperience({
        definition: experience,
        ...comparisonOf(definition, experience),
        metric: { ...metric, currency },
        known: sharesPublished(published, experience.id),
        cells: cells.filter(({ experienceId }) => experienceId === experience.id),
      }),
    ),
    otherCurrencies: foreign,
    notes: notesOf(metric, breakdown, foreign),
  };
}

const isMoney = ({ kind, outcome }: Metric) => kind === 'revenue' || outcome.of === 'value';

/** Those that there are, and those that users came to before they went. */
function withForgotten(
  { experiences }: Definition,
  cells: readonly Cell[],
): ExperienceDefinition[] {
  const ids = new Set(cells.map(({ experienceId }) => experienceId));
  const gone = [...ids].filter((id) => !experiences.some((one) => one.id === id));
  return [
    ...experiences,
    ...gone.map((id) => ({
      ...{ id, name: `Experience ${id} (removed)`, allocationVersion: 0, variations: [] },
    })),
  ];
}

/** The chances of an experience's variations by allocation version, as they were published. */
function sharesPublished(published: readonly Definition[], id: number): Shares {
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

function notesOf(
  { windowHours }: Metric,
  breakdown: string | undefined,
  foreign: ReportOutput['otherCurrencies'],
): string[] {
  return [
    `A user counts ${windowHours} hours after he was first exposed, with what he did in them; who ` +
      'came later is not in the numbers yet.',
    ...(breakdown === undefined
      ? []
      : ['The more groups you look at, the likelier it is that one of them shows chance alone.']),
    ...(breakdown?.startsWith('audience')
      ? ['Who is in the audience is judged by what is known now, which the test may have changed.']
      : []),
    ...(foreign.length > 0
      ? ["Outcomes in other currencies than the site's are not in the sums; see otherCurrencies."]
      : []),
  ];
}
