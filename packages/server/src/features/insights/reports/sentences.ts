// What the numbers of a report mean, in words that need no statistics to be read.
import {
  formatOf,
  type Interval,
  type Measured,
  type SampleRatio,
  type Say,
  sayChance,
  sayChange,
  sayInterval,
  sayInterval95,
  sayNumber,
  sayPercent,
  sayUsers,
  verdictOf,
} from '@attune/core';
import { kindDefinitions, type Metric } from '../../experiences/metrics/index.ts';
import type { Look } from './look.ts';
import type { Comparison } from './sums.ts';

type Judged = Pick<Metric, 'kind' | 'better' | 'name'> & { readonly currency: string };

const sayOf = ({ kind, currency }: Judged): Say =>
  formatOf({ unit: kindDefinitions[kind].unit, currency });

/** A sentence on a variation's own number. */
export function ownSentence(metric: Judged, name: string, count: number, value: Interval): string {
  if (count === 0 || value.estimate === null) {
    return `"${name}": no final results yet.`;
  }
  const say = sayOf(metric);
  const estimate = say(value.estimate);
  const sentences = {
    rate: `${estimate} of ${sayUsers(count)} converted`,
    mean: `${estimate} per user, from ${sayUsers(count)}`,
    ratio: `${estimate}, from ${sayUsers(count)}`,
  };
  const sentence = sentences[kindDefinitions[metric.kind].statistic];
  return `"${name}": ${sentence} (${sayInterval95(value, say)}).`;
}

/** The sentence before a planned look. */
export const hiddenSentence = (name: string, exposed: number, { usersNeeded }: Look): string =>
  `"${name}": ${sayUsers(exposed)} so far. Intervals come once ${sayUsers(usersNeeded ?? 0)} ` +
  'of each variation count.';

/** The sentence where nothing is compared. */
export const countOnly = (metric: Judged, name: string, count: number, total: number) =>
  `"${name}": ${sayOf(metric)(total)} in total from ${sayUsers(count)}. Not compared.`;

/** A sentence on the comparison with the baseline. */
export function comparedSentence(
  metric: Judged,
  baseline: string,
  { comparison, best }: Measured,
  { state }: Look,
): string {
  const { low, high } = comparison?.uplift ?? { low: null, high: null };
  const chance = best === null ? '' : ` Chance to be best: ${sayChance(best)}.`;
  if (low === null || high === null) {
    return `Too little data to compare it with "${baseline}".`;
  }
  const { compared } = kindDefinitions[metric.kind];
  const lift = `${compared} ${sayInterval({ low, high }, sayChange)} (95 % interval)`;
  const verdict = verdictOf({ low, high }, metric.better);
  const safe = state === 'any-time' ? ' It is safe to stop at any time.' : '';
  if (!verdict) return `Undecided against "${baseline}": ${lift}.${chance}`;
  return `${verdict === 'better' ? 'Better' : 'Worse'} than "${baseline}": ${lift}.${safe}${chance}`;
}

/** A sentence on the check of the sample ratio. */
export function ratioSentence({ pValue, isSuspect }: SampleRatio): string {
  return isSuspect
    ? 'Sample ratio mismatch: users arrived in other proportions than they were assigned in ' +
        `(p = ${sayNumber(pValue)}). Something loses or adds users of one variation, such as a ` +
        'redirect, a crash, a cache or a bot filter.'
    : 'No sample ratio mismatch: users arrived in the proportions they were assigned in ' +
        `(p = ${sayNumber(pValue)}).`;
}

/** By which methods an experience is judged, and why. */
export function methodNote(comparison: Comparison, why: string, { state }: Look): string {
  switch (comparison) {
    case 'dynamic':
      return (
        'The weights followed the results, so each user is weighted by one over the probability ' +
        'of their variation. Plain averages would be biased and are not shown.'
      );
    case 'none':
      return `Variations are not compared: ${why}.`;
    default:
      return state === 'any-time'
        ? 'Intervals are valid however often you look.'
        : 'Intervals are valid for the one look that was planned.';
  }
}

/** What CUPED did. */
export const cupedSentence = (explained: number) =>
  `CUPED: what users did in the 14 days before explains ${sayPercent(explained)} of their ` +
  'differences and is taken out, which narrows the intervals.';

/** What was capped. */
export const cappedSentence = (metric: Judged, at: number, capped: number) =>
  `Capped: ${sayUsers(capped)} above ${sayOf(metric)(at)} count as ${sayOf(metric)(at)}.`;

/** What bots and internal traffic got, which no other number has. */
export function excludedSentence({ bots, internal }: { bots: number; internal: number }): string {
  const decisions = (number: number) => `${number} ${number === 1 ? 'decision' : 'decisions'}`;
  return `Not counted: ${decisions(bots)} for bots, ${decisions(internal)} for internal traffic.`;
}
