// How a checked mapping turns a source row into a row of a feed, still to be read as an item.
import { isRawNumber } from '../json/index.ts';
import type { Cell } from './column.ts';
import { convert, orderableWord } from './convert.ts';
import { isJsonObject, type Json, shown } from './json.ts';
import type { ColumnRule, Mapping } from './mapping.ts';
import { valueAt } from './mapping-path.ts';
import { currencyOfPrice } from './price-currency.ts';

export type MappedRow =
  | {
      readonly ok: true;
      readonly row: Readonly<Record<string, unknown>>;
      /** What the row's price is in, where the source says it. */
      readonly currency?: string;
    }
  | { readonly ok: false; readonly message: string; readonly sku?: string };

/**
 * Maps one source row; columns whose paths lead nowhere, and that have no default, are left out.
 * Never throws: every fault of the row is in `message`, joined by '; ', and the sku beside it where
 * it was found, since the item of a refused row counts as present.
 */
export function applyMapping(mapping: Mapping, source: unknown): MappedRow {
  if (!isJsonObject(source)) {
    return { ok: false, message: `a row must be an object, not ${shown(source)}` };
  }
  const cells = new Map<string, unknown>();
  const faults: string[] = [];
  for (const rule of mapping.columns) {
    const { value, fault } = readRule(rule, source, mapping.decimalComma);
    if (fault !== undefined) faults.push(`${rule.column} ${fault}`);
    else if (value !== undefined) cells.set(rule.column, value);
  }
  keepAvailability(mapping, source, cells);
  const currency = currencyOf(mapping, cells, source);
  const { currency: wanted = 'any' } = mapping;
  if (wanted !== 'any' && currency !== undefined && currency !== wanted) {
    faults.push(`the price is in ${shown(currency)}, and this feed's prices are in ${wanted}`);
  }
  if (faults.length > 0) return refused(faults, cells.get('sku'));
  if (mapping.keepOthers) keepOthers(mapping, source, cells);
  const row = Object.fromEntries(cells);
  return currency === undefined ? { ok: true, row } : { ok: true, row, currency };
}

/** Of what can be ordered, how: the feed says whether that counts as in stock. */
function keepAvailability(
  { columns }: Mapping,
  source: Readonly<Record<string, unknown>>,
  cells: Map<string, unknown>,
): void {
  const rule = columns.find(({ column, as }) => column === 'in_stock' && as === 'stock');
  if (!rule || rule.values || columns.some(({ column }) => column === availability)) return;
  const word = orderableWord(firstFound(rule, source));
  if (word !== undefined) cells.set(availability, word);
}

const availability = 'availability';

/** A mapping may read the amount of a price and leave out the currency that stands with it. */
function currencyOf(
  { columns }: Mapping,
  cells: ReadonlyMap<string, unknown>,
  source: Readonly<Record<string, unknown>>,
): string | undefined {
  const reported = cells.get('currency') ?? source['currency'];
  if (typeof reported === 'string') return reported;
  const price = columns.find(({ column }) => column === 'price');
  return price && currencyOfPrice(firstFound(price, source));
}

function refused(faults: readonly string[], sku: unknown): MappedRow {
  const message = faults.join('; ');
  return typeof sku === 'string' ? { ok: false, message, sku } : { ok: false, message };
}

function readRule(rule: ColumnRule, source: unknown, decimalComma: boolean): Cell {
  const found = firstFound(rule, source);
  if (found === undefined) return rule.fallback === undefined ? {} : { value: rule.fallback };
  const replaced = rule.values ? replace(found, rule.values) : { value: found };
  if (replaced.fault !== undefined || rule.as === undefined) return replaced;
  return convert(replaced.value, rule.as, { separator: rule.separator, decimalComma });
}

function firstFound(rule: ColumnRule, source: unknown): Json | undefined {
  for (const path of rule.from) {
    const value = valueAt(source, path);
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string' || value.trim() !== '') return value as Json;
  }
  return undefined;
}

function replace(value: Json, values: ReadonlyMap<string, Json>): Cell {
  const elements: readonly Json[] = Array.isArray(value) ? value : [value];
  const replaced: Json[] = [];
  for (const element of elements) {
    const replacement = typeof element === 'object' ? undefined : values.get(textOf(element));
    if (replacement === undefined) {
      const known = [...values.keys()].slice(0, 10).join(', ');
      return { fault: `must be one of ${known}, not ${shown(element)}` };
    }
    replaced.push(replacement);
  }
  return { value: Array.isArray(value) ? replaced : replaced[0]! };
}

function textOf(scalar: string | number | boolean): string {
  return String(scalar).trim();
}

function keepOthers(
  mapping: Mapping,
  source: Readonly<Record<string, unknown>>,
  cells: Map<string, unknown>,
): void {
  for (const [column, value] of Object.entries(source)) {
    if (mapping.used.has(column) || cells.has(column)) continue;
    // So many digits are a name, such as a GTIN, and no amount: as text, none is lost.
    cells.set(column, isRawNumber(value) ? value.rawJSON : value);
  }
}
