// What a person did lately, as rows ask for it and as the path of an attribute says it.
import { formatPath, parsePath } from '@attune/core';

/** How often something happened within some days; `of` says what. */
export interface Activity {
  /** A kind of event, `days`; `event` by its name; or what was done to a value of a property. */
  readonly of: string;
  /** Of `event`: the event's name. */
  readonly name?: string;
  /** Of what was done to a value of a property. */
  readonly property?: string;
  readonly value?: string;
  readonly days: number;
}

/** What can be counted, in words; the names of events and signals are those of the core. */
export const kindsOfActivity: Readonly<Record<string, string>> = {
  purchase: 'purchases',
  pageview: 'pages seen',
  'product-view': 'products viewed',
  'add-to-cart': 'times added to the cart',
  'keyword-search': 'searches',
  days: 'days active',
};
export const signalsOfActivity: Readonly<Record<string, string>> = {
  view: 'viewed',
  wishlist: 'put on the wishlist',
  filter: 'filtered by',
  'add-to-cart': 'added to the cart',
  inform: 'stated a preference',
  purchase: 'bought',
};

/** What an attribute's path asks of activity; undefined: it asks of something else. */
export function readActivity(path: string): Activity | undefined {
  const [head, of = '', ...rest] = parsePath(path);
  if (head !== 'activity') return;
  const days = Number(/^([1-9][0-9]*)d$/.exec(rest.at(-1) ?? '')?.[1]);
  if (!Number.isSafeInteger(days)) return;
  const [first, second] = rest;
  if (rest.length === 1) return { of, days };
  if (rest.length === 2 && of === 'event') return { of, name: first!, days };
  if (rest.length === 3) return { of, property: first!, value: second!, days };
  return;
}

/** The path that asks it. */
export function pathOfActivity({ of, name, property, value, days }: Activity): string {
  const what = [name, property, value].filter((one) => one !== undefined);
  return formatPath(['activity', of, ...what, `${days}d`]);
}
