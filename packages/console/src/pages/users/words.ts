// What a value was made of, in words.

const signals: Readonly<Record<string, string>> = {
  view: 'views',
  wishlist: 'wishlist',
  filter: 'filters',
  'add-to-cart': 'into the cart',
  inform: 'said so',
  purchase: 'purchases',
  'remove-from-cart': 'out of the cart',
  refund: 'refunds',
};

/** "3 × views, 1 × purchases". */
export function sayEvents(events: Readonly<Record<string, number>>): string {
  const said = Object.entries(events).map(([signal, count]) => `${count} × ${nameOf(signal)}`);
  return said.length > 0 ? said.join(', ') : 'no events of his own';
}

function nameOf(signal: string): string {
  return (Object.hasOwn(signals, signal) && signals[signal]) || signal;
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** "21 Nov 2026": profiles know days (UTC), not hours. */
export function sayDay(at: string | null): string {
  return at === null ? 'never' : day.format(new Date(at));
}
