// The verdicts of a campaign: each of its metrics is read, and all are judged together.
import type { ReportOutput } from '@attune/contract';
import type { ExperienceDefinition } from '@attune/core';
import type { Context, Site } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { selectGivenToBots } from '../../experiences/excluded-traffic/index.ts';
import { findMetric } from '../../experiences/metrics/index.ts';
import { type Campaign, comparisonOf, questionOf, sharesPublished } from './campaign.ts';
import { diagnose, selectGroups } from './diagnosis.ts';
import type { Judged } from './experience.ts';
import {
  type Figures,
  makeFigures,
  metricsOf,
  readFigures,
  type Which,
} from './figures/figures.ts';
import { lookOf } from './look.ts';
import { type Cell, type Question, selectCells, selectInstant } from './store.ts';
import { verdictOf } from './verdict.ts';

const dayMs = 86_400_000;

/** What a metric says of a campaign's users. */
export interface Read {
  readonly question: Question;
  readonly cells: readonly Cell[];
}

/** Reads the metrics of a campaign, the primary one first; undefined without figures. */
export async function readFromFigures(
  ctx: Context,
  site: Site,
  campaign: Campaign,
  asked: Question,
  which: Which,
): Promise<Read[] | undefined> {
  const read: Read[] = [];
  for (const question of await questionsOf(ctx, site, campaign, asked)) {
    const known = await readFigures(ctx, question, which);
    if (!known) return undefined;
    const one = { question: known.question, cells: known.figures.cells };
    if (cutsOf(campaign, one).length > 0) return undefined;
    read.push(one);
  }
  return read;
}

/** Reads the metrics of a campaign from the log; of the metric `asked` as it was read already. */
export async function readAll(
  ctx: Context,
  tx: Db,
  site: Site,
  campaign: Campaign,
  { question: asked, figures }: { readonly question: Question; readonly figures: Figures },
): Promise<Read[]> {
  const read: Read[] = [];
  for (const question of await questionsOf(ctx, site, campaign, asked)) {
    const isAsked = question.metric.id === asked.metric.id;
    const { cells } = isAsked ? figures : await makeFigures(tx, question);
    read.push({
      question,
      cells: isAsked ? cells : await cutToLook(tx, campaign, { question, cells }),
    });
  }
  return read;
}

async function questionsOf(
  { db }: Context,
  site: Site,
  campaign: Campaign,
  { from, to, asOf }: Question,
): Promise<Question[]> {
  const names = metricsOf(campaign.definition);
  const metrics = await Promise.all(names.map((name) => findMetric(db, site.id, name)));
  return metrics.map((metric) => questionOf(site, campaign, metric, { from, to, asOf }));
}

/** An experience, and how it is judged by a metric. */
export function judgedBy(
  { definition, published, design }: Campaign,
  experience: ExperienceDefinition,
  { question, cells }: Read,
): Judged {
  const { metric, currency, timeZone, asOf } = question;
  const own = cells.filter(({ experienceId }) => experienceId === experience.id);
  const how = comparisonOf(definition, experience);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(asOf);
  return {
    definition: experience,
    ...how,
    metric: { ...metric, currency },
    known: sharesPublished(published, experience.id),
    cells: own,
    look: lookOf(design, how.comparison, experience, own, today),
  };
}

/**
 * Experiences whose planned look is done, and whose numbers later users would change: the cap of a
 * winsorised metric is that of all users.
 */
function cutsOf({ definition, ...campaign }: Campaign, read: Read): { id: number; day: string }[] {
  if (campaign.design.kind === 'any-time' || read.question.metric.winsorise === 100) return [];
  return definition.experiences.flatMap((experience) => {
    const { look, cells } = judgedBy({ definition, ...campaign }, experience, read);
    const { lastDay } = look;
    const isCut = lastDay !== null && cells.some(({ day }) => day > lastDay);
    return isCut ? [{ id: experience.id, day: lastDay }] : [];
  });
}

/** Cells of which those within a planned look are as they were at its end. */
export async function cutToLook(db: Db, campaign: Campaign, read: Read): Promise<readonly Cell[]> {
  const { question } = read;
  let { cells } = read;
  for (const { id, day } of cutsOf(campaign, read)) {
    const next = new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
    const to = new Date(await selectInstant(db, next, question.timeZone));
    const then = await selectCells(db, { ...question, to });
    const isThen = (one: Cell) => one.experienceId === id && one.day <= day;
    cells = [...cells.filter((one) => !isThen(one)), ...then.filter(isThen)];
  }
  return cells;
}

/** A report whose mismatches are diagnosed. */
export async function withDiagnoses(
  db: Db,
  report: ReportOutput,
  campaign: Campaign,
  read: Read,
): Promise<ReportOutput> {
  const isAny = report.experiences.some(({ sampleRatio }) => sampleRatio?.isSuspicious);
  if (!isAny) return report;
  const groups = await selectGroups(db, read.question);
  const { siteId } = read.question;
  const bots = await selectGivenToBots(db, siteId, campaign.definition.id, read.question);
  const experiences = report.experiences.map((reported) => {
    const { id, sampleRatio } = reported;
    const experience = campaign.definition.experiences.find((one) => one.id === id);
    if (!experience || !sampleRatio?.isSuspicious) return reported;
    const judged = judgedBy(campaign, experience, read);
    const diagnosis = diagnose(judged, groups, bots);
    return { ...reported, sampleRatio: { ...sampleRatio, diagnosis } };
  });
  return { ...report, experiences };
}

/** A report with the verdicts of its experiences. */
export function withVerdicts(
  report: ReportOutput,
  campaign: Campaign,
  read: readonly Read[],
): ReportOutput {
  const experiences = report.experiences.map((reported) => {
    const experience = campaign.definition.experiences.find(({ id }) => id === reported.id);
    if (!experience) return reported;
    const judged = read.map((one) => judgedBy(campaign, experience, one));
    const isSuspect = reported.sampleRatio?.isSuspicious ?? false;
    const { asOf } = (read[0] as Read).question;
    return { ...reported, verdict: verdictOf(judged, campaign.design, asOf, isSuspect) };
  });
  return { ...report, experiences };
}
