// Every word that conditions can be said in, in the order in which they are offered.
import { formatPath } from '@attune/core';
import type { Field } from '../fields.ts';
import { countries } from './countries.ts';
import type { Choice, Word } from './word.ts';

const visitor = 'Visitor';
const source = 'Where they came from';
const page = 'Page';
const tastes = 'What they like';
const did = 'What they did';
const campaigns = 'Campaigns and audiences';
const cart = 'Cart';
const when = 'Time';

const at = (name: string, group: string, label: string, keywords: string) => ({
  ...{ name, group, label, keywords },
});
const choice = (path: string, is: string, isNot: string, rest: Partial<Choice> = {}): Choice => ({
  shape: 'choice',
  path,
  is,
  isNot,
  ...rest,
});
const amount = (path: string, subject: string, operator: string, value: number, unit = '') =>
  ({ shape: 'amount', path, subject, unit, begin: { operator, value } }) as const;
const counted = (path: string, operator = '$gte', value = 1) =>
  ({ shape: 'counted', begin: { path: `activity.${path}.30d`, operator, value } }) as const;
const ofValue = (signal: string, value = 3) =>
  ({
    shape: 'counted',
    begin: {
      path: formatPath(['activity', signal, 'categories', '', '30d']),
      operator: '$gte',
      value,
    },
  }) as const;

const devices = { mobile: 'a phone', tablet: 'a tablet', desktop: 'a computer', tv: 'a TV' };
const pageTypes = {
  ...{ HOMEPAGE: 'the home page', CATEGORY: 'a category page', PRODUCT: 'a product page' },
  ...{ CART: 'the cart page', OTHER: 'another page' },
};
const weekdays = {
  ...{ monday: 'Monday', tuesday: 'Tuesday', wednesday: 'Wednesday', thursday: 'Thursday' },
  ...{ friday: 'Friday', saturday: 'Saturday', sunday: 'Sunday' },
};

const stated: readonly Word[] = [
  {
    ...at('returning', visitor, 'Returning or new visitor', 'first time visit again loyal fresh'),
    ...{ shape: 'flag', path: 'user.isNew', yes: 'is a new visitor', no: 'is a returning visitor' },
  },
  {
    ...at(
      'known',
      visitor,
      'Known or anonymous visitor',
      'signed in logged in identified customer',
    ),
    ...{ shape: 'flag', path: 'user.isKnown' },
    ...{ yes: 'is a known person', no: 'is anonymous' },
  },
  {
    ...at('device', visitor, 'Device', 'phone mobile tablet computer desktop laptop tv smartphone'),
    ...choice('device.type', 'uses', 'does not use', { options: devices }),
  },
  {
    ...at('browser', visitor, 'Browser', 'chrome safari firefox edge'),
    ...choice('device.browser', 'uses the browser', 'does not use the browser'),
  },
  {
    ...at('os', visitor, 'Operating system', 'ios android windows macos iphone mac'),
    ...choice('device.os', 'uses the system', 'does not use the system'),
  },
  {
    ...at('channel', visitor, 'Website or app', 'channel mobile app web'),
    ...choice('channel', 'uses', 'does not use', {
      options: { WEB: 'the website', APP: 'the app' },
    }),
  },
  {
    ...at('country', visitor, 'Country', 'location geo where nation land'),
    ...choice('geo.country', 'is in', 'is not in', { options: countries() }),
  },
  {
    ...at('region', visitor, 'Region', 'location geo state province county'),
    ...choice('geo.region', 'is in the region', 'is not in the region'),
  },
  {
    ...at('city', visitor, 'City', 'location geo town'),
    ...choice('geo.city', 'is in the city', 'is not in the city'),
  },
  {
    ...at('language', visitor, 'Language', 'locale translation'),
    ...choice('page.locale', 'sees the page in', 'does not see the page in'),
  },
  {
    ...at('first-visit', visitor, 'First visit', 'days since first seen age old'),
    ...amount('user.daysSinceFirstSeen', 'first visited', '$gte', 30, 'days ago'),
  },
  {
    ...at('last-visit', visitor, 'Last visit', 'days since last seen inactive lapsed recent'),
    ...amount('user.daysSinceLastSeen', 'last visited', '$gte', 30, 'days ago'),
  },
  {
    ...at('consent', visitor, 'Consent', 'cookies tracking privacy gdpr'),
    ...{ shape: 'flag', path: 'user.consent' },
    ...{ yes: 'has given consent', no: 'has refused consent' },
  },
  {
    ...at(
      'likes',
      tastes,
      'Likes',
      'affinity taste prefers category brand colour favourite interest',
    ),
    ...{ shape: 'taste', root: ['affinity'], subject: 'likes', isNot: 'does not like' },
  },
  {
    ...at(
      'likes-now',
      tastes,
      'Likes in this visit',
      'affinity session taste now current interest',
    ),
    ...{ shape: 'taste', root: ['session', 'affinity'] },
    ...{ subject: 'likes in this visit', isNot: 'does not like in this visit' },
  },
  {
    ...at('viewed', did, 'Viewed products', 'looked seen browsed product category brand times'),
    ...ofValue('view'),
  },
  {
    ...at('bought', did, 'Bought products', 'purchased ordered spent product category times'),
    ...ofValue('purchase', 1),
  },
  {
    ...at('carted', did, 'Added products to the cart', 'basket bag'),
    ...ofValue('add-to-cart', 1),
  },
  {
    ...at('wished', did, 'Put products on the wishlist', 'saved favourites'),
    ...ofValue('wishlist', 1),
  },
  {
    ...at('purchases', did, 'Made purchases', 'bought ordered spent customer buyer orders'),
    ...counted('purchase'),
  },
  {
    ...at('last-purchase', did, 'Last purchase', 'bought ordered days since recently lapsed'),
    ...amount('recent.daysSincePurchase', 'last bought', '$lte', 30, 'days ago'),
  },
  {
    ...at('bought-item', did, 'Bought a certain product', 'purchased sku item order'),
    ...choice('recent.purchased', 'bought', 'did not buy', { isList: true }),
  },
  {
    ...at('viewed-item', did, 'Viewed a certain product', 'looked sku item'),
    ...choice('recent.viewed', 'viewed', 'did not view', { isList: true }),
  },
  {
    ...at('pageviews', did, 'Viewed pages', 'visits pageviews engaged'),
    ...counted('pageview', '$gte', 5),
  },
  {
    ...at('searches', did, 'Searched', 'search keyword looked for query'),
    ...counted('keyword-search'),
  },
  {
    ...at('active', did, 'Active days', 'visits frequency loyal engaged often'),
    ...counted('days', '$gte', 3),
  },
  {
    ...at('event', did, 'Sent an event', 'custom event signup did happened'),
    ...{
      shape: 'counted',
      begin: { path: formatPath(['activity', 'event', '', '30d']), operator: '$gte', value: 1 },
    },
  },
  {
    ...at('saw', campaigns, 'Saw a campaign', 'exposed shown seen experience banner viewed'),
    ...{ shape: 'campaign', did: 'exposure', begin: { operator: '$gte', value: 1 } },
  },
  {
    ...at(
      'cap',
      campaigns,
      'Saw a campaign at most n times',
      'frequency cap limit seen shown fatigue',
    ),
    ...{ shape: 'campaign', did: 'exposure', begin: { operator: '$lte', value: 3 } },
  },
  {
    ...at('clicked', campaigns, 'Clicked a campaign', 'click engaged experience banner'),
    ...{ shape: 'campaign', did: 'click', begin: { operator: '$gte', value: 1 } },
  },
  { ...at('audience', campaigns, 'Is in an audience', 'segment list group'), shape: 'audience' },
  {
    ...at(
      'referrer',
      source,
      'Came from a website',
      'referrer referer google facebook link source',
    ),
    ...{ shape: 'text', path: 'referrer', subject: 'came from an address that' },
  },
  ...(['source', 'medium', 'campaign'] as const).map(
    (name): Word => ({
      ...at(`utm-${name}`, source, `UTM ${name}`, 'utm newsletter ad advert traffic came from'),
      ...choice(
        `page.query.utm_${name}`,
        `came with the UTM ${name}`,
        `did not come with the UTM ${name}`,
      ),
    }),
  ),
  {
    ...at('query', source, 'Parameter of the address', 'query url parameter gclid came from link'),
    ...choice('page.query.*', 'is', 'is not', { of: 'the address parameter' }),
  },
  {
    ...at('page-type', page, 'Type of page', 'home category product cart where'),
    ...choice('page.type', 'is on', 'is not on', { options: pageTypes }),
  },
  {
    ...at('path', page, 'Path of the page', 'url address page section'),
    ...{ shape: 'text', path: 'page.path', subject: 'is on a page whose path' },
  },
  {
    ...at('location', page, 'Address of the page', 'url link page location'),
    ...{ shape: 'text', path: 'page.location', subject: 'is on a page whose address' },
  },
  {
    ...at('page-data', page, 'Product or category of the page', 'sku page data item'),
    ...choice('page.data', 'is on the page of', 'is not on the page of', { isList: true }),
  },
  {
    ...at('cart-value', cart, 'Cart value', 'basket worth money spend spent more than'),
    ...amount('cart.value', 'has a cart worth', '$gte', 50),
  },
  {
    ...at('cart-pieces', cart, 'Pieces in the cart', 'basket items number empty'),
    ...amount('cart.quantity', 'has in the cart', '$gte', 1, 'pieces'),
  },
  {
    ...at('cart-item', cart, 'Product in the cart', 'basket sku item'),
    ...choice('cart.skus', 'has in the cart', 'does not have in the cart', { isList: true }),
  },
  {
    ...at('weekday', when, 'Day of the week', 'weekend monday friday sunday time'),
    ...choice('time.weekday', 'visits on a', 'does not visit on a', { options: weekdays }),
  },
  {
    ...at('hour', when, 'Time of day', 'hour clock morning evening night'),
    ...amount('time.hour', 'visits when the hour is', '$gte', 18, 'o’clock'),
  },
  {
    ...at('date', when, 'Date', 'day calendar season after before'),
    ...{ shape: 'day', path: 'time.date', subject: 'visits' },
  },
];

const free: Word = {
  ...at('free', 'Other', 'Another attribute', 'custom advanced path json any'),
  shape: 'free',
};

/** The words of a site: those that every site has, and its own attributes. */
export function wordsOf(fields: readonly Field[]): readonly Word[] {
  const own = fields.flatMap((field) => ownWord(field) ?? []);
  return [...stated, ...own, free];
}

const owns: Readonly<Record<string, { readonly group: string; readonly says: string }>> = {
  page: { group: 'Attributes of your pages', says: 'has the page attribute' },
  attribute: { group: 'Attributes of your people', says: 'has the attribute' },
};

/** A word for an attribute that the site itself sends, by the kind of its values. */
function ownWord({ path, source: from, name, kind, isList }: Field): Word | undefined {
  const of = owns[from];
  if (of === undefined || path.includes('*')) return;
  const { group, says } = of;
  const named = at(path, group, name, `attribute custom ${path}`);
  if (kind === 'number') return { ...named, ...amount(path, `${says} ${name}`, '$gte', 1) };
  if (kind === 'boolean') {
    const [yes, no] = [`${says} ${name}: yes`, `${says} ${name}: no`];
    return { ...named, ...{ shape: 'flag', path, yes, no } };
  }
  if (kind === undefined) return;
  return {
    ...named,
    ...choice(path, `${says} ${name}:`, `${says} ${name} other than`, { isList }),
  };
}
