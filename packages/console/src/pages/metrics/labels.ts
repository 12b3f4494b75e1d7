// What a metric counts, in sentences.
import type { MetricInput } from '@attune/contract';
import { sayHours } from '../../ui/say-amount.ts';
import { kinds } from './kinds.ts';
import { operatorLabels, rowsOf } from './where.ts';

type Outcome = MetricInput['event'];
export type EventType = NonNullable<Outcome['type']>;

/** Kinds of events, as one of them is called. */
export const eventLabels: Readonly<Record<EventType, string>> = {
  purchase: 'purchase',
  'add-to-cart': 'product put into the cart',
  'remove-from-cart': 'product taken out of the cart',
  'add-to-wishlist': 'product put on a wishlist',
  click: 'click on what the campaign served',
  signup: 'sign-up',
  login: 'login',
  'newsletter-subscription': 'newsletter subscription',
  'enter-promo-code': 'promo code entered',
  'video-watch': 'video watched',
  'message-optin': 'opt-in to messages',
  'message-optout': 'opt-out of messages',
};

/** "a purchase where plan is yearly and seats is at least 5". */
function sayEvent({ type, name, where }: Outcome, isOne: boolean): string {
  const event = type === undefined ? `event “${name ?? ''}”` : eventLabels[type];
  const article = /^[aeiou]/.test(event) ? 'an' : 'a';
  const tests = rowsOf(where).map(({ property, operator, value }) =>
    [property, operatorLabels[operator] ?? operator, value].filter(Boolean).join(' '),
  );
  const said = isOne ? `${article} ${event}` : event;
  return tests.length > 0 ? `${said} where ${tests.join(' and ')}` : said;
}

/** What is added up: how many events, or one of their properties. */
function saySum(event: Outcome, of: string | undefined): string {
  return of === undefined
    ? `how often there was ${sayEvent(event, true)}`
    : `the sum of ${of} of each ${sayEvent(event, false)}`;
}

/** What one user counts as, within which time, and what is held down. */
export function sayCounted(metric: MetricInput): string {
  const { windowHours = 72, winsorise = 100, serverSideOnly = false, better } = metric;
  const held =
    winsorise < 100
      ? ` Of users with any, those above the ${winsorise}th percentile count as much as one at it.`
      : '';
  const vouched = serverSideOnly ? ' Only what your servers report counts.' : '';
  const direction = better === 'lower' ? ' Less is better.' : '';
  return `${sayKind(metric)}, within ${sayHours(windowHours)} of the first exposure.${vouched}${held}${direction}`;
}

function sayKind({ kind, event, of, denominator }: MetricInput): string {
  return kinds[kind].sentence({
    event: sayEvent(event, false),
    sum: (defaultProperty) => saySum(event, of ?? defaultProperty),
    denominator: denominator ? saySum(denominator.event, denominator.of) : '…',
  });
}
