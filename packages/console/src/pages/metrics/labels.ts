// What a metric counts, in sentences.

import type { MetricInput } from '@attune/contract';
import { sayHours } from '@attune/core';
import { kinds } from './kinds.ts';
import { operatorLabels, rowsOf } from './where.ts';

type Outcome = MetricInput['event'];
export type EventType = NonNullable<Outcome['type']>;

/** Kinds of events, as one of them is called. */
export const eventLabels: Readonly<Record<EventType, string>> = {
  purchase: 'purchase',
  'add-to-cart': 'add to cart',
  'remove-from-cart': 'remove from cart',
  'add-to-wishlist': 'add to wishlist',
  click: 'click',
  signup: 'sign-up',
  login: 'login',
  'newsletter-subscription': 'newsletter subscription',
  'enter-promo-code': 'promo code',
  'video-watch': 'video watch',
  'message-optin': 'opt-in to messages',
  'message-optout': 'opt-out of messages',
};

/** "purchase where plan is yearly and seats is at least 5"; of `many` "purchase events where …". */
function sayEvent({ type, name, where }: Outcome, form: 'one' | 'many'): string {
  const custom = `“${name ?? ''}”`;
  const forms = {
    one: type === undefined ? `event ${custom}` : eventLabels[type],
    many: `${type === undefined ? custom : eventLabels[type]} events`,
  };
  const tests = rowsOf(where).map(({ property, operator, value }) =>
    [property, operatorLabels[operator] ?? operator, value].filter(Boolean).join(' '),
  );
  return tests.length > 0 ? `${forms[form]} where ${tests.join(' and ')}` : forms[form];
}

/** What is added up: how many events, or one of their properties. */
function saySum(event: Outcome, of: string | undefined): string {
  return of === undefined
    ? `number of ${sayEvent(event, 'many')}`
    : `sum of ${of} of each ${sayEvent(event, 'one')}`;
}

/** What one user counts as, within which time, and what is capped. */
export function sayCounted(metric: MetricInput): string {
  const { windowHours = 72, winsorise = 100, serverSideOnly = false, better } = metric;
  const capped = winsorise < 100 ? ` Capped at the ${winsorise}th percentile.` : '';
  const vouched = serverSideOnly ? ' Server-side events only.' : '';
  const direction = better === 'lower' ? ' Lower is better.' : '';
  return `${sayKind(metric)}, within ${sayHours(windowHours)} of first exposure.${vouched}${capped}${direction}`;
}

function sayKind({ kind, event, of, denominator }: MetricInput): string {
  return kinds[kind].sentence({
    event: sayEvent(event, 'one'),
    sum: (defaultProperty) => saySum(event, of ?? defaultProperty),
    denominator: denominator ? saySum(denominator.event, denominator.of) : '…',
  });
}
