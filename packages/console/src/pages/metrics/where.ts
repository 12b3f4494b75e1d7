// Which events of a kind count, as rows of a form and as the JSON that code writes.
import { parseExact } from '@attune/core';

export interface Row {
  readonly property: string;
  readonly operator: string;
  /** As typed. */
  readonly value: string;
}

export const emptyRow: Row = { property: '', operator: '$eq', value: '' };

/** How each operator reads between a property and a value. */
export const operatorLabels: Readonly<Record<string, string>> = {
  $eq: 'is',
  $ne: 'is not',
  $gt: 'is more than',
  $gte: 'is at least',
  $lt: 'is less than',
  $lte: 'is at most',
  $in: 'is one of',
  $nin: 'is none of',
  $exists: 'is set',
  $absent: 'is not set',
};

const lists: ReadonlySet<string> = new Set(['$in', '$nin']);

/** Operators whose row has no value. */
export const isLone = (operator: string) => operator === '$exists' || operator === '$absent';

type Scalar = string | number | boolean;
type Where = Readonly<Record<string, unknown>>;

/** The rows of a condition; what they say holds together. */
export function rowsOf(where: Where = {}): Row[] {
  return Object.entries(where).flatMap(([property, wanted]) => {
    const isOperators = typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted);
    const operators = isOperators ? Object.entries(wanted) : [['$eq', wanted] as const];
    return operators.map(([operator, operand]) => rowOf(property, operator, operand));
  });
}

function rowOf(property: string, operator: string, operand: unknown): Row {
  if (operator === '$exists') {
    return { property, operator: operand ? '$exists' : '$absent', value: '' };
  }
  const value = Array.isArray(operand) ? operand.map(typed).join(', ') : typed(operand);
  return { property, operator, value };
}

/** What a teammate types for a value: texts that look like something else are quoted. */
function typed(value: unknown): string {
  const isPlain =
    typeof value === 'string' &&
    value !== '' &&
    value === read(value) &&
    !/[,"]|^\s|\s$/.test(value);
  return isPlain ? value : JSON.stringify(value);
}

/** The condition that rows say; rows without a property say nothing. */
export function whereOf(rows: readonly Row[]): Where | undefined {
  const grouped = Map.groupBy(
    rows.filter(({ property }) => property.trim() !== ''),
    ({ property }) => property.trim(),
  );
  if (grouped.size === 0) return undefined;
  return Object.fromEntries([...grouped].map(([property, same]) => [property, wantedOf(same)]));
}

function wantedOf(rows: readonly Row[]): unknown {
  const operators = Object.fromEntries(
    rows.map(({ operator, value }) => {
      if (isLone(operator)) return ['$exists', operator === '$exists'];
      return [operator, lists.has(operator) ? splitList(value).map(read) : read(value.trim())];
    }),
  );
  const isOne = rows.length === 1 && '$eq' in operators;
  return isOne ? operators['$eq'] : operators;
}

/** Commas part values, but not within quotes. */
function splitList(text: string): string[] {
  const parts = [''];
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const isEscape = isQuoted && text[at] === '\\';
    const read = text.slice(at, at + (isEscape ? 2 : 1));
    if (read === '"') isQuoted = !isQuoted;
    if (read === ',' && !isQuoted) parts.push('');
    else parts[parts.length - 1] += read;
    if (isEscape) at += 1;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** A number, true, false or a quoted text as JSON has it; whatever else is a text. */
function read(text: string): Scalar {
  try {
    const value = parseExact(text);
    if (['string', 'number', 'boolean'].includes(typeof value)) return value as Scalar;
  } catch {
    return text;
  }
  return text;
}
