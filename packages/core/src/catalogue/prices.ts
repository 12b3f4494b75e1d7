// A catalogue as it is at a moment: with reduced prices while they hold, the regular ones beside.
import type { Json } from '../feeds/json.ts';
import { type PriceThen, priceAt } from '../feeds/sale-price.ts';
import type { Catalogue, Column } from './catalogue.ts';
import { isLocalised, localeKey, partsOf } from './memory/localised.ts';

/** What was read of a catalogue's prices is right from `since` on, until one of them changes. */
interface Moment {
  now: number;
  since: number;
  until: number;
}

interface Kept {
  readonly view: Catalogue;
  readonly moment: Moment;
}

/** Null: none of its items is ever reduced. */
const kept = new WeakMap<Catalogue, Kept | null>();

/**
 * The catalogue with the prices of a moment (ms since the epoch): `price` is the reduced one while
 * that holds, and `regular_price` the one before it. The same object until a price that was read
 * from it changes, so that what is kept of a catalogue stays right as long as it is kept.
 */
export function catalogueAt(catalogue: Catalogue, now: number): Catalogue {
  const known = kept.get(catalogue);
  if (known === null) return catalogue;
  if (known && now >= known.moment.since && now < known.moment.until) {
    known.moment.now = now;
    return known.view;
  }
  if (!catalogue.columns.some((name) => plainOf(name) === 'sale_price')) {
    kept.set(catalogue, null);
    return catalogue;
  }
  const moment = { now, since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };
  const view = viewAt(catalogue, moment);
  kept.set(catalogue, { view, moment });
  return view;
}

const plainOf = (name: string) => (isLocalised(name) ? partsOf(name).plain : name);

function viewAt(catalogue: Catalogue, moment: Moment): Catalogue {
  const prices = pricesOf(catalogue, moment);
  const columns = new Map<string, Column>();
  const column: Catalogue['column'] = (name, locale) => {
    if (name !== 'price' && name !== 'regular_price') return catalogue.column(name, locale);
    const key = `${locale === undefined ? '' : localeKey(locale)}:${name}`;
    const known = columns.get(key);
    if (known) return known;
    const made = priceColumn(name, catalogue.column(name, locale), prices(locale));
    columns.set(key, made);
    return made;
  };
  const others = fieldsBeside(catalogue);
  return {
    ...catalogue,
    columns: [...new Set([...catalogue.columns, 'regular_price'])],
    column,
    itemText(row, fields, locale) {
      const isPriced = !fields || fields.includes('price');
      const then = isPriced || fields.includes('regular_price') ? prices(locale)(row) : undefined;
      if (then?.regular === undefined) return catalogue.itemText(row, fields, locale);
      const text = catalogue.itemText(row, others(fields), locale);
      const price = isPriced ? `"price":${then.price},` : '';
      return `${text.slice(0, -1)}${text === '{}' ? '' : ','}${price}"regular_price":${then.regular}}`;
    },
  };
}

/** The price of a row at the moment, in a locale. */
type PriceOf = (row: number) => PriceThen;

function pricesOf(catalogue: Catalogue, moment: Moment): (locale?: string) => PriceOf {
  const known = new Map<string | undefined, PriceOf>();
  const make = (locale: string | undefined): PriceOf => {
    const plain = priceAmong(catalogue, (name) => catalogue.column(name), locale);
    if (locale === undefined) return (row) => plain(row, moment);
    const own = localisedIn(catalogue, locale);
    const price = own('price');
    if (!price) return (row) => plain(row, moment);
    // A price of a locale may be in another currency than the plain reduced one.
    const ofLocale = priceAmong(catalogue, own, locale);
    return (row) => (price.value(row) === undefined ? plain : ofLocale)(row, moment);
  };
  return (locale) => {
    const found = known.get(locale) ?? make(locale);
    if (known.size < localesMost) known.set(locale, found);
    return found;
  };
}

const localesMost = 100;

function priceAmong(
  catalogue: Catalogue,
  columnOf: (name: string) => Column | undefined,
  locale: string | undefined,
): (row: number, moment: Moment) => PriceThen {
  const [price, reduced] = [columnOf('price'), columnOf('sale_price')];
  const dates = catalogue.column('sale_price_effective_date', locale);
  return (row, moment) => {
    const regular = price?.number(row) ?? Number.NaN;
    const amount = reduced?.number(row) ?? Number.NaN;
    const isReduced = amount > 0 && amount < regular;
    const then = priceAt(regular, amount, isReduced ? dates?.value(row) : undefined, moment.now);
    if (then.since > moment.since) moment.since = then.since;
    if (then.until < moment.until) moment.until = then.until;
    return then;
  };
}

function localisedIn(catalogue: Catalogue, locale: string) {
  const key = localeKey(locale);
  return (name: string) => {
    const own = catalogue.columns.find((column) => {
      if (!isLocalised(column)) return false;
      const parts = partsOf(column);
      return parts.locale === key && parts.plain === name;
    });
    return own === undefined ? undefined : catalogue.column(own);
  };
}

/** A column of numbers, as some are known only now. */
function priceColumn(
  name: 'price' | 'regular_price',
  base: Column | undefined,
  priceOf: PriceOf,
): Column {
  /** Undefined: as the feed has it. */
  const numberNow = (row: number) => {
    const { price, regular } = priceOf(row);
    return regular === undefined ? undefined : name === 'price' ? price : regular;
  };
  const value = (row: number): Json | undefined => numberNow(row) ?? base?.value(row);
  const matcher: Column['matcher'] = (wanted) => {
    const ofBase = base?.matcher(wanted);
    return (row) => {
      const now = numberNow(row);
      return now === undefined ? (ofBase?.(row) ?? false) : now === wanted;
    };
  };
  return {
    name,
    value,
    number: (row) => numberNow(row) ?? base?.number(row) ?? Number.NaN,
    texts: (row) => base?.texts(row) ?? [],
    has: (row, wanted) => matcher(wanted)(row),
    matcher,
    // Of numbers it is always no.
    mayContain: (text) => base?.mayContain(text) ?? (() => false),
    countWith: () => null,
    rowsWith: () => null,
  };
}

/** The fields of an item's text save the two that are of the moment; the same array each time. */
function fieldsBeside(catalogue: Catalogue) {
  const known = new WeakMap<object, readonly string[]>();
  const all: readonly string[] = [...new Set(catalogue.columns.map(plainOf))];
  return (fields: readonly string[] = all): readonly string[] => {
    const found =
      known.get(fields) ?? fields.filter((name) => name !== 'price' && name !== 'regular_price');
    known.set(fields, found);
    return found;
  };
}
