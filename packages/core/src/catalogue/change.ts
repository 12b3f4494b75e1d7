// How a feed in memory becomes its next revision: items are put and removed, then it is finished.
import { publishTime } from '../feeds/column.ts';
import type { Item } from '../feeds/item.ts';
import { isArray, type Json } from '../feeds/json.ts';
import { parseInstant } from '../text/instant.ts';
import type { Catalogue, Column } from './catalogue.ts';

type Value = string | number | boolean;

/** What becomes of a catalogue; the one that it began from stays as it is. */
export interface CatalogueChange {
  /** Puts an item: its canonical JSON text, as it is stored. It replaces the one of its sku. */
  readonly put: (item: Uint8Array | string) => void;
  /** Takes an item away, if there is one. */
  readonly remove: (sku: string) => void;
  /** The catalogue as of a revision. Nothing can be put after that. */
  readonly finish: (revision: string) => Catalogue;
}

/** Begins a change of a catalogue; absent: of one without items. */
export function changeCatalogue(base?: Catalogue): CatalogueChange {
  const items = new Map<string, Item>();
  for (let row = 0; base && row < base.rows; row += 1) {
    if (base.isLive(row)) items.set(base.skuOf(row), JSON.parse(base.itemText(row, base.columns)));
  }
  const decoder = new TextDecoder();
  return {
    put: (text) => {
      const item = JSON.parse(typeof text === 'string' ? text : decoder.decode(text)) as Item;
      items.set(item.sku, item);
    },
    remove: (sku) => void items.delete(sku),
    finish: (revision) => plainCatalogue(revision, [...items.values()]),
  };
}

function plainCatalogue(revision: string, items: readonly Item[]): Catalogue {
  const rows = new Map(items.map(({ sku }, row) => [sku, row]));
  const columns = [...new Set(items.flatMap((item) => Object.keys(item)))].sort();
  const column: Catalogue['column'] = (name, locale) => {
    const localised = locale === undefined ? name : `lng:${locale}:${name}`;
    if (!columns.includes(name) && !columns.includes(localised)) return undefined;
    const value = (row: number) => items[row]?.[localised] ?? items[row]?.[name];
    return plainColumn(name, items.length, value);
  };
  return {
    revision,
    size: items.length,
    rows: items.length,
    bytes: items.reduce((sum, item) => sum + JSON.stringify(item).length, 0),
    rowOf: (sku) => rows.get(sku) ?? -1,
    skuOf: (row) => items[row]!.sku,
    isLive: (row) => row >= 0 && row < items.length,
    columns,
    column,
    itemText: (row, fields, locale) => {
      const names = fields ?? columns.filter((name) => !name.startsWith('lng:'));
      const members = names.map((name) => [name, column(name, locale)?.value(row)] as const);
      return JSON.stringify(Object.fromEntries(members.filter(([, value]) => value !== undefined)));
    },
  };
}

function plainColumn(name: string, size: number, value: (row: number) => Json | undefined): Column {
  const has = (row: number, wanted: Value) => {
    const found = value(row);
    return found === wanted || (found !== undefined && isArray(found) && found.includes(wanted));
  };
  const rowsWith = (wanted: Value) =>
    Array.from({ length: size }, (_, row) => row).filter((row) => has(row, wanted));
  return {
    name,
    value,
    number: (row) => numberOf(name, value(row)),
    texts: (row) => {
      const found = value(row);
      if (typeof found === 'string') return [found];
      return isArray(found ?? null)
        ? (found as Json[]).filter((one) => typeof one === 'string')
        : [];
    },
    has,
    matcher: (wanted) => (row) => has(row, wanted),
    countWith: (wanted) => rowsWith(wanted).length,
    rowsWith,
  };
}

function numberOf(name: string, value: Json | undefined): number {
  if (name === 'publish_time') return publishTime(value) ?? Number.NaN;
  if (typeof value === 'number' || typeof value === 'boolean') return Number(value);
  return (typeof value === 'string' ? parseInstant(value) : undefined) ?? Number.NaN;
}
