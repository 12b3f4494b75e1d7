// What can be detected of a file by a look at its first rows.
import type { DetectionOutput, FileFormInput } from '@attune/contract';
import {
  describeFileColumns,
  type FileColumn,
  googleMapping,
  hasDecimalCommas,
  type MappingFile,
  requiredColumns,
  suggestMapping,
} from '@attune/core';
import { openRows } from '../files/read-feed-file.ts';
import type { FeedSource } from '../files/source.ts';

const rowsLookedAt = 1_000;

/** Looks at a file, read as given. Throws FeedFileError where it is no feed. */
export async function detectFile(
  source: FeedSource,
  vertical: string,
  told: FileFormInput = {},
): Promise<DetectionOutput> {
  const { form, packing, rows: lines, close } = await openRows(source, told);
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
  const columns = describeFileColumns(rows);
  const isGoogle = form.format.startsWith('google-');
  const suggested = isGoogle ? googleMappingOf(columns) : suggestMapping(columns);
  const currencies = currenciesIn(columns, rows.filter(isRow));
  const decimalComma = hasDecimalCommas(columns);
  return {
    ...{ packed: packing, format: form.format, encoding: form.encoding },
    delimiter: form.format === 'csv' ? form.delimiter : null,
    quote: form.format === 'csv' || form.format.endsWith('tsv') ? form.quote : null,
    ...{ decimalComma, currencies, rows: looked, isWhole },
    columns: columns.map((column) => ({ ...column, samples: [...column.samples] })),
    warnings: warningsOf(looked, rows.length, currencies, decimalComma),
    suggestedMapping: suggested,
    missing: requiredColumns(vertical).filter((column) => !(column in suggested.columns)),
  };
}

const isRow = (row: unknown) => typeof row === 'object' && row !== null;

const googleMappingOf = (columns: readonly FileColumn[]): MappingFile => ({
  ...googleMapping,
  ...(hasDecimalCommas(columns) && { decimalComma: true as const }),
});

/** Of the columns of money. */
function currenciesIn(columns: readonly FileColumn[], rows: readonly unknown[]): string[] {
  const telling = columns.filter(
    ({ kind, column }) =>
      kind === 'money' || /currency|devise|w(ae|ä)hrung|moneda|valuta/i.test(column),
  );
  const found = new Set<string>();
  for (const row of rows as Readonly<Record<string, unknown>>[]) {
    for (const { column } of telling) {
      const [currency] = /\b[A-Z]{3}\b/.exec(String(row[column] ?? '')) ?? [];
      if (currency) found.add(currency);
    }
  }
  return [...found].sort();
}

function warningsOf(
  looked: number,
  good: number,
  currencies: readonly string[],
  decimalComma: boolean,
): string[] {
  const warnings: string[] = [];
  if (looked === 0) warnings.push('The file has no rows.');
  if (good < looked) {
    warnings.push(`${looked - good} of the first ${looked} rows cannot be read.`);
  }
  if (currencies.length > 1) {
    warnings.push(`Prices are in several currencies: ${currencies.join(', ')}; choose one.`);
  }
  if (decimalComma) warnings.push('Prices have decimal commas: they are read as 12,50.');
  return warnings;
}
