// A mapping for a file's columns: of the system that wrote it, or by the names of its columns.
import { type Candidate, candidateColumns, distanceOf, namesFor } from './candidate-columns.ts';
import { columnNames } from './column-names.ts';
import { placeAmong } from './column-place.ts';
import { type FileColumn, hasDecimalCommas } from './file-columns.ts';
import { knownPages } from './known-pages.ts';
import type { MappingFile, RuleFile } from './mapping-file.ts';
import { lookAt, presets } from './presets/index.ts';
import { addPage, addSale, addStock, furtherPictures } from './suggest-further.ts';
import { type SuggestedRows, suggestRows } from './suggest-rows.ts';
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
  const candidates = candidateColumns(columns, rows);
  const found = columnsByName(candidates);
  const sale = found.get('sale_price');
  if (sale && !found.has('price')) {
    found.set('price', sale);
    found.delete('sale_price');
  }
  const suggested = suggestRows(candidates, rows, found);
  const rules: Record<string, RuleFile> = {};
  for (const [column, from] of found) rules[column] = ruleOf(column, from, suggested);
  addToRules(rules, found, candidates, suggested, rows.length);
  const decimalComma = hasDecimalCommas(columns, rows);
  const known = knownPages(columns.map(({ column }) => column));
  const skip = [...(suggested.shape.skip ?? []), ...(known?.skip ?? [])];
  return {
    ...suggested.shape,
    ...(skip.length > 0 && { skip }),
    columns: { ...rules, ...known?.rules },
    keepOthers: true,
    ...(decimalComma && { decimalComma }),
  };
}

/** Which columns seem to be which of ours, the likeliest first. */
function columnsByName(candidates: readonly Candidate[]): Map<string, readonly Candidate[]> {
  const found = new Map<string, readonly Candidate[]>();
  const taken = new Set<Candidate>();
  for (const [column, names] of Object.entries(columnNames)) {
    const wanted = [column.replaceAll('_', ''), ...names.split(/\s+/)];
    const likely = candidates
      .filter((one) => !taken.has(one))
      .map((one) => ({ one, place: placeOf(column, wanted, one) }))
      .filter(({ place }) => place !== undefined)
      // A column without values may be filled further down.
      .sort((a, b) => Number(b.one.filled > 0) - Number(a.one.filled > 0) || a.place! - b.place!)
      .map(({ one }) => one);
    const chosen = several.has(column) ? likely : firstOf(column, likely);
    if (chosen.length === 0) continue;
    found.set(column, chosen);
    for (const one of chosen) taken.add(one);
  }
  return found;
}

/** Numbers that only a database knows are no name of an item while there is another. */
const surrogate = /^(?:[\da-f]{32}|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})$/i;

function firstOf(column: string, likely: readonly Candidate[]): readonly Candidate[] {
  const named = likely.filter(({ samples }) => !samples.every((text) => surrogate.test(text)));
  return (column === 'sku' && named.length > 0 ? named : likely).slice(0, 1);
}

/** Members of objects come behind columns of the same name. */
const nestedBehind = 10_000;

function placeOf(column: string, wanted: readonly string[], one: Candidate): number | undefined {
  const as = conversions[column];
  const places = namesFor(column, as, one).flatMap((name) => placeAmong(wanted, name) ?? []);
  return places.length === 0 ? undefined : Math.min(...places) + nestedBehind * distanceOf(as, one);
}

function addToRules(
  rules: Record<string, RuleFile>,
  found: ReadonlyMap<string, readonly Candidate[]>,
  candidates: readonly Candidate[],
  { behind, group }: SuggestedRows,
  rows: number,
): void {
  const first = (column: string) => found.get(column)?.[0];
  const [sku, named, price, image] = ['sku', 'group_id', 'price', 'image_url'].map(first);
  if (sku) {
    const repeated = named ?? candidates.find((one) => repeats(one, sku, rows));
    const groups = [...(group === undefined ? [] : [group]), ...(repeated?.paths ?? [])];
    const from = groups.length > 0 ? [...new Set([...groups, ...sku.paths])] : sku.paths[0]!;
    rules['group_id'] = { from, as: 'string' };
  }
  if (price?.kind === 'money' && !found.has('currency')) {
    rules['currency'] = { from: [...price.paths, ...price.paths.flatMap(behind)], as: 'currency' };
  }
  addSale(rules, found, candidates);
  addStock(rules, found, candidates);
  addPage(rules, found, candidates, behind);
  const split = image && splitOfAddresses(image);
  if (!image || found.has('additional_image_urls')) return;
  if (split || isJsonList(image) || image.isListed) {
    const { at: _, ...all } = rules['image_url']!;
    rules['additional_image_urls'] = { ...all, optional: true };
  } else {
    const further = furtherPictures(image, candidates);
    if (further) rules['additional_image_urls'] = further;
  }
}

/** Is it the number of a product of which there are several rows? */
function repeats({ column, names, filled, distinct }: Candidate, sku: Candidate, rows: number) {
  if (names.length > 1 || column === sku.column || filled < 1) return false;
  if (placeAmong(productNumbers, column) === undefined) return false;
  return distinct < rows && sku.distinct > distinct;
}

const productNumbers = ['productid', 'internalid', 'itemid', 'listingid', 'handle', 'handleid'];

function ruleOf(
  column: string,
  columns: readonly Candidate[],
  { behind }: SuggestedRows,
): RuleFile {
  const [first] = columns as [Candidate];
  const as = conversions[column];
  const own = columns.flatMap(({ paths }) => paths);
  const paths = column === 'sku' || column === 'group_id' ? own : [...own, ...own.flatMap(behind)];
  const rule: RuleFile = {
    from: paths.length === 1 ? paths[0]! : paths,
    ...(isJsonList(first) && first.samples.some((text) => text.startsWith('[')) && jsonOf(first)),
    ...splitOf(column, first),
    ...cleaningOf(column, columns),
    ...(as !== undefined && { as }),
    ...(as === 'list' && partsOf(first)),
    ...(optional.has(column) && { optional: true as const }),
  };
  return rule;
}

/** Cells of CSV that are JSON; in JSON files such values are lists already. */
const jsonOf = ({ kind }: FileColumn) => (kind === 'list' ? {} : { json: true as const });

/** The parts of a cell with several addresses; one address is the first of them. */
function splitOf(column: string, from: Candidate): Pick<RuleFile, 'split' | 'at'> {
  if (conversions[column] !== 'url') return {};
  const split = splitOfAddresses(from);
  const isOne = column === 'image_url' || column === 'url';
  const isMany = split || isJsonList(from) || from.isListed;
  return { ...(split && { split }), ...(isOne && isMany && { at: 0 }) };
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

const levels = [' > ', '>', ' / ', '/'];

/** What stands between the parts of a category, and between several categories of a cell. */
function partsOf(from: FileColumn): Pick<RuleFile, 'split' | 'separator'> {
  const texts = from.samples.map((text) => text.replaceAll('&gt;', '>'));
  const split = ['|', ';', ','].find((mark) => {
    if (!texts.some((text) => text.includes(mark))) return false;
    return levels.some((level) =>
      texts.every((text) => text.split(mark).every((part) => part.includes(level))),
    );
  });
  if (split === undefined) return { separator: separatorOf(texts) };
  return { split, separator: levels.find((one) => texts.every((text) => text.includes(one)))! };
}

function separatorOf(texts: readonly string[]): string {
  const separators = [' > ', '>', '|', ' / ', ';', ','];
  return separators.find((one) => texts.some((text) => text.includes(one))) ?? '|';
}
