// What of a campaign is probably not meant, in words: nothing here forbids it.
import type { Fault } from '@attune/contract';
import {
  type ConditionField,
  conditionWarnings,
  experienceName,
  parsePath,
  parseWritten,
  resolveNumbers,
} from '@attune/core';
import type { Publication } from '../../configuration/publications/index.ts';
import { scheduleWarnings } from './schedule.ts';
import { definitionOf, type StoredCampaign } from './stored.ts';
import { trafficWarnings } from './unit.ts';

type Experience = StoredCampaign['experiences'][number];

export interface Situation {
  readonly now: number;
  readonly audiences: ReadonlyMap<number, unknown>;
  /** What conditions can ask about. */
  readonly fields: readonly ConditionField[];
  /** The affinity properties of the site's feeds. */
  readonly properties: ReadonlySet<string>;
  /** What is live and paused on the site. */
  readonly publications: readonly Publication[];
}

/** Everything about a draft that should be looked at before it is live. */
export function warningsOf(campaign: StoredCampaign, situation: Situation): readonly Fault[] {
  const { experiences, schedule, traffic } = campaign;
  const { now, publications } = situation;
  return [
    ...when(traffic === 0, '/traffic', 'is 0: no user takes part'),
    ...trafficWarnings(campaign, publications),
    ...scheduleWarnings(schedule, now),
    ...unreachable(experiences),
    ...experiences.flatMap((experience, at) => [
      ...targetingWarnings(experience, `/experiences/${at}/targeting`, situation),
      ...weightWarnings(experience, `/experiences/${at}/variations`),
      ...equalPayloads(experience, `/experiences/${at}/variations`),
      ...roundedNumbers(experience, `/experiences/${at}/variations`),
    ]),
    ...publishedWarnings(campaign, publications),
  ];
}

const when = (isSo: boolean, pointer: string, detail: string): Fault[] =>
  isSo ? [{ pointer, detail }] : [];

function targetingWarnings(
  { targeting }: Experience,
  pointer: string,
  { audiences, fields, properties }: Situation,
): Fault[] {
  if (targeting === undefined) return [];
  const found = conditionWarnings(targeting, { audiences, fields });
  const unfed = [...new Set(affinitiesIn(targeting))].filter((name) => !properties.has(name));
  return [
    ...found.map((one) => ({ pointer: `${pointer}${one.pointer}`, detail: one.detail })),
    ...unfed.map((name) => ({
      pointer,
      detail: `asks for the affinity "${name}", which is a property of no feed: only users with a reported affinity can match`,
    })),
  ];
}

/** The affinity properties that a condition names: "color" of `affinity.color.red.rank`. */
function* affinitiesIn(condition: unknown): Generator<string> {
  if (typeof condition !== 'object' || condition === null) return;
  for (const [path, value] of Object.entries(condition)) {
    const [root, property] = path.startsWith('affinity.') ? parsePath(path) : [];
    if (root !== undefined && property !== undefined) yield property;
    yield* affinitiesIn(value);
  }
}

/** The first experience whose targeting matches decides: none after one for all users. */
function unreachable(experiences: readonly Experience[]): Fault[] {
  const isForAll = ({ targeting }: Experience) =>
    targeting === undefined || Object.keys(targeting as object).length === 0;
  const last = experiences.findIndex(isForAll);
  if (last < 0) return [];
  const name = experienceName(experiences[last] as Experience);
  return experiences.slice(last + 1).map((_, at) => ({
    pointer: `/experiences/${last + 1 + at}`,
    detail: `can never be reached: "${name}" before it is for all users`,
  }));
}

/** Weights are relative; an author who writes percents, or shares of 1, wants them to add up. */
function weightWarnings({ variations }: Experience, pointer: string): Fault[] {
  if (variations.length < 2) return [];
  const sum = variations.reduce((total, { weight }) => total + weight, 0);
  const isNear = (whole: number) => sum > 0.8 * whole && sum < 1.2 * whole;
  const whole = [1, 100].find(isNear);
  const isWhole = whole !== undefined && Math.abs(sum - whole) < 0.005 * whole;
  // 50 and 45 and 1 are percents; 1 is a share of 1 by itself, and no other weights are.
  if (whole === undefined || isWhole || variations.every(({ weight }) => weight === 1)) return [];
  const told = Number(sum.toFixed(4));
  const detail = `have weights that add up to ${told}, not ${whole}; they are taken relatively`;
  return [{ pointer, detail }];
}

function equalPayloads({ variations }: Experience, pointer: string): Fault[] {
  const first = new Map<string, string>();
  return variations.flatMap(({ name, payload }, at) => {
    const text = JSON.stringify(payload);
    const same = first.get(text);
    if (same === undefined) {
      first.set(text, name);
      return [];
    }
    return [{ pointer: `${pointer}/${at}/payload`, detail: `is the same as that of "${same}"` }];
  });
}

/** Numbers come out as they were written; JavaScript has doubles alone to read them into. */
function roundedNumbers({ variations }: Experience, pointer: string): Fault[] {
  const unheld: Fault[] = [];
  for (const [at, { payload }] of variations.entries()) {
    resolveNumbers(
      parseWritten(JSON.stringify(payload)),
      undefined,
      unheld,
      `${pointer}/${at}/payload`,
    );
  }
  const detail = 'is served as it is written, but JavaScript rounds it: pages need it as text';
  return unheld.map((one) => ({ pointer: one.pointer, detail }));
}

function publishedWarnings(
  { id, selector, seed }: StoredCampaign,
  publications: readonly Publication[],
): Fault[] {
  const own = publications.find(({ campaignId }) => campaignId === id);
  const rival = publications.find(
    (one) => one.campaignId !== id && definitionOf(one.body).selector === selector,
  );
  const renamed = own && definitionOf(own.body).selector !== selector;
  return [
    ...(rival
      ? when(true, '/selector', `is what campaign ${rival.campaignId} is published under`)
      : []),
    ...when(
      Boolean(renamed),
      '/selector',
      `is another than what is published, "${own && definitionOf(own.body).selector}"`,
    ),
    ...when(
      own !== undefined && definitionOf(own.body).seed !== seed,
      '/seed',
      'is new: publishing it assigns all users again',
    ),
  ];
}
