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
  if (low === null || high === null) return 'how far the truth may be from that, too few tell yet';
  return `the truth is between ${amount(metric, low)} and ${amount(metric, high)}`;
}

/** A sentence on a variation's own number. */
export function ownSentence(metric: Judged, name: string, count: number, value: Interval): string {
  if (count === 0 || value.estimate === null) {
    return `No user who was given "${name}" counts yet.`;
  }
  const what = kindDefinitions[metric.kind].unit === 'share' ? 'of them did' : 'a user';
  const sentence = `${users(count)} count for "${name}": ${amount(metric, value.estimate)} ${what}`;
  return `${sentence}; ${between(metric, value)}.`;
}

/** The sentence where nothing is compared. */
export const countOnly = (metric: Judged, name: string, count: number, total: number) =>
  `"${name}" was given to ${users(count)} who count: ${precise.format(total)} in all` +
  `${kindDefinitions[metric.kind].unit === 'money' ? ` ${metric.currency}` : ''}. ` +
  'No comparison is claimed.';

/** A sentence on the comparison with the baseline. */
export function comparedSentence(
  metric: Judged,
  names: { readonly name: string; readonly baseline: string },
  { comparison, best }: Measured,
): string {
  const { name, baseline } = names;
  const { low, high } = comparison?.uplift ?? { low: null, high: null };
  const chance = best === null ? '' : ` The chance that it is the best of all is ${percent(best)}.`;
  if (low === null || high === null) {
    return `Too few have an outcome yet to say how "${name}" compares with "${baseline}".`;
  }
  const apart = rangeOf(metric, low, high);
  if (low <= 0 && high >= 0) {
    return `Not decided: "${name}" may have ${apart} than "${baseline}".${chance}`;
  }
  const isBetter = low > 0 === (metric.better === 'higher');
  const verdict = isBetter ? 'It is better' : 'It is worse';
  return (
    `"${name}" has ${apart} than "${baseline}". ${verdict}, and it is safe to stop at any ` +
    `time.${chance}`
  );
}

function rangeOf({ kind }: Judged, low: number, high: number): string {
  const what = kindDefinitions[kind].compared;
  const side = (share: number) => `${percent(Math.abs(share))} ${share < 0 ? 'less' : 'more'}`;
  if (low > 0) return `between ${percent(low)} and ${percent(high)} more (${what})`;
  if (high < 0) return `between ${percent(-high)} and ${percent(-low)} less (${what})`;
  return `anything from ${side(low)} to ${side(high)} (${what})`;
}

/** A sentence on the check of the sample ratio. */
export function ratioSentence({ pValue, isSuspect }: SampleRatio): string {
  return isSuspect
    ? 'Do not trust this test: users came to the variations in other proportions than they were ' +
        `drawn in (p = ${precise.format(pValue)}). Something loses or adds users of one variation: ` +
        'a redirect, a crash, a cache, a bot filter.'
    : 'Users came to the variations in the proportions that they were drawn in ' +
        `(p = ${precise.format(pValue)}).`;
}

/** By which methods an experience is judged, and why. */
export function methodNote(comparison: Comparison, why: string): string {
  switch (comparison) {
    case 'dynamic':
      return (
        'The weights followed the results, so that each user counts by one over the chance that ' +
        'they had of their variation; plain averages would be biased, and are not shown.'
      );
    case 'none':
      return `No comparison is claimed: ${why}. Counts and rates are what they are.`;
    default:
      return 'All intervals hold however often you look.';
  }
}

/** What CUPED did. */
export const cupedSentence = (explained: number) =>
  `What users did in the 14 days before explains ${percent(explained)} of the differences ` +
  'between them, and was taken out: the intervals are that much narrower.';

/** What was capped. */
export const cappedSentence = (metric: Judged, at: number, capped: number) =>
  `${users(capped)} with more than ${amount(metric, at)} count as ${amount(metric, at)}, so that ` +
  'a few do not decide the test.';

/** What bots and the site's own people were given, which no other number has. */
export function excludedSentence({ bots, internal }: { bots: number; internal: number }): string {
  const given = (number: number) => `${number} ${number === 1 ? 'decision' : 'decisions'}`;
  return (
    `Not counted: ${given(bots)} for bots, and ${given(internal)} for your own people ` +
    '(internal traffic).'
  );
}
