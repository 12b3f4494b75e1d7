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
  purchase: 'made a purchase',
  pageview: 'viewed a page',
  'product-view': 'viewed a product',
  'add-to-cart': 'added to the cart',
  'keyword-search': 'searched',
  days: 'was active on',
};
export const signalsOfActivity: Readonly<Record<string, string>> = {
  view: 'viewed',
  wishlist: 'put on the wishlist',
  filter: 'filtered by',
  'add-to-cart': 'added to the cart',
  inform: 'stated a preference for',
  purchase: 'bought',
};

/** What an attribute's path asks of activity; undefined: it asks of something else. */
export function readActivity(path: string): Activity | undefined {
  const [head, of = '', ...rest] = parsePath(path);
  const days = daysOf(rest.at(-1));
  if (head !== 'activity' || days === undefined) return;
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

/** What was done with a campaign. */
export interface CampaignActivity {
  readonly did: 'exposure' | 'click';
  /** A selector; '': not chosen yet. */
  readonly campaign: string;
  readonly days: number;
}

/** What a path asks of a campaign; undefined: it asks of something else. */
export function readCampaignActivity(path: string): CampaignActivity | undefined {
  const [head, did, campaign, ...rest] = parsePath(path);
  const days = daysOf(rest[0]);
  if (head !== 'activity' || rest.length !== 1 || days === undefined) return;
  if (did !== 'exposure' && did !== 'click') return;
  return { did, campaign: campaign!, days };
}

export const pathOfCampaign = ({ did, campaign, days }: CampaignActivity) =>
  formatPath(['activity', did, campaign, `${days}d`]);

function daysOf(text: string | undefined): number | undefined {
  const days = Number(/^([1-9][0-9]*)d$/.exec(text ?? '')?.[1]);
  return Number.isSafeInteger(days) ? days : undefined;
}
