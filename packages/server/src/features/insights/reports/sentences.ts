// What the numbers of a report mean, in words that need no statistics to be read.
import type { Interval, Measured, SampleRatio } from '@attune/core';
import { kindDefinitions, type Metric } from '../../experiences/metrics/index.ts';
import type { Comparison } from './sums.ts';

type Judged = Pick<Metric, 'kind' | 'better' | 'name'> & { readonly currency: string };

const whole = new Intl.NumberFormat('en');
const precise = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const shareFormat = new Intl.NumberFormat('en', { style: 'percent', maximumSignificantDigits: 3 });

const users = (count: number) => `${whole.format(count)} ${count === 1 ? 'user' : 'users'}`;
const percent = (share: number) => shareFormat.format(share).replace('%', ' %');

/** A value of the metric with its unit. */
function amount({ kind, currency }: Judged, value: number): string {
  const { unit } = kindDefinitions[kind];
  if (unit === 'share') return percent(value);
  return unit === 'money' ? `${precise.format(value)} ${currency}` : precise.format(value);
}

function between(metric: Judged, { low, high }: Interval): string {
  if (low === null || high === null) return 'too little data for an interval';
  return `95 % interval ${amount(metric, low)} to ${amount(metric, high)}`;
}

/** A sentence on a variation's own number. */
export function ownSentence(metric: Judged, name: string, count: number, value: Interval): string {
  if (count === 0 || value.estimate === null) {
    return `"${name}": no user counts yet.`;
  }
  const estimate = amount(metric, value.estimate);
  const sentences = {
    rate: `${estimate} of ${users(count)} converted`,
    mean: `${estimate} per user, from ${users(count)}`,
    ratio: `${estimate}, from ${users(count)}`,
  };
  const sentence = sentences[kindDefinitions[metric.kind].statistic];
  return `"${name}": ${sentence} (${between(metric, value)}).`;
}

/** The sentence where nothing is compared. */
export const countOnly = (metric: Judged, name: string, count: number, total: number) =>
  `"${name}": ${precise.format(total)}` +
  `${kindDefinitions[metric.kind].unit === 'money' ? ` ${metric.currency}` : ''} in total from ` +
  `${users(count)}. Not compared.`;

/** How sure something is, never quite 0 % or 100 %. */
function chanceOf(probability: number): string {
  if (probability > 0.99 && probability < 1) return 'above 99 %';
  if (probability < 0.01 && probability > 0) return 'below 1 %';
  return `${Math.round(100 * probability)} %`;
}

/** A sentence on the comparison with the baseline. */
export function comparedSentence(
  metric: Judged,
  baseline: string,
  { comparison, best }: Measured,
): string {
  const { low, high } = comparison?.uplift ?? { low: null, high: null };
  const chance = best === null ? '' : ` Chance to be best: ${chanceOf(best)}.`;
  if (low === null || high === null) {
    return `Too little data to compare it with "${baseline}".`;
  }
  const apart = rangeOf(metric, low, high);
  if (low <= 0 && high >= 0) {
    return `Undecided against "${baseline}": ${apart}.${chance}`;
  }
  const isBetter = low > 0 === (metric.better === 'higher');
  const verdict = isBetter ? 'Better' : 'Worse';
  return `${verdict} than "${baseline}": ${apart}. It is safe to stop at any time.${chance}`;
}

function rangeOf({ kind }: Judged, low: number, high: number): string {
  const what = kindDefinitions[kind].compared;
  const side = (share: number) => `${percent(Math.abs(share))} ${share < 0 ? 'lower' : 'higher'}`;
  if (low > 0) return `${percent(low)} to ${percent(high)} higher ${what}`;
  if (high < 0) return `${percent(-high)} to ${percent(-low)} lower ${what}`;
  return `${side(low)} to ${side(high)} ${what}`;
}

/** A sentence on the check of the sample ratio. */
export function ratioSentence({ pValue, isSuspect }: SampleRatio): string {
  return isSuspect
    ? 'Sample ratio mismatch: users arrived in other proportions than they were assigned in ' +
        `(p = ${precise.format(pValue)}). Something loses or adds users of one variation, such as a ` +
        'redirect, a crash, a cache or a bot filter.'
    : 'No sample ratio mismatch: users arrived in the proportions they were assigned in ' +
        `(p = ${precise.format(pValue)}).`;
}

/** By which methods an experience is judged, and why. */
export function methodNote(comparison: Comparison, why: string): string {
  switch (comparison) {
    case 'dynamic':
      return (
        'The weights followed the results, so each user is weighted by one over the probability ' +
        'of their variation. Plain averages would be biased and are not shown.'
      );
    case 'none':
      return `Variations are not compared: ${why}.`;
    default:
      return 'Intervals are valid however often you look.';
  }
}

/** What CUPED did. */
export const cupedSentence = (explained: number) =>
  `CUPED: what users did in the 14 days before explains ${percent(explained)} of their ` +
  'differences and is taken out, which narrows the intervals.';

/** What was capped. */
export const cappedSentence = (metric: Judged, at: number, capped: number) =>
  `Capped: ${users(capped)} above ${amount(metric, at)} count as ${amount(metric, at)}.`;

/** What bots and internal traffic were given, which no other number has. */
export function excludedSentence({ bots, internal }: { bots: number; internal: number }): string {
  const given = (number: number) => `${number} ${number === 1 ? 'decision' : 'decisions'}`;
  return `Not counted: ${given(bots)} for bots, ${given(internal)} for internal traffic.`;
}
