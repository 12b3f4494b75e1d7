// The report of a campaign: read at once, and explained in sentences.
import type { Fault, ReportOutput } from '@attune/contract';
import { type ExperienceDefinition, parseInstant, sayHours, type Unit, unitIn } from '@attune/core';
import { ApiError } from '../../../api-error.ts';
import type { Context, Site, SiteSnapshot } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { type SeenRollout, selectRollout } from '../../experiences/campaigns/index.ts';
import { selectExcludedTraffic, type Traffic } from '../../experiences/excluded-traffic/index.ts';
import { findMetric, type Metric } from '../../experiences/metrics/index.ts';
import {
  availableSpan,
  type Campaign,
  defaultMetric,
  isMoney,
  loadCampaign,
  mostDays,
  questionOf,
  wholeSpan,
} from './campaign.ts';
import { reportExperience } from './experience.ts';
import { type Figures, makeFigures, readFigures, type Which } from './figures/figures.ts';
import { membersOf } from './members.ts';
import { readPreliminary } from './preliminary/preliminary.ts';
import { queueReport } from './report-queue.ts';
import { excludedSentence } from './sentences.ts';
import { type Cell, type Question, selectInstant } from './store.ts';
import {
  cutToLook,
  judgedBy,
  readAll,
  readFromFigures,
  withDiagnoses,
  withVerdicts,
} from './verdicts.ts';

/** The request of a report. */
export interface ReportRequest {
  readonly metric?: string;
  readonly from?: string;
  readonly to?: string;
  readonly breakdown?: string;
}

const dayMs = 86_400_000;

/**
 * Reports a campaign, from kept figures where making them would take long (`costly`), or where
 * there are any (`all`). Throws `not_found`, `invalid_query` or, when it takes too long,
 * `not_ready`.
 */
export async function reportCampaign(
  ctx: Context,
  snapshot: SiteSnapshot,
  campaignId: number,
  request: ReportRequest,
  kept: Which = 'costly',
): Promise<ReportOutput> {
  const { site } = snapshot;
  const campaign = await loadCampaign(ctx, site.id, campaignId);
  const chosen = request.metric ?? String(campaign.definition.metrics?.primary ?? defaultMetric);
  const metric = await findMetric(ctx.db, site.id, chosen);
  const { cutAt, ...span } = await readSpan(ctx, site, request, campaign);
  const asked = questionOf(site, campaign, metric, { ...span, asOf: new Date(ctx.now()) });
  const rollout = await selectRollout(ctx.db, site.id, campaignId);
  const shown = async (db: Db, question: Question, figures: Figures): Promise<ReportOutput> => {
    const excluded = await selectExcludedTraffic(db, site.id, [campaignId], question);
    const report = assemble(campaign, question, { ...figures, excluded }, request);
    const notes = [
      ...notesOfEnd(campaign),
      ...notesOfReturn(rollout),
      ...notesOfCut(cutAt),
      ...report.notes,
    ];
    return { ...report, notes };
  };
  const isWhole = !isPart(request) && request.breakdown === undefined;
  const known = isWhole ? await readFigures(ctx, asked, kept) : undefined;
  const read = known && (await readFromFigures(ctx, site, campaign, asked, kept));
  if (known && read) {
    const report = await shown(ctx.db, known.question, known.figures);
    const isBroken = report.experiences.some(({ sampleRatio }) => sampleRatio?.isSuspicious);
    if (!isBroken) return withVerdicts(report, campaign, read);
  }
  const key = JSON.stringify([site.id, site.revision, campaignId, chosen, request]);
  return queueReport(ctx.db, key, async (tx) => {
    const question = await brokenDown(ctx, snapshot, asked, request);
    const made = await makeFigures(tx, question);
    const cells = isPart(request)
      ? made.cells
      : await cutToLook(tx, campaign, { question, ...made });
    const figures = { ...made, cells };
    const report = await shown(tx, asked, figures);
    if (!isWhole) return report;
    const isEarly = cells.every(({ users }) => users === 0);
    const preliminary = isEarly ? await readPreliminary(tx, site, campaign, asked) : null;
    const read = await readAll(ctx, tx, site, campaign, { question: asked, figures });
    const judged = withVerdicts({ ...report, preliminary }, campaign, read);
    return withDiagnoses(tx, judged, campaign, { question: asked, cells });
  });
}

/** A question with its breakdown. Throws `not_found` or `invalid_query`. */
export async function brokenDown(
  ctx: Context,
  snapshot: SiteSnapshot,
  question: Question,
  { breakdown }: ReportRequest,
): Promise<Question> {
  if (breakdown === undefined) return question;
  if (breakdown === 'device' || breakdown === 'newReturning') return { ...question, breakdown };
  const id = Number(breakdown.slice('audience:'.length));
  const members = await membersOf(ctx, snapshot, question, id);
  return { ...question, breakdown: 'audience', ...members };
}

/**
 * The requested span, as far as its events are kept; `cutAt` where that is a part of it. Throws
 * `invalid_query`, also where no day of it is kept.
 */
export async function readSpan(
  ctx: Context,
  site: Pick<Site, 'settings' | 'eventsFrom'>,
  request: ReportRequest,
  campaign: Pick<Campaign, 'began' | 'ended'>,
): Promise<{ from: Date; to: Date; cutAt: string | undefined }> {
  const { timeZone } = site.settings;
  const now = ctx.now();
  const instant = async (name: 'from' | 'to') => {
    const text = request[name];
    if (text === undefined) return undefined;
    const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && parseInstant(`${text}T00:00:00Z`) !== undefined;
    const time = isDay ? await selectInstant(ctx.db, text, timeZone) : parseInstant(text);
    if (time === undefined) {
      throw refused(name, 'must be a day, YYYY-MM-DD, or an RFC 3339 time');
    }
    return time;
  };
  const last = Math.min(now, campaign.ended?.getTime() ?? now);
  const to = Math.min((await instant('to')) ?? last, last);
  const from = (await instant('from')) ?? wholeSpan(campaign, to).from.getTime();
  if (from >= to) throw refused('from', 'must be before `to`, and in the past');
  if (from < to - mostDays * dayMs) {
    throw refused('from', `must be at most ${mostDays} days before \`to\``);
  }
  const kept = availableSpan(site, { from: new Date(from), to: new Date(to) });
  const isCut = kept.from.getTime() > from;
  if (kept.from >= kept.to) {
    throw refused('to', `must be after ${site.eventsFrom}: events of before are past their term`);
  }
  return { ...kept, cutAt: isCut ? (site.eventsFrom ?? undefined) : undefined };
}

/** What is said of a campaign whose test has ended. */
function notesOfEnd({ ended }: Campaign): string[] {
  if (!ended) return [];
  return [
    `The test ended at ${ended.toISOString()}, when everyone got one variation: this is the report as ` +
      'of then. Restart the campaign to measure anew.',
  ];
}

/** What is said of a campaign that a guardrail or a teammate sent back. */
function notesOfReturn(rollout: SeenRollout | undefined): string[] {
  if (rollout?.state !== 'returned') return [];
  const at = new Date(rollout.since).toISOString();
  const { cause = 'a teammate returned it' } = rollout;
  return [`The rollout went back a step at ${at}: ${cause}.`];
}

/** What is said of a report of whose span a part is gone. */
export function notesOfCut(cutAt: string | undefined): string[] {
  if (cutAt === undefined) return [];
  return [
    `The report begins at ${cutAt}: older events are past the site's retention. Users first exposed ` +
      'before then are not in it.',
  ];
}

function refused(name: string, detail: string): ApiError {
  const errors: Fault[] = [{ pointer: `/query/${name}`, detail }];
  return new ApiError('invalid_query', `The query is not valid: ${name} ${detail}.`, { errors });
}

/** Is it of some of the days? */
const isPart = ({ from, to }: ReportRequest) => from !== undefined || to !== undefined;

const notYet = { state: 'not-yet', lastDay: null } as const;

/** What was found of a campaign's users, and of those who are none. */
interface Found extends Figures {
  readonly excluded: Readonly<Record<Traffic, number>>;
}

function assemble(
  campaign: Campaign,
  question: Question,
  { cells, foreign, excluded }: Found,
  request: ReportRequest,
): ReportOutput {
  const { definition, design } = campaign;
  const { metric, currency, from, to, asOf } = question;
  const { breakdown } = request;
  const isOfPart = isPart(request);
  const { id, name, kind, windowHours, better } = metric;
  return {
    campaign: { id: definition.id, name: definition.name, ...shownUnit(definition) },
    metric: {
      ...{ id, name, kind, windowHours, better },
      currency: isMoney(metric) ? currency : null,
    },
    ...{ from: from.toISOString(), to: to.toISOString(), asOf: asOf.toISOString() },
    breakdown: breakdown ?? null,
    experiences: withForgotten(definition, cells).map((experience) => {
      const judged = judgedBy(campaign, experience, { question, cells });
      const isHidden = isOfPart && judged.look.state === 'done';
      return reportExperience(
        isHidden ? { ...judged, look: { ...judged.look, ...notYet } } : judged,
      );
    }),
    otherCurrencies: foreign,
    notCounted: { ...excluded, sentence: excludedSentence(excluded) },
    design,
    endedAt: campaign.ended?.toISOString() ?? null,
    preliminary: null,
    notes: [
      ...(isOfPart && design.kind === 'planned'
        ? ['A planned test has one result, of all its users: ask for it without `from` and `to`.']
        : []),
      ...notesOf(metric, breakdown, { unit: unitIn(definition).unit, foreign, cells }),
    ],
  };
}

/** Those that there are, and those that users came to before they went. */
function withForgotten(
  { experiences }: Campaign['definition'],
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

/** What users are in a campaign, as reports show it. */
function shownUnit(definition: Campaign['definition']): { unit: Unit; accountType: string | null } {
  const { unit, accountType } = unitIn(definition);
  return { unit, accountType: accountType || null };
}

interface Noted {
  readonly unit: Unit;
  readonly foreign: ReportOutput['otherCurrencies'];
  readonly cells: readonly Cell[];
}

/** What a user is, where that is no person. */
const unitNotes: { readonly [U in Unit]: readonly string[] } = {
  device: [
    'Users are devices: a person with two devices counts twice. Outcomes that a server ' +
      'reports for a person without a device count for the device of their last exposure ' +
      'before.',
  ],
  person: [],
  account: [
    'Users are accounts: each counts once, with what all of its people did. An event that names no ' +
      'account counts for the account of its person’s last exposure before.',
  ],
};

/** What applies to every number of a report. */
export function notesOf(
  { windowHours }: Metric,
  breakdown: string | undefined,
  { unit, foreign, cells }: Noted,
): string[] {
  const cut = cells.reduce((sum, cell) => sum + cell.cut, 0);
  return [
    ...unitNotes[unit],
    `Users count ${sayHours(windowHours)} after their first exposure, with what they did in that time.`,
    ...(breakdown === undefined
      ? []
      : ['The more groups you compare, the likelier one of them differs by chance alone.']),
    ...(breakdown?.startsWith('audience')
      ? ['Membership of the audience is as of now, which the test itself may have changed.']
      : []),
    ...(cut > 0 ? [`${cut} outcomes above 10^15 count as 10^15: check what sends them.`] : []),
    ...(foreign.length > 0
      ? ["Outcomes in other currencies than the site's are not summed; see otherCurrencies."]
      : []),
  ];
}
