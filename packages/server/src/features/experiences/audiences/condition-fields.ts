// What conditions can ask about on every site, and what of it depends on a site's settings.
import { activityKinds, type ConditionField, chooseProperties, formatPath } from '@attune/core';
import type { SiteSnapshot } from '../../../context.ts';

export interface BuiltInField extends ConditionField {
  readonly description: string;
  /** All that it can be, or some of it. */
  readonly values?: readonly (string | boolean | number)[];
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const deviceTypes = ['desktop', 'mobile', 'tablet', 'tv', 'bot'];
const pageTypes = ['HOMEPAGE', 'CATEGORY', 'PRODUCT', 'CART', 'OTHER'];
const yesOrNo = [true, false];

/** The attributes of `choose` that every site has, as docs/reference/conditions.md lists them. */
export const builtInFields: readonly BuiltInField[] = [
  text('user.id', 'The user'),
  flag('user.isNew', 'No id came with the request'),
  flag('user.isKnown', 'A person, not only a device'),
  flag('user.consent', 'As the request says; missing where it says nothing'),
  number('user.daysSinceFirstSeen', 'Whole days since the first event'),
  number('user.daysSinceLastSeen', 'Whole days since the last event'),
  list('user.lists', 'Ids of the list audiences that name the user'),
  { path: 'user.attributes.*', type: 'any', description: 'As the site has set it for the user' },
  text('session.id', 'The session'),
  oneOf('page.type', 'The kind of page', pageTypes),
  text('page.location', 'The address of the page'),
  text('page.path', 'The path of its address'),
  text('page.query.*', 'A parameter of its address'),
  list('page.data', 'What the page says of itself: skus, a category’s path'),
  text('page.referrer', 'The page before'),
  text('page.locale', 'The language of the page'),
  text('referrer', 'The page before'),
  oneOf('device.type', 'The kind of device', deviceTypes),
  text('device.browser', 'The browser, in lower case', ['chrome', 'safari', 'firefox']),
  text('device.os', 'The operating system, in lower case', ['windows', 'macos', 'ios', 'android']),
  text('geo.country', 'ISO 3166 code, as an edge in front says', ['DE', 'FR', 'US']),
  text('channel', 'As the request says', ['WEB', 'APP']),
  { path: 'pageAttributes.*', type: 'any', description: 'As the request says' },
  number('cart.value', 'What is in the cart is worth'),
  number('cart.quantity', 'Pieces in the cart'),
  number('cart.lines', 'Products in the cart'),
  list('cart.skus', 'Products in the cart'),
  text('time.date', 'Year-month-day in the site’s time zone'),
  number('time.hour', '0 to 23, in the site’s time zone'),
  number('time.minute', '0 to 59'),
  oneOf('time.weekday', 'In the site’s time zone', weekdays),
  list('recent.viewed', 'Products seen, the latest first'),
  list('recent.purchased', 'Products bought, the latest first'),
  number('recent.daysSincePurchase', 'Whole days since the last purchase'),
  number('activity.days.*', 'Days with any event, in the last 30d (1d to 366d)'),
];

/** What conditions of a site can ask about, to find names that do not exist. */
export function conditionFields({
  site,
  feeds,
}: Pick<SiteSnapshot, 'site' | 'feeds'>): ConditionField[] {
  const { properties, readsInformed } = chooseProperties(site.settings.affinity, feeds);
  // What is informed of a person may be of any property.
  const names = properties === undefined || readsInformed ? ['*'] : properties;
  const affinity = names.flatMap((name) => affinityFields(name));
  const kinds = activityKinds.map((kind) => numberAt(`activity.${kind}.*`));
  const counted = ['event.*', 'exposure.*', 'click.*', '*.*.*'];
  const events = counted.map((what) => numberAt(`activity.${what}.*`));
  return [...builtInFields, ...affinity, ...kinds, ...events];
}

function affinityFields(property: string): ConditionField[] {
  return [['affinity'], ['session', 'affinity'], ['session', 'blend']].flatMap((root) =>
    ['rank', 'score'].map((of) => numberAt(formatPath([...root, property, '*', of]))),
  );
}

function numberAt(path: string): ConditionField {
  return { path, type: 'number' };
}

/** One that is never anything else. */
function oneOf(path: string, description: string, only: readonly string[]): BuiltInField {
  return { path, type: 'string', description, values: only, only };
}

function text(path: string, description: string, values?: readonly string[]): BuiltInField {
  return { path, type: 'string', description, ...(values && { values }) };
}

function number(path: string, description: string): BuiltInField {
  return { path, type: 'number', description };
}

function flag(path: string, description: string): BuiltInField {
  return { path, type: 'boolean', description, values: yesOrNo };
}

function list(path: string, description: string): BuiltInField {
  return { path, type: 'list', description };
}
