// What a value was made of, in words.

/** Of one event, and of more. */
const signals: Readonly<Record<string, readonly [string, string]>> = {
  view: ['view', 'views'],
  wishlist: ['on a wishlist', 'on a wishlist'],
  filter: ['filter', 'filters'],
  'add-to-cart': ['into the cart', 'into the cart'],
  inform: ['said so', 'said so'],
  purchase: ['purchase', 'purchases'],
  'remove-from-cart': ['out of the cart', 'out of the cart'],
  refund: ['refund', 'refunds'],
  dislike: ['said no', 'said no'],
};

/** "3 views, 1 purchase", in the order of a purchase. */
export function sayEvents(events: Readonly<Record<string, number>>): string {
  const known = Object.keys(signals);
  const said = Object.entries(events)
    .sort(([one], [other]) => known.indexOf(one) - known.indexOf(other))
    .map(([signal, count]) => `${count} ${nameOf(signal, count)}`);
  return said.length > 0 ? said.join(', ') : 'no events that are listed';
}

function nameOf(signal: string, count: number): string {
  const [one, more] = (Object.hasOwn(signals, signal) && signals[signal]) || [signal, signal];
  return count === 1 ? one : more;
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** "21 Nov 2026": profiles know days (UTC), not hours. */
export function sayDay(at: string | null): string {
  return at === null ? 'never' : day.format(new Date(at));
}

/** How sure it is, in words and as a figure. */
export function sayConfidence(confidence: number): string {
  const words = confidence < 0.34 ? 'low' : confidence < 0.67 ? 'fair' : 'high';
  return `${words}, ${Math.round(100 * confidence)} %`;
}

/** "boosted × 2". */
export function sayEdit({ action, amount }: { action: string; amount?: number }): string {
  if (action === 'mute') return 'muted';
  return action === 'set' ? `set to ${amount}` : `boosted × ${amount}`;
}
