// What the columns of a file look like before they are mapped.
import { isRawNumber } from '../json/index.ts';
import { firstCharacters } from '../text/characters.ts';
import { publishTime } from './column.ts';
import { isJsonObject } from './json.ts';
import { readMoney } from './values/money.ts';

export type FileColumnKind =
  | 'text'
  | 'number'
  | 'money'
  | 'flag'
  | 'url'
  | 'time'
  | 'list'
  | 'object';

export interface FileColumn {
  readonly column: string;
  /** Share of the rows that fill it. */
  readonly filled: number;
  /** Up to 1,001. */
  readonly distinct: number;
  /** Up to 5 different values as text, cut. */
  readonly samples: readonly string[];
  readonly kind: FileColumnKind;
}

interface Seen {
  filled: number;
  readonly values: Set<string>;
  readonly kinds: Map<FileColumnKind, number>;
}

const columnsMax = 500;
const distinctMax = 1_001;
const samplesMax = 5;
const sampleMax = 200;

/**
 * Describes the columns of rows as a file has them: those of its header, if it has one, then others
 * in the order in which they come up.
 */
export function describeFileColumns(
  rows: readonly unknown[],
  header: readonly string[] = [],
): FileColumn[] {
  const seen = new Map<string, Seen>();
  for (const column of header.slice(0, columnsMax)) seen.set(column, nothingSeen());
  for (const row of rows) {
    if (!isJsonObject(row)) continue;
    for (const [column, value] of Object.entries(row)) note(seen, column, value);
  }
  return [...seen].map(([column, { filled, values, kinds }]) => ({
    column,
    filled: rows.length === 0 ? 0 : filled / rows.length,
    distinct: values.size,
    samples: [...values].slice(0, samplesMax).map((text) => firstCharacters(text, sampleMax)),
    kind: mostOf(kinds),
  }));
}

const nothingSeen = (): Seen => ({ filled: 0, values: new Set(), kinds: new Map() });

function note(seen: Map<string, Seen>, column: string, value: unknown): void {
  if (value === null || value === undefined || value === '') return;
  let of = seen.get(column);
  if (!of) {
    if (seen.size >= columnsMax) return;
    of = nothingSeen();
    seen.set(column, of);
  }
  of.filled += 1;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (of.values.size < distinctMax) of.values.add(firstCharacters(text, 1_000));
  const kind = kindOf(value);
  of.kinds.set(kind, (of.kinds.get(kind) ?? 0) + 1);
}

function mostOf(kinds: ReadonlyMap<FileColumnKind, number>): FileColumnKind {
  const [most] = [...kinds].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? 'text';
}

function kindOf(value: unknown): FileColumnKind {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'number' || isRawNumber(value)) return 'number';
  if (typeof value === 'boolean') return 'flag';
  if (typeof value !== 'string') return 'object';
  const text = value.trim();
  if (/^https?:\/\//i.test(text)) return 'url';
  if (/^(true|false|yes|no)$/i.test(text)) return 'flag';
  if (/^[+-]?\d+([.,]\d+)?$/.test(text)) return 'number';
  if (text.length <= 30 && /\d/.test(text) && readMoney(text, false)) {
    return /[^\d.,\s'’eE+-]/.test(text) ? 'money' : 'number';
  }
  if (/^\d{4}-\d\d-\d\d/.test(text) && publishTime(text) !== undefined) return 'time';
  return text.includes('|') ? 'list' : 'text';
}

/** Are numbers in these columns written as 12,50? More of them than as 12.50, that is. */
export function hasDecimalCommas(
  columns: readonly FileColumn[],
  rows: readonly unknown[],
): boolean {
  const numbers = columns
    .filter(({ kind }) => kind === 'number' || kind === 'money')
    .map(({ column }) => column);
  let [commas, points] = [0, 0];
  for (const row of rows) {
    if (!isJsonObject(row)) continue;
    for (const column of numbers) {
      const text = Object.hasOwn(row, column) ? row[column] : undefined;
      if (typeof text !== 'string' || text.length > 30) continue;
      if (/\d,\d{1,2}(?!\d)/.test(text)) commas += 1;
      else if (/\d\.\d{1,2}(?!\d)/.test(text)) points += 1;
    }
  }
  return commas > points;
}
