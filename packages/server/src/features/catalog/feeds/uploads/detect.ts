// What can be detected of a file by a look at its first rows.
import type { DetectionOutput, FileFormInput } from '@attune/contract';
import {
  type CountedNote,
  describeFileColumns,
  hasDecimalCommas,
  type Suggestion,
  suggestMapping,
} from '@attune/core';
import { FeedFileError } from '../files/feed-line.ts';
import { openRows } from '../files/read-feed-file.ts';
import type { FeedSource } from '../files/source.ts';

const rowsLookedAt = 1_000;

type Told = FileFormInput & {
  /** Where the shop is, for a file that does not say so. */
  readonly shop?: (() => Promise<string | undefined>) | undefined;
};

/** Looks at a file, read as given. Throws FeedFileError where it is no feed. */
export async function detectFile(
  source: FeedSource,
  vertical: string,
  { shop, ...told }: Told = {},
): Promise<DetectionOutput> {
  let header: readonly string[] = [];
  const onHeader = (columns: readonly string[]) => {
    header = columns;
  };
  const opened = await openRows(source, { ...told, isForMapping: true, onHeader });
  const { form, packing, rows: lines, close } = opened;
  const rows: unknown[] = [];
  let [looked, isWhole] = [0, true];
  try {
    for await (const line of lines) {
      if (looked === rowsLookedAt) {
        isWhole = false;
        break;
      }
      looked += 1;
      if ('row' in line) rows.push(line.row);
    }
  } finally {
    await close();
  }
  if (looked === 0 && header.length === 0) {
    throw new FeedFileError('the file is empty: export it again');
  }
  const columns = describeFileColumns(rows, header);
  const suggestion = await suggestionOf(rows, { vertical, header, shop });
  const { mapping, preset, currencies, accepted, rejected, skipped, missing, paths } = suggestion;
  const decimalComma = hasDecimalCommas(columns, rows);
  const root = form.root && !Object.hasOwn(mapping, 'root') ? { root: form.root.join('.') } : {};
  const { sheet, sheets = [] } = form;
  // So named, another workbook is read in the same way, whatever else it has.
  const ofSheet = sheets.length > 1 ? { sheet } : {};
  return {
    ...(sheet !== undefined && { sheet, sheets: [...sheets] }),
    ...{ packed: packing, format: form.format, encoding: form.encoding, preset },
    delimiter: form.format === 'csv' ? form.delimiter : null,
    quote: form.format === 'csv' || form.format.endsWith('tsv') ? form.quote : null,
    ...{ decimalComma, currencies: [...currencies], rows: looked, isWhole },
    columns: columns.map((column) => ({ ...column, samples: [...column.samples] })),
    warnings: [
      ...(form.isGuessed ? [guessed(form.encoding, rows)] : []),
      ...warningsOf(looked, rows.length, suggestion),
    ],
    suggestedMapping: { ...ofSheet, ...root, ...mapping },
    suggested: { accepted, rejected, skipped, isBetter: suggestion.isBetter },
    missing: missing.map(({ column }) => column),
    ...(paths.length > 0 && { paths: [...paths] }),
  };
}

/** What its addresses lack is asked for only where some lack it. */
async function suggestionOf(
  rows: readonly unknown[],
  { vertical, header, shop }: Pick<Told, 'shop'> & { vertical: string; header: readonly string[] },
): Promise<Suggestion> {
  const found = suggestMapping(rows, vertical, { header });
  const base = found.paths.length > 0 ? await shop?.() : undefined;
  return base === undefined ? found : suggestMapping(rows, vertical, { header, base });
}

/** With words of the file: whether they are right, only a reader of the language can say. */
function guessed(encoding: string, rows: readonly unknown[]): string {
  const words = JSON.stringify(rows).match(/[\p{L}\P{ASCII} ]+/gu) ?? [];
  const word = words.find((one) => /\P{ASCII}/u.test(one))?.trim();
  const shown = word ? `: “${word.slice(0, 60)}”` : '';
  return `The file is not in UTF-8. It was read as ${encoding}${shown}. If letters look wrong, choose its encoding.`;
}

function warningsOf(looked: number, good: number, suggestion: Suggestion): string[] {
  const { currencies, mapping, missing, notes, accepted, rejected } = suggestion;
  const warnings: string[] = [];
  if (looked === 0) warnings.push('The file has no rows.');
  if (good < looked) {
    warnings.push(`${looked - good} of the first ${looked} rows cannot be read.`);
  }
  for (const { column, nearest } of missing) {
    const names = nearest.length > 0 ? ` The nearest are ${nearest.join(', ')}.` : '';
    warnings.push(`No column for ${column} was found.${names}`);
  }
  if (missing.length === 0 && accepted === 0 && rejected > 0) {
    warnings.push('None of the first rows can be read with the suggested mapping.');
  }
  if (currencies.length > 1) {
    warnings.push(`Prices are in several currencies: ${currencies.join(', ')}; choose one.`);
  }
  if (mapping.decimalComma) warnings.push('Prices have decimal commas: 12,50 is read as 12.50.');
  return [...warnings, ...notes.map(sayNote), ...addressWarnings(suggestion)];
}

const sayNote = ({ column, message, example, rows }: CountedNote) =>
  `${column} ${message} in ${rows} ${rows === 1 ? 'row' : 'rows'}, such as ${example}.`;

/** Files of some systems do not say where the shop is. */
function addressWarnings({ mapping: { columns, base }, paths }: Suggestion): string[] {
  if (paths.length === 0) return [];
  const page = [columns['url']?.template ?? []].flat()[0];
  const check = page?.startsWith('/{')
    ? ` Pages are made as ${page}: check that one is there.`
    : '';
  const remedy = base ? `they begin with ${base}, as before` : 'enter the address of your shop';
  return [`The file has no addresses for ${paths.join(' and ')}: ${remedy}.${check}`];
}
