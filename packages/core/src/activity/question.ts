// How a condition asks what a user did lately: the paths that begin with `activity`.

import type { Signal } from '../events/event.ts';
import { activityKinds } from '../events/kinds/index.ts';
import { signals } from '../profile/profile.ts';

/** What is counted, over UTC days of which today is the last. */
export type ActivityQuestion =
  | { readonly of: 'kind'; readonly kind: string; readonly days: number }
  | { readonly of: 'event'; readonly name: string; readonly days: number }
  | {
      readonly of: 'campaign';
      readonly did: CampaignActivity;
      /** Its selector. */
      readonly campaign: string;
      readonly days: number;
    }
  | { readonly of: 'days'; readonly days: number }
  | {
      readonly of: 'value';
      readonly signal: Signal;
      readonly property: string;
      readonly value: string;
      readonly days: number;
    };

/** What is counted of each campaign: that the user was shown it, and that they clicked it. */
export type CampaignActivity = (typeof campaignActivities)[number];
const campaignActivities = ['exposure', 'click'] as const;

const mostDays = 366;

/**
 * Reads the names of a path after `activity`: `<kind>.<days>d`, `event.<name>.<days>d`,
 * `days.<days>d`, `exposure.<campaign>.<days>d`, `click.<campaign>.<days>d` or
 * `<signal>.<property>.<value>.<days>d`, with 1 to 366 days. Undefined while, or where, they are no
 * such question.
 */
export function readQuestion(names: readonly string[]): ActivityQuestion | undefined {
  const days = readDays(names.at(-1));
  const [first, second, third] = names;
  if (days === undefined || first === undefined || second === undefined) return undefined;
  if (names.length === 2 && first === 'days') return { of: 'days', days };
  if (names.length === 2 && activityKinds.includes(first)) {
    return { of: 'kind', kind: first, days };
  }
  if (names.length === 3 && first === 'event') return { of: 'event', name: second, days };
  const did = campaignActivities.find((one) => one === first);
  if (names.length === 3 && did !== undefined) {
    return second === '' ? undefined : { of: 'campaign', did, campaign: second, days };
  }
  const signal = signals.find((one) => one === first);
  if (names.length !== 4 || signal === undefined || third === undefined) return undefined;
  // `purchase.7d` is a question already: what goes on behind it cannot be reached.
  if (activityKinds.includes(first) && readDays(second) !== undefined) return undefined;
  return { of: 'value', signal, property: second, value: third, days };
}

/** Says what is wrong with the names of a path after `activity`; undefined for a question. */
export function questionFault(names: readonly string[]): string | undefined {
  if (readQuestion(names) !== undefined) return undefined;
  const [first = ''] = names;
  const last = names.at(-1) ?? '';
  const known = ['event', 'days', 'exposure', ...activityKinds].includes(first);
  if (!known && !signals.some((one) => one === first)) {
    return `counts what is neither a kind of event (${activityKinds.join(', ')}), a signal (${signals.join(', ')}), event, exposure nor days`;
  }
  if (names.length > 1 && readDays(last) === undefined) {
    return `must end in a number of UTC days from 1d to ${mostDays}d`;
  }
  return (
    'must be activity.<kind>.<days>d, activity.event.<name>.<days>d, activity.days.<days>d, ' +
    'activity.exposure.<campaign>.<days>d, activity.click.<campaign>.<days>d or ' +
    'activity.<signal>.<property>.<value>.<days>d'
  );
}

function readDays(text: string | undefined): number | undefined {
  const digits = /^([1-9][0-9]{0,2})d$/.exec(text ?? '')?.[1];
  const days = Number(digits);
  return digits !== undefined && days <= mostDays ? days : undefined;
}
