// A condition while it is being written: as rows, or as the JSON that code writes.
import { formatJson, parseJson } from '../json/fault.ts';
import { isRecord, readCondition } from './read.ts';
import { everybody, type Group } from './rows.ts';
import { writeCondition } from './write.ts';

export interface Targeting {
  readonly rows: Group;
  /** While it is written as JSON, which may not be finished; the rows are then of no account. */
  readonly text?: string;
}

export const forEverybody: Targeting = { rows: everybody };

export const targetingOf = (condition: unknown): Targeting => ({ rows: readCondition(condition) });

export type ParsedCondition =
  | { readonly condition: Readonly<Record<string, unknown>>; readonly fault?: undefined }
  | { readonly fault: string };

/** The condition that is meant, or why it is none yet. */
export function conditionOf({ rows, text }: Targeting): ParsedCondition {
  if (text === undefined) return { condition: writeCondition(rows).condition };
  const parsed = parseJson(text);
  if (parsed.fault) {
    const { line, column, detail } = parsed.fault;
    return { fault: `Line ${line}, column ${column}: ${detail}` };
  }
  if (!isRecord(parsed.json)) return { fault: 'A condition is an object: { … }' };
  return { condition: parsed.json };
}

/** The same, written as JSON. */
export const asText = ({ rows }: Targeting): Targeting => ({
  rows,
  text: formatJson(writeCondition(rows).condition),
});

/** The same as rows; undefined while the text is no condition. */
export function asRows(targeting: Targeting): Targeting | undefined {
  const parsed = conditionOf(targeting);
  return parsed.fault === undefined ? targetingOf(parsed.condition) : undefined;
}
