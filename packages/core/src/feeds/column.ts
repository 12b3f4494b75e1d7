// What each known column of a feed holds, which of them a vertical requires, and localised names.
import { isHeld } from '../json/index.ts';
import { identifierForm } from '../text/identifier-form.ts';
import { parseInstant } from '../text/instant.ts';
import { type Json, shown, textFault, valueFault } from './json.ts';
import { readPeriod } from './values/period.ts';

/** What one cell gave: a value, a fault to be read after the column's name, or nothing. */
export interface Cell {
  readonly value?: Json;
  readonly fault?: string;
  /** What the sender should know of how a value was read. */
  readonly note?: string;
}

export type ReadCell = (value: unknown) => Cell;

const TEXT_MAX = 1_000;
const DESCRIPTION_MAX = 5_000;
const COLUMN_NAME_MAX = 100;
const SKU_MAX = 250;
const LOCALISED = 'lng:';
const LOCALE = /^[a-z]{2,3}([_-][a-z]{4})?([_-]([a-z]{2}|[0-9]{3}))?$/i;

/** What a column holds, and how many characters each text of it may have. */
interface ColumnKind {
  readonly type: 'sku' | 'text' | 'price' | 'flag' | 'list' | 'time' | 'period' | 'any';
  readonly limit: number;
}

const texts = ['group_id', 'name', 'url', 'image_url', 'brand'] as const;
const kinds = new Map<string, ColumnKind>([
  ['sku', { type: 'sku', limit: SKU_MAX }],
  ...texts.map((column): [string, ColumnKind] => [column, { type: 'text', limit: TEXT_MAX }]),
  ['description', { type: 'text', limit: DESCRIPTION_MAX }],
  ['price', { type: 'price', limit: 0 }],
  ['sale_price', { type: 'price', limit: 0 }],
  ['sale_price_effective_date', { type: 'period', limit: 0 }],
  ['in_stock', { type: 'flag', limit: 0 }],
  ['categories', { type: 'list', limit: TEXT_MAX }],
  ['keywords', { type: 'list', limit: TEXT_MAX }],
  ['publish_time', { type: 'time', limit: 0 }],
]);
const anything: ColumnKind = { type: 'any', limit: TEXT_MAX };

/** The columns that are read as more than any JSON. */
export const knownColumns: ReadonlySet<string> = new Set(kinds.keys());

const shopColumns = 'sku group_id name url price in_stock image_url categories'.split(' ');

/** The columns that every item must fill; only a shop's items need more than a sku. */
export function requiredColumns(vertical: string): readonly string[] {
  return vertical === 'E-commerce' ? shopColumns : ['sku'];
}

/**
 * How the cells of a column are read, known or not, localised (`lng:en_US:name`) or not.
 * Known columns convert the unambiguous texts that clients with a CSV past send ("21.95", "TRUE",
 * "a|b"), and take null and blank text as absent. Unknown columns keep any JSON as it is.
 */
export function columnReader(column: string): ReadCell {
  const kind = kindOrFault(column);
  return typeof kind === 'string' ? () => ({ fault: kind }) : cellReader(kind);
}

/** The locale and the column that a localised column's name says; undefined for any other. */
export function localisedName(name: string): { locale: string; column: string } | undefined {
  if (!name.startsWith(LOCALISED)) return undefined;
  const end = name.indexOf(':', LOCALISED.length);
  if (end === -1) return undefined;
  return { locale: name.slice(LOCALISED.length, end), column: name.slice(end + 1) };
}

function kindOrFault(column: string): ColumnKind | string {
  if (column === '') return 'names no column';
  const nameFault = textFault(column, COLUMN_NAME_MAX);
  if (nameFault) return `has a name that ${nameFault}`;
  if (!column.startsWith(LOCALISED)) return kinds.get(column) ?? anything;
  const [locale = '', ...rest] = column.slice(LOCALISED.length).split(':');
  const base = rest.join(':');
  if (!LOCALE.test(locale)) return 'must name a locale such as en_US: lng:en_US:name';
  if (base === '' || base.startsWith(LOCALISED)) return 'localises no column';
  if (base === 'sku' || base === 'group_id') return `cannot localise ${base}`;
  return kinds.get(base) ?? anything;
}

function cellReader({ type, limit }: ColumnKind): ReadCell {
  switch (type) {
    case 'sku':
      return unlessAbsent(readSku);
    case 'text':
      return unlessAbsent((value) => readText(value, limit));
    case 'price':
      return unlessAbsent(readPrice);
    case 'flag':
      return unlessAbsent(readFlag);
    case 'list':
      return unlessAbsent(readList);
    case 'time':
      return unlessAbsent(readTime);
    case 'period':
      return unlessAbsent(readDates);
    case 'any':
      return readAny;
  }
}

const unlessAbsent =
  (read: ReadCell): ReadCell =>
  (value) =>
    isAbsent(value) ? {} : read(value);

/** Reads a sku, in the form of identifiers. */
export function readSku(value: unknown): Cell {
  if (typeof value !== 'string') return { fault: `must be a string, not ${shown(value)}` };
  const sku = identifierForm(value);
  if (sku === '') return { fault: 'is blank' };
  const fault = textFault(sku, SKU_MAX);
  return fault ? { fault } : { value: sku };
}

/**
 * The moment that a `publish_time` names, in ms since the epoch; undefined when it names none.
 * RFC 3339 date-times and epoch times, as numbers or digits; below 100,000,000,000 they are seconds
 * (that is the year 5138, or in ms early 1973).
 */
export function publishTime(value: unknown): number | undefined {
  const epoch =
    typeof value === 'string' && /^\d{1,15}(\.\d{1,9})?$/.test(value) ? Number(value) : value;
  if (typeof epoch === 'number') {
    const time = epoch < 1e11 ? epoch * 1_000 : epoch;
    return time >= 0 && time < 253_402_300_800_000 ? Math.trunc(time) : undefined;
  }
  return typeof epoch === 'string' ? parseInstant(epoch) : undefined;
}

function readAny(value: unknown): Cell {
  const fault = valueFault(value, TEXT_MAX);
  return fault ? { fault } : { value: value as Json };
}

function isAbsent(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

function readText(value: unknown, limit: number): Cell {
  if (typeof value !== 'string') return { fault: `must be a string, not ${shown(value)}` };
  const fault = textFault(value, limit);
  return fault ? { fault } : { value };
}

function readPrice(value: unknown): Cell {
  const text = typeof value === 'string' ? value.trim() : '';
  const price = /^\d+(\.\d+)?$/.test(text) && isHeld(text) ? Number(text) : value;
  if (typeof price === 'number' && price >= 0 && price < Number.POSITIVE_INFINITY) {
    return { value: price === 0 ? 0 : price };
  }
  return { fault: `must be a number that is not negative, such as 21.95, not ${shown(value)}` };
}

function readFlag(value: unknown): Cell {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (word === true || word === 'true') return { value: true };
  if (word === false || word === 'false') return { value: false };
  return { fault: `must be true or false, not ${shown(value)}` };
}

function readList(value: unknown): Cell {
  const elements: unknown = typeof value === 'string' ? value.split('|') : value;
  if (!Array.isArray(elements)) {
    return { fault: `must be an array of strings, or "a|b", not ${shown(value)}` };
  }
  const texts: string[] = [];
  for (const element of Array.from(elements)) {
    if (typeof element !== 'string') return { fault: `must hold strings, not ${shown(element)}` };
    const text = element.trim();
    const fault = textFault(text, TEXT_MAX);
    if (fault) return { fault: `has an element that ${fault}` };
    if (text !== '') texts.push(text);
  }
  return { value: texts };
}

function readTime(value: unknown): Cell {
  if (publishTime(value) !== undefined) return { value: value as string | number };
  const forms = 'an RFC 3339 time such as 2026-11-21T08:00:00Z, or epoch seconds or milliseconds';
  return { fault: `must be ${forms}, not ${shown(value)}` };
}

function readDates(value: unknown): Cell {
  const text = typeof value === 'string' ? value.trim() : '';
  if (readPeriod(text)) return { value: text };
  const form = 'two times such as 2026-11-20T09:00+01:00/2026-11-30, the first before the second';
  return { fault: `must be ${form}, not ${shown(value)}` };
}
