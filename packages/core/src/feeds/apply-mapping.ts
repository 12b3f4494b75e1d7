// How a checked mapping turns a source row into a row of a feed, still to be read as an item.
import { isRawNumber, parseExact } from '../json/index.ts';
import { type Cell, requiredColumns } from './column.ts';
import { convert } from './convert.ts';
import { isArray, isJsonObject, type Json, setMember, shown } from './json.ts';
import type { Mapping } from './mapping.ts';
import { type Path, valueAt } from './mapping-path.ts';
import type { Pair } from './mapping-rows.ts';
import type { Cleaning, ColumnRule } from './mapping-rule.ts';
import { type Note, withoutValue } from './note.ts';
import { currencyOfPrice } from './price-currency.ts';
import type { RefusedValue } from './refused-values.ts';
import { holds } from './row-condition.ts';
import { scalarText } from './scalar.ts';
import { fillTemplate } from './template.ts';
import { decodeEntities, stripTags } from './values/markup.ts';
import { orderableWord } from './values/stock.ts';

export type MappedRow =
  | {
      readonly ok: true;
      readonly row: Readonly<Record<string, unknown>>;
      /** What the row's price is in, where the source says it. */
      readonly currency?: string;
      readonly notes?: readonly Note[];
      readonly refused?: readonly RefusedValue[];
    }
  | {
      readonly ok: false;
      readonly message: string;
      readonly sku?: string;
      readonly refused?: readonly RefusedValue[];
    };

/**
 * Maps one source row; columns whose paths lead nowhere, and that have no default, are left out.
 * Never throws: every fault of the row is in `message`, joined by '; ', and the sku beside it where
 * it was found, since the item of a refused row counts as present.
 */
export function applyMapping(mapping: Mapping, source: unknown): MappedRow {
  if (!isJsonObject(source)) {
    return { ok: false, message: `a row must be an object, not ${shown(source)}` };
  }
  const row: Record<string, unknown> = {};
  const faults: string[] = [];
  const notes: Note[] = [];
  const values: RefusedValue[] = [];
  for (const rule of mapping.columns) {
    const { value, fault, note, refused } = readRule(rule, source, mapping);
    if (refused !== undefined) values.push({ column: rule.column, value: refused });
    if (note !== undefined) notes.push(noteOf(rule, note, source));
    if (fault !== undefined && rule.isOptional) notes.push(asideOf(rule, fault, source));
    else if (fault !== undefined) faults.push(`${rule.column} ${fault}`);
    else if (value !== undefined) setMember(row, rule.column, value);
  }
  keepAvailability(mapping, source, row);
  const currency = currencyOf(mapping, row, source);
  const { currency: wanted = 'any' } = mapping;
  if (wanted !== 'any' && currency !== undefined && currency !== wanted) {
    faults.push(`the price is in ${shown(currency)}, and this feed's prices are in ${wanted}`);
  }
  const refused = values.length > 0 && { refused: values };
  if (faults.length > 0) return { ...rejected(faults, row['sku']), ...refused };
  for (const pair of mapping.pairs) addPair(pair, source, row);
  if (mapping.keepOthers) keepOthers(mapping, source, row);
  return {
    ...{ ok: true, row },
    ...(currency !== undefined && { currency }),
    ...(notes.length > 0 && { notes }),
    ...refused,
  };
}

const noteOf = (rule: ColumnRule, message: string, source: unknown): Note => ({
  ...{ column: rule.column, message },
  example: shown(firstFound(rule, source)),
});

/** Without its value: the same fault of many rows is one note. */
const asideOf = (rule: ColumnRule, fault: string, source: unknown): Note =>
  noteOf(rule, `${withoutValue(fault)}, and is set aside`, source);

/** Of what can be ordered, how: the feed says whether that counts as in stock. */
function keepAvailability(
  { stock }: Mapping,
  source: Readonly<Record<string, unknown>>,
  row: Record<string, unknown>,
): void {
  if (!stock) return;
  const found = firstFound(stock, source);
  const word = orderableWord(found);
  // A word that the mapping translates is what the mapping says.
  if (word === undefined || stock.values?.has(scalarText(found) ?? '')) return;
  row['availability'] = word;
}

/** A mapping may read the amount of a price and leave out the currency that stands with it. */
function currencyOf(
  { price }: Mapping,
  row: Readonly<Record<string, unknown>>,
  source: Readonly<Record<string, unknown>>,
): string | undefined {
  const reported = row['currency'] ?? source['currency'];
  if (typeof reported === 'string') return reported;
  return price && currencyOfPrice(firstFound(price, source));
}

function rejected(faults: readonly string[], sku: unknown): MappedRow {
  const message = faults.join('; ');
  return typeof sku === 'string' ? { ok: false, message, sku } : { ok: false, message };
}

/** A cell, and the text that a table of values would have to name for it to be read. */
interface RuleCell extends Cell {
  readonly refused?: string;
}

/** What a rule makes of a row. */
export function readRule(
  rule: ColumnRule,
  source: unknown,
  mapping: Pick<Mapping, 'decimalComma' | 'base'>,
): RuleCell {
  const met = rule.cases.find(({ when }) => holds(when, source));
  if (met) return { value: met.is };
  const found = firstFound(rule, source);
  if (found === undefined) return rule.fallback === undefined ? {} : { value: rule.fallback };
  const parts = partsOf(rule, found);
  if (parts.fault !== undefined) return parts;
  if (isBlank(parts.value)) return rule.fallback === undefined ? {} : { value: rule.fallback };
  const cleaned = rule.text.length > 0 ? clean(parts.value!, rule.text) : parts.value!;
  const replaced = rule.values ? replace(cleaned, rule.values, rule.as) : { value: cleaned };
  if (replaced.fault !== undefined || rule.as === undefined) return replaced;
  const { decimalComma, base } = mapping;
  const cell = convert(replaced.value, rule.as, { separator: rule.separator, decimalComma, base });
  const { value } = cell;
  if (cell.fault !== undefined) return { ...cell, ...refusedOf(replaced.value) };
  if (rule.without.size === 0 || value === undefined || !isArray(value)) return cell;
  return { ...cell, value: value.filter((one) => !rule.without.has(String(one))) };
}

/** Texts that are too long to be a word are no row of a table. */
const wordMax = 100;

function refusedOf(value: unknown): { readonly refused?: string } {
  const text = scalarText(value);
  return text === undefined || text.length > wordMax ? {} : { refused: text };
}

/** The value that a rule begins with: the first that is filled. */
export function firstFound(rule: ColumnRule, source: unknown): Json | undefined {
  for (const path of rule.from) {
    const value = valueAt(source, path);
    if (!isBlank(value)) return value as Json;
  }
  for (const template of rule.templates) {
    const text = fillTemplate(template, source);
    if (text !== undefined) return text;
  }
  return undefined;
}

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** A cell's JSON, its parts, and the one of them that counts. */
function partsOf({ json, split, at }: ColumnRule, found: Json): Cell {
  let value: Json | undefined = found;
  if (json && typeof found === 'string') {
    try {
      value = parseExact(found) as Json;
    } catch {
      return { fault: `must be JSON, not ${shown(found)}` };
    }
  }
  if (split !== undefined) {
    const texts: readonly Json[] = isArray(value) ? value : [value];
    value = texts.flatMap((text): Json[] =>
      typeof text === 'string' ? partsAt(split, text) : [text],
    );
  }
  if (at !== undefined && isArray(value)) value = value.at(at);
  return value === undefined ? {} : { value };
}

/** A separator behind a backslash is one of the text: `Salt\, pepper`. */
function partsAt(split: string, text: string): string[] {
  const escaped = `\\${split}`;
  if (!text.includes(escaped)) return text.split(split).map((part) => part.trim());
  // U+0000 is in no text of a feed.
  const held = text.replaceAll('\0', '').replaceAll(escaped, '\0');
  return held.split(split).map((part) => part.replaceAll('\0', split).trim());
}

function clean(value: Json, how: readonly Cleaning[]): Json {
  if (isArray(value)) return value.map((one) => clean(one, how));
  if (typeof value !== 'string') return value;
  return how.reduce((text, one) => cleaners[one](text), value);
}

const cleaners: Readonly<Record<Cleaning, (text: string) => string>> = {
  trim: (text) => text.trim(),
  lower: (text) => text.toLowerCase(),
  strip: stripTags,
  decode: decodeEntities,
};

/** What the table does not have is left to the conversion, where there is one. */
function replace(
  value: Json,
  values: ReadonlyMap<string, Json>,
  as: ColumnRule['as'],
): RuleCell & { readonly value?: Json } {
  const elements: readonly Json[] = isArray(value) ? value : [value];
  const replaced: Json[] = [];
  for (const element of elements) {
    const text = scalarText(element);
    const replacement = (text === undefined ? undefined : values.get(text)) ?? (as && element);
    if (replacement === undefined) {
      const known = [...values.keys()].slice(0, 10).join(', ');
      return { fault: `must be one of ${known}, not ${shown(element)}`, ...refusedOf(element) };
    }
    replaced.push(replacement);
  }
  return { value: isArray(value) ? replaced : replaced[0]! };
}

/** What Shopify writes of a product without options. */
const unnamedValues = new Set(['Default Title']);

const neededByShops = new Set(requiredColumns('E-commerce'));

/** A column that the file names in a cell; it makes none that a rule makes or an item must have. */
function addPair(pair: Pair, source: unknown, row: Record<string, unknown>): void {
  const textAt = (paths: readonly Path[]) =>
    paths.map((path) => scalarText(valueAt(source, path))).find((text) => text);
  const add = (name: string | undefined, value: string | undefined) => {
    const column = name?.trim().toLowerCase().replaceAll(/\s+/g, '_') ?? '';
    if (
      column === '' ||
      !value ||
      unnamedValues.has(value) ||
      Object.hasOwn(row, column) ||
      neededByShops.has(column)
    )
      return;
    setMember(row, column, value);
  };
  if (pair.kind === 'cells') {
    add(textAt(pair.name), textAt(pair.value));
    return;
  }
  for (const part of textAt(pair.from)?.split(pair.split) ?? []) {
    const [name, ...rest] = part.split(pair.equals);
    add(name, rest.join(pair.equals).trim());
  }
}

function keepOthers(
  mapping: Mapping,
  source: Readonly<Record<string, unknown>>,
  row: Record<string, unknown>,
): void {
  for (const column of Object.keys(source)) {
    if (mapping.used.has(column) || Object.hasOwn(row, column)) continue;
    const value = source[column];
    // So many digits are a name, such as a GTIN, and no amount: as text, none is lost.
    setMember(row, column, isRawNumber(value) ? value.rawJSON : value);
  }
}
