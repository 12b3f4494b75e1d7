// A mapping for a file's columns: of the system that wrote it, or by the names of its columns.
import { columnNames } from './column-names.ts';
import { type FileColumn, hasDecimalCommas } from './file-columns.ts';
import { bareName, type MappingFile, pathOf, type RuleFile } from './mapping-file.ts';
import { lookAt, presets } from './presets/index.ts';
import { hasEntities, hasTags } from './values/markup.ts';

const conversions: Readonly<Record<string, string>> = {
  ...{ sku: 'string', group_id: 'string', name: 'string', url: 'url', price: 'price' },
  ...{ in_stock: 'stock', image_url: 'url', categories: 'list', brand: 'string' },
  ...{ currency: 'string', description: 'string', keywords: 'list', sale_price: 'price' },
  ...{ additional_image_urls: 'url', publish_time: 'time', sale_price_effective_date: 'period' },
};

/** What no item needs: a value that cannot be read is set aside. */
const optional = new Set(
  'brand description keywords publish_time sale_price sale_price_effective_date additional_image_urls'.split(
    ' ',
  ),
);
/** Of these every column that may be one is read, the first that is filled counts. */
const several = new Set(['price', 'categories']);

/** The mapping of the system whose file it is; undefined: of none that is known. */
export function presetMapping(
  columns: readonly FileColumn[],
  rows: readonly unknown[],
): { readonly name: string; readonly mapping: MappingFile } | undefined {
  const look = lookAt(columns);
  for (const { name, mappingOf } of presets) {
    const mapping = mappingOf(look);
    if (!mapping) continue;
    const decimalComma = hasDecimalCommas(columns, rows);
    return { name, mapping: { ...mapping, ...(decimalComma && { decimalComma }) } };
  }
  return undefined;
}

/**
 * A mapping by the names of a file's columns. Each column is taken once, save for a group that is
 * missing (each item is its own), a currency that stands with the price, and further pictures in
 * the cell of the first. Others are kept.
 */
export function mappingByNames(
  columns: readonly FileColumn[],
  rows: readonly unknown[],
): MappingFile {
  const found = new Map<string, readonly FileColumn[]>();
  const taken = new Set<FileColumn>();
  for (const [column, names] of Object.entries(columnNames)) {
    const wanted = [column.replaceAll('_', ''), ...names.split(/\s+/)];
    const likely = columns
      .filter((one) => !taken.has(one))
      .map((one) => ({ one, place: placeAmong(wanted, one.column) }))
      .filter(({ place }) => place !== undefined)
      // A column without values may be filled further down.
      .sort((a, b) => Number(b.one.filled > 0) - Number(a.one.filled > 0) || a.place! - b.place!)
      .map(({ one }) => one);
    const chosen = several.has(column) ? likely : likely.slice(0, 1);
    if (chosen.length === 0) continue;
    found.set(column, chosen);
    for (const one of chosen) taken.add(one);
  }
  const sale = found.get('sale_price');
  if (sale && !found.has('price')) {
    found.set('price', sale);
    found.delete('sale_price');
  }
  const rules: Record<string, RuleFile> = {};
  for (const [column, from] of found) rules[column] = ruleOf(column, from);
  addToRules(rules, found);
  const decimalComma = hasDecimalCommas(columns, rows);
  return { columns: rules, keepOthers: true, ...(decimalComma && { decimalComma }) };
}

/** Marks, units and languages behind a name, and what says that it is of a product. */
const remark = /\([^)]*\)|\[[^\]]*\]/g;
/** In characters; a longer header is no name of ours. */
const longestName = 200;
const ofProduct = /^(?:product|item|article|artikel|produkt|ox)(?=..)/;
const withoutTax = /\b(excl|net|netto|ht)\b|tax excluded/i;
const nextForm = 1_000;

/**
 * How likely a header names a column, the least the likeliest: by its own name, then as `Price` in
 * "*Price (EUR)", then as `price` in "product_price" and `category` in "item_category_1". A price
 * without tax comes behind one with it.
 */
function placeAmong(wanted: readonly string[], header: string): number | undefined {
  const plain = bareName(header.slice(0, longestName).replaceAll(remark, ' '));
  const forms = [bareName(header), plain, plain.replace(ofProduct, '').replace(/1$/, '')];
  const form = forms.findIndex((name) => wanted.includes(name));
  if (form === -1) return undefined;
  const tax = withoutTax.test(header.replaceAll('_', ' ')) ? nextForm / 2 : 0;
  return form * nextForm + wanted.indexOf(forms[form]!) + tax;
}

function addToRules(
  rules: Record<string, RuleFile>,
  found: ReadonlyMap<string, readonly FileColumn[]>,
): void {
  const first = (column: string) => found.get(column)?.[0];
  const [sku, group, price, image] = ['sku', 'group_id', 'price', 'image_url'].map(first);
  if (sku) {
    const from = group ? [pathOf(group.column), pathOf(sku.column)] : pathOf(sku.column);
    rules['group_id'] = { from, as: 'string' };
  }
  if (price?.kind === 'money' && !found.has('currency')) {
    rules['currency'] = { from: pathOf(price.column), as: 'currency' };
  }
  const split = image && splitOfAddresses(image);
  if (!image || found.has('additional_image_urls') || (!split && !isJsonList(image))) return;
  const { at: _, ...all } = rules['image_url']!;
  rules['additional_image_urls'] = { ...all, optional: true };
}

function ruleOf(column: string, columns: readonly FileColumn[]): RuleFile {
  const [first] = columns as [FileColumn];
  const as = conversions[column];
  const paths = columns.map((one) => pathOf(one.column));
  const rule: RuleFile = {
    from: paths.length === 1 ? paths[0]! : paths,
    ...(isJsonList(first) && first.samples.some((text) => text.startsWith('[')) && jsonOf(first)),
    ...splitOf(column, first),
    ...cleaningOf(column, columns),
    ...(as !== undefined && { as }),
    ...(as === 'list' && { separator: separatorOf(first) }),
    ...(optional.has(column) && { optional: true as const }),
  };
  return rule;
}

/** Cells of CSV that are JSON; in JSON files such values are lists already. */
const jsonOf = ({ kind }: FileColumn) => (kind === 'list' ? {} : { json: true as const });

/** The parts of a cell with several addresses; one address is the first of them. */
function splitOf(column: string, from: FileColumn): Pick<RuleFile, 'split' | 'at'> {
  if (conversions[column] !== 'url') return {};
  const split = splitOfAddresses(from);
  const isOne = column === 'image_url' || column === 'url';
  return { ...(split && { split }), ...(isOne && (split || isJsonList(from)) && { at: 0 }) };
}

function splitOfAddresses({ samples }: FileColumn): string | undefined {
  const many = samples.filter(
    (text) => text.split(/https?:\/\//).length > 2 && !text.startsWith('['),
  );
  if (many.length === 0) return undefined;
  return [',', '|', ';', '~', ' ', '\n'].find((mark) =>
    many.every((text) => {
      const parts = text.split(mark).map((part) => part.trim());
      return parts.length > 1 && parts.every((part) => /^https?:\/\//.test(part));
    }),
  );
}

const isJsonList = ({ samples }: FileColumn) =>
  samples.length > 0 &&
  samples.every((text) => {
    if (!text.startsWith('[')) return false;
    try {
      return Array.isArray(JSON.parse(text));
    } catch {
      return false;
    }
  });

function cleaningOf(column: string, columns: readonly FileColumn[]): Pick<RuleFile, 'text'> {
  if (['price', 'in_stock', 'publish_time', 'sku', 'group_id'].includes(column)) return {};
  const samples = columns.flatMap((one) => one.samples);
  const text = [
    ...(column === 'description' && samples.some(hasTags) ? ['strip'] : []),
    ...(samples.some(hasEntities) ? ['decode'] : []),
  ];
  return text.length > 0 ? { text } : {};
}

/** What stands between the parts of a category: the first of these that a sample has. */
function separatorOf({ samples }: FileColumn): string {
  const texts = samples.map((text) => text.replaceAll('&gt;', '>'));
  const separators = [' > ', '>', '|', ' / ', ';', ','];
  return separators.find((one) => texts.some((text) => text.includes(one))) ?? '|';
}
