// A verdict in two sentences: what it is, and what to do.
import {
  type Interval,
  sayInterval,
  sayPercent,
  sayUsers,
  type VerdictReached,
} from '@attune/core';
import type { Metric } from '../../experiences/metrics/index.ts';
import type { Look } from './look.ts';

/** What a verdict is described by. */
export interface VerdictFacts {
  readonly reached: VerdictReached;
  readonly metric: Pick<Metric, 'name' | 'better'>;
  readonly baseline: string;
  /** Of the variation to ship. */
  readonly name: string;
  readonly uplift: Interval | undefined;
  /** Other metrics by which it is worse. */
  readonly worse: readonly string[];
  readonly daysLeft: number | null;
  readonly look: Look;
  /** Users of the smallest variation. */
  readonly exposed: number;
  readonly comparisons: number;
}

const tooManyDays = 180;

/** Says a verdict, and what follows from it. */
export function describeVerdict(facts: VerdictFacts): { sentence: string; recommendation: string } {
  const { reached, metric, baseline, name, comparisons } = facts;
  switch (reached.kind) {
    case 'broken':
      return {
        sentence: 'Do not decide yet: the sample ratio does not match.',
        recommendation: 'Find the cause, fix it and restart the test.',
      };
    case 'ship':
      return {
        sentence: `Ship "${name}": ${changeOf(facts.uplift)} than "${baseline}" in ${metric.name}.`,
        recommendation: [
          `End the test and show "${name}" to everyone.`,
          ...(facts.worse.length > 0
            ? [`First look at what is worse: ${listed(facts.worse)}.`]
            : []),
          ...(comparisons > 1
            ? [`The range allows for ${comparisons} comparisons: it is wider than the one below.`]
            : []),
        ].join(' '),
      };
    case 'revert':
      return {
        sentence: `Keep "${baseline}": every other variation is worse in ${metric.name}.`,
        recommendation: `End the test and show "${baseline}" to everyone.`,
      };
    case 'no-difference':
      return {
        sentence: `No difference larger than ${sayPercent(reached.largest)} in ${metric.name}.`,
        recommendation: 'Choose the variation that costs less, or test a bolder change.',
      };
    case 'continue':
      return {
        sentence: goOn(facts),
        recommendation:
          comparisons > 1 && facts.look.state === 'any-time'
            ? `${comparisons} comparisons are corrected for, so that a winner is rarely wrong.`
            : adviceOf(facts),
      };
  }
}

const listed = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

/** Such as: 8.8–32.6 % higher. */
function changeOf(uplift: Interval | undefined): string {
  const { estimate = null, low = null, high = null } = uplift ?? {};
  if (low === null || high === null) return (estimate ?? 0) < 0 ? 'lower' : 'higher';
  const ends = low >= 0 ? { low, high } : { low: -high, high: -low };
  return `${sayInterval(ends, sayPercent)} ${low >= 0 ? 'higher' : 'lower'}`;
}

function goOn({ daysLeft, look, exposed }: VerdictFacts): string {
  if (look.state === 'done') return 'Too few users had an outcome to tell a difference.';
  const how =
    look.state === 'not-yet'
      ? `${exposed.toLocaleString('en-GB')} of ${sayUsers(look.usersNeeded ?? 0)} of each variation so far`
      : 'no difference shows yet';
  if (daysLeft === null) return `Keep going: ${how}.`;
  if (daysLeft > tooManyDays) return `Keep going, more than ${tooManyDays} days: ${how}.`;
  return `Keep going, about ${daysLeft} ${daysLeft === 1 ? 'day' : 'days'}: ${how}.`;
}

function adviceOf({ daysLeft, look }: VerdictFacts): string {
  if (look.state === 'done')
    return 'Restart the test with more users, or a metric with more outcomes.';
  if (look.state === 'not-yet')
    return 'The verdict comes then. Numbers so far are preliminary: deciding by them misleads.';
  if (daysLeft === null) return 'There is too little data to say how long it takes.';
  return daysLeft > tooManyDays
    ? 'That is long: send more traffic, or test a bolder change.'
    : 'The days follow from the difference so far; they change with it.';
}
