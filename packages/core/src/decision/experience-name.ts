// What an experience is called that was given no name: its targeting, in a few words.
import { parsePath } from '../conditions/index.ts';
import type { ExplanationNames } from './labels.ts';

/** An experience as people write it: its name is optional. */
interface Unnamed {
  readonly name?: string | undefined;
  readonly targeting?: unknown;
}

/** `kind` is what is described: the visitors themselves, where they are, or what they do. */
interface Said {
  readonly kind: 'head' | 'place' | 'deed';
  readonly text: string;
}
/** Undefined: a condition that has no words here. */
type Part = Said | undefined;

const mostNamed = 3;
const longest = 200;
const noNames: ExplanationNames = { audiences: new Map() };

/** "Returning visitors on phones", unless the experience has a name of its own. Never throws. */
export function experienceName({ name, targeting }: Unnamed, names = noNames): string {
  if (name !== undefined) return name;
  const parts = partsOf(targeting ?? {}, names);
  if (parts.length === 0) return 'Everyone';
  const of = (kind: Said['kind']) =>
    parts.flatMap((part) => (part?.kind === kind ? [part.text] : []));
  const heads = [...new Set([...of('head'), 'visitors'])].join(' ');
  const described = [...of('place'), ...of('deed')];
  const places = of('place').slice(0, mostNamed);
  const deeds = of('deed').slice(0, mostNamed - places.length);
  const left = parts.filter((part) => part === undefined).length;
  const others = left + described.length - places.length - deeds.length;
  const isNothingSaid = others === parts.length;
  const more = `${others}${isNothingSaid ? '' : ' more'} condition${others === 1 ? '' : 's'}`;
  const clauses = [...deeds, ...(others > 0 ? [`meet ${more}`] : [])];
  const who = clauses.length > 0 ? [`who ${clauses.join(' and ')}`] : [];
  const text = [heads, ...places, ...who].join(' ');
  return cut(text.charAt(0).toUpperCase() + text.slice(1));
}

/** A definition in which every experience has a name. */
export function withExperienceNames<D extends { readonly experiences: readonly Unnamed[] }>(
  definition: D,
  names?: ExplanationNames,
): D & { experiences: (D['experiences'][number] & { name: string })[] } {
  const experiences = definition.experiences.map((one) => ({
    ...one,
    name: experienceName(one, names),
  }));
  return { ...definition, experiences };
}

/** What test users name an experience by: its name, or its place. */
export const referenceTo = (experience: Unnamed | undefined, at: number): string =>
  experience?.name ?? `Experience ${at + 1}`;

const cut = (text: string) =>
  text.length > longest ? `${[...text].slice(0, longest / 2).join('')}…` : text;

function partsOf(condition: unknown, names: ExplanationNames): readonly Part[] {
  if (!isRecord(condition)) return [undefined];
  return Object.entries(condition).flatMap(([name, operand]): readonly Part[] => {
    if (name === '$and' && Array.isArray(operand)) {
      return operand.flatMap((one) => partsOf(one, names));
    }
    if (name === '$or' && Array.isArray(operand)) return [eitherOf(operand, names)];
    if (name === '$audience') return [inAudience(operand, names, 'in')];
    if (name === '$not' && isRecord(operand) && Object.keys(operand).join() === '$audience') {
      return [inAudience(operand['$audience'], names, 'outside')];
    }
    if (name.startsWith('$')) return [undefined];
    if (!isRecord(operand)) return [attribute(name, '$eq', operand)];
    return Object.entries(operand).map(([operator, value]) => attribute(name, operator, value));
  });
}

/** Alternatives that each say one thing of the same kind: "on phones or on tablets". */
function eitherOf(alternatives: readonly unknown[], names: ExplanationNames): Part {
  const parts = alternatives.map((one) => partsOf(one, names));
  const said = parts.flatMap((some) => (some.length === 1 && some[0] ? [some[0]] : []));
  const [first] = said;
  const isAlike = said.every(({ kind }) => kind === first?.kind && kind !== 'head');
  if (!first || !isAlike || said.length < parts.length || said.length > mostNamed) return;
  return { kind: first.kind, text: said.map(({ text }) => text).join(' or ') };
}

function inAudience(id: unknown, { audiences }: ExplanationNames, where: string): Part {
  const name = audiences.get(id as number) ?? String(id);
  return { kind: 'place', text: `${where} the audience ${name}` };
}

const place = (text: string): Said => ({ kind: 'place', text });
const deed = (text: string): Said => ({ kind: 'deed', text });

/** What visitors are, by attributes that are true or false. */
const heads: Readonly<Record<string, readonly [yes: string, no: string]>> = {
  'user.isNew': ['new', 'returning'],
  'user.isKnown': ['known', 'anonymous'],
};

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
const isCountry = (code: string) => /^[A-Z]{2}$/.test(code);

/** Where visitors are, by attributes with a value: the word before it, and how it is said. */
const places: Readonly<Record<string, readonly [before: string, say?: (value: string) => string]>> =
  {
    'device.type': ['on', wordIn({ mobile: 'phones', tablet: 'tablets', desktop: 'computers' })],
    'device.browser': ['on'],
    'device.os': ['on'],
    channel: ['on', wordIn({ WEB: 'the website', APP: 'the app' })],
    'geo.country': ['in', (code) => (isCountry(code) ? (regions.of(code) ?? code) : code)],
    'geo.region': ['in'],
    'geo.city': ['in'],
    'page.type': [
      'on',
      wordIn({
        HOMEPAGE: 'the home page',
        CATEGORY: 'category pages',
        PRODUCT: 'product pages',
        CART: 'the cart page',
        OTHER: 'other pages',
      }),
    ],
    'page.locale': ['on pages in'],
    'page.query.utm_source': ['from'],
    'page.query.utm_medium': ['from'],
    'page.query.utm_campaign': ['from the campaign'],
    'time.weekday': ['on', (day) => `${day.charAt(0).toUpperCase()}${day.slice(1)}s`],
    'cart.skus': ['with', (sku) => `${sku} in the cart`],
  };

const amounts: Readonly<Record<string, (amount: string) => Said>> = {
  'cart.value': (amount) => place(`with a cart worth ${amount}`),
  'cart.quantity': (amount) => place(`with ${amount} pieces in the cart`),
  'user.daysSinceFirstSeen': (days) => deed(`first came ${days} days ago`),
  'user.daysSinceLastSeen': (days) => deed(`last came ${days} days ago`),
  'recent.daysSincePurchase': (days) => deed(`last bought ${days} days ago`),
};

const deeds: Readonly<Record<string, readonly [is: string, isNot: string]>> = {
  'recent.purchased': ['bought', 'did not buy'],
  'recent.viewed': ['viewed', 'did not view'],
};

const comparisons: Readonly<Record<string, string>> = {
  $eq: '',
  $gte: 'at least ',
  $gt: 'more than ',
  $lte: 'at most ',
  $lt: 'less than ',
};

function wordIn(words: Readonly<Record<string, string>>) {
  return (value: string) => words[value] ?? value;
}

function attribute(path: string, operator: string, value: unknown): Part {
  const head = Object.hasOwn(heads, path) ? heads[path] : undefined;
  if (head) {
    const isPlain = operator === '$eq' && typeof value === 'boolean';
    return isPlain ? { kind: 'head', text: value ? head[0] : head[1] } : undefined;
  }
  if (Object.hasOwn(amounts, path)) {
    const compared = comparisons[operator];
    const isSaid = compared !== undefined && typeof value === 'number';
    return isSaid ? amounts[path]?.(`${compared}${value}`) : undefined;
  }
  const names = parsePath(path);
  if (names.includes('affinity') && names.at(-1) === 'rank') return liked(names, operator, value);
  if (names[0] === 'activity') return done(names, operator, value);
  const isNot = operator === '$ne' || operator === '$nin';
  const values = valuesOf(operator, value);
  if (values === undefined) return;
  if (Object.hasOwn(deeds, path)) return deed(`${deeds[path]?.[isNot ? 1 : 0]} ${anyOf(values)}`);
  const [before, say] = (Object.hasOwn(places, path) ? places[path] : undefined) ?? [];
  if (before)
    return place(
      `${isNot ? 'not ' : ''}${before} ${anyOf(values.map((one) => say?.(one) ?? one))}`,
    );
  // An attribute of the site's own.
  return place(`${isNot ? 'without' : 'with'} ${names.at(-1)} ${anyOf(values)}`);
}

function valuesOf(operator: string, value: unknown): readonly string[] | undefined {
  if (!['$eq', '$ne', '$in', '$nin', '$all'].includes(operator)) return;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isSaid = values.length > 0 && values.every((one) => /string|number/.test(typeof one));
  return isSaid ? values.map(String) : undefined;
}

function anyOf(values: readonly string[]): string {
  const named = values.slice(0, values.length > mostNamed ? 2 : mostNamed);
  const left = values.length - named.length;
  const said = left > 0 ? [...named, `${left} others`] : named;
  return [said.slice(0, -1).join(', '), said.at(-1)].filter(Boolean).join(' or ');
}

/** `affinity.categories.Shoes.rank`, at most or more than a number. */
function liked(names: readonly string[], operator: string, rank: unknown): Part {
  const value = names.at(-2);
  if (typeof rank !== 'number' || value === undefined) return;
  if (operator === '$lte' || operator === '$lt') return deed(`like ${value}`);
  return operator === '$gt' || operator === '$gte' ? deed(`do not like ${value}`) : undefined;
}

const did: Readonly<Record<string, string>> = {
  view: 'viewed',
  purchase: 'bought',
  wishlist: 'wished for',
  filter: 'filtered by',
  exposure: 'saw',
  click: 'clicked',
  event: 'sent',
};

/** `activity.view.categories.Running.30d`: what was done, to what, and how often. */
function done(names: readonly string[], operator: string, times: unknown): Part {
  const [, of = '', ...rest] = names;
  const verb = Object.hasOwn(did, of) ? did[of] : undefined;
  const what = rest.length > 1 ? rest.at(-2) : of === 'purchase' ? '' : undefined;
  const compared = comparisons[operator];
  if (!verb || what === undefined || compared === undefined || typeof times !== 'number') return;
  const subject = `${verb} ${what}`.trim();
  if (operator === '$gte' && times === 1) return deed(subject);
  if (operator === '$gte') return deed(`${subject} ${times} times`);
  return deed(`${subject} ${compared}${times === 1 ? 'once' : `${times} times`}`);
}

function isRecord(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
