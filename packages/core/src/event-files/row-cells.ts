// The values that a mapping's rules find in a row, with what is wrong and what should be known.
import type { Json } from '../feeds/json.ts';
import { type ColumnRule, readCell, scalarText } from '../feeds/mapping-parts.ts';
import { isRawNumber } from '../json/index.ts';
import type { EventMapping } from './mapping.ts';

/** What reading a row finds out beside its values. */
export interface RowFindings {
  /** What costs the row, to be read as a sentence. */
  readonly faults: string[];
  /** What does not. */
  readonly notes: string[];
}

export type Cells = Readonly<Record<string, Json>>;

/** Names of things: text, however the file writes them. */
const texts = new Set(
  'cuid cuidType device name eventId session productId uniqueTransactionId itemId code'.split(' '),
);

/** The values of some rules, by their names; those that find nothing, or blank text, are absent. */
export function readCells(
  rules: readonly ColumnRule[],
  row: unknown,
  mapping: Pick<EventMapping, 'decimalComma'>,
  { faults, notes }: RowFindings,
): Cells {
  const cells: Record<string, Json> = {};
  for (const rule of rules) {
    const { value, fault, note } = readCell(rule, row, mapping);
    if (note !== undefined) notes.push(`${rule.column} ${note}`);
    if (fault !== undefined) (rule.isOptional ? notes : faults).push(`${rule.column} ${fault}`);
    if (fault !== undefined || value === undefined) continue;
    const kept = texts.has(rule.column) || isRawNumber(value) ? scalarText(value) : value;
    if (kept !== undefined && kept !== '' && kept !== null) define(cells, rule.column, kept);
  }
  return cells;
}

/** So that `__proto__` is a name like any other. */
function define(cells: Record<string, Json>, name: string, value: Json): void {
  Object.defineProperty(cells, name, {
    ...{ value, enumerable: true, configurable: true, writable: true },
  });
}
