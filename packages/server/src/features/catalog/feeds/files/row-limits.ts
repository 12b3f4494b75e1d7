// What a file as a whole may not have: more rows than a feed holds, prices in several currencies.
import { currencyOfPrice, sayFirst } from '@attune/core';
import type { FileSize } from './bytes.ts';
import { FeedFileError, type FeedLine, ROWS_MAX } from './feed-line.ts';

/** How far the rows had come when there were too many, for the sender. */
export function tooManyRows({ packed, unpacked }: FileSize, rowsMax = ROWS_MAX): string {
  const count = `more than ${rowsMax.toLocaleString('en')} rows, and no feed holds more`;
  if (packed === unpacked) return count;
  return `${count}: ${sized(packed)} of it unpacked to ${sized(unpacked)} until there`;
}

function sized(bytes: number): string {
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The rows as they are. Throws FeedFileError where there are more than `rowsMax`. */
export async function* notTooMany(
  lines: AsyncIterable<FeedLine>,
  size: () => FileSize,
  rowsMax = ROWS_MAX,
): AsyncGenerator<FeedLine> {
  let count = 0;
  for await (const line of lines) {
    count += 1;
    if (count > rowsMax) throw new FeedFileError(`the file has ${tooManyRows(size(), rowsMax)}`);
    yield line;
  }
}

/** Counts the currencies that prices are in. */
export interface CurrencyCount {
  readonly note: (currency: string | undefined) => void;
  /** Throws FeedFileError where there were several: their prices cannot be compared. */
  readonly end: () => void;
}

const codesShown = 20;
/** What stands before a price need not be a currency: a file of such is no reason to grow. */
const codesKept = 1_000;

export function currencyCount(): CurrencyCount {
  const found = new Map<string, number>();
  return {
    note: (currency) => {
      if (currency === undefined || (found.size >= codesKept && !found.has(currency))) return;
      found.set(currency, (found.get(currency) ?? 0) + 1);
    },
    end: () => {
      if (found.size > 1) throw new FeedFileError(severalCurrencies(found));
    },
  };
}

/**
 * Rows that have our columns, as they are. Throws FeedFileError at the end where their prices are
 * in several currencies. A text such as "15.00 USD" is the error of its row; where most rows have
 * one, it is how the file writes prices.
 */
export async function* inOneCurrency(lines: AsyncIterable<FeedLine>): AsyncGenerator<FeedLine> {
  const [told, written] = [currencyCount(), currencyCount()];
  let [rows, withText] = [0, 0];
  for await (const line of lines) {
    rows += 1;
    if ('row' in line && typeof line.row === 'object' && line.row !== null) {
      const { currency, price } = line.row as Readonly<Record<string, unknown>>;
      if (typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)) told.note(currency);
      const text = currencyOfPrice(price);
      if (text !== undefined) withText += 1;
      written.note(text);
    }
    yield line;
  }
  told.end();
  if (withText * 2 > rows) written.end();
}

function severalCurrencies(found: ReadonlyMap<string, number>): string {
  const counted = [...found].sort(([, a], [, b]) => b - a);
  const [[most]] = counted as [[string, number]];
  const named = counted.map(
    ([code, rows]) => `${code} (${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'})`,
  );
  return [
    `the file has prices in ${found.size} currencies: ${sayFirst(named, codesShown)}`,
    '; prices of a feed are compared with one another, so they must be in one: ',
    'send one feed for each currency, or a file with a column for each and map `price` from one; ',
    `or say \`currency\` in the mapping: "${most}" takes the rows in ${most} and rejects the rest, `,
    '"any" takes all prices as they are',
  ].join('');
}
