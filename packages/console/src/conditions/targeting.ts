// A condition while it is being written: as rows, or as the JSON that code writes.
import { formatJson, parseJson } from '../json/fault.ts';
import { isRecord, readCondition } from './read.ts';
import { everybody, type Group, openRows } from './rows.ts';
import { writeCondition } from './write.ts';

export interface Targeting {
  readonly rows: Group;
  /** While it is written as JSON, which may not be finished; the rows are then of no account. */
  readonly text?: string;
}

export interface Fault {
  /** From the condition's root. */
  readonly pointer: string;
  readonly detail: string;
}

export const forEverybody: Targeting = { rows: everybody };

export const targetingOf = (condition: unknown): Targeting => ({ rows: readCondition(condition) });

export interface ParsedCondition {
  readonly condition: Readonly<Record<string, unknown>>;
  /** Why it is none yet, place by place; none: it is one. */
  readonly faults: readonly Fault[];
}

/** The condition that is meant, and what is missing in it. */
export function conditionOf({ rows, text }: Targeting): ParsedCondition {
  if (text === undefined) {
    const { condition, places } = writeCondition(rows);
    const faults = openRows(rows).map((row) => ({
      pointer: places.get(row) ?? '',
      detail: 'Choose a value, or remove this condition.',
    }));
    return { condition, faults };
  }
  const wrong = (detail: string) => ({ condition: {}, faults: [{ pointer: '', detail }] });
  const parsed = parseJson(text);
  if (parsed.fault) {
    const { line, column, detail } = parsed.fault;
    return wrong(`Line ${line}, column ${column}: ${detail}`);
  }
  if (!isRecord(parsed.json)) return wrong('A condition is an object: { … }');
  return { condition: parsed.json, faults: [] };
}

/** The same, written as JSON. */
export const asText = ({ rows }: Targeting): Targeting => ({
  rows,
  text: formatJson(writeCondition(rows).condition),
});

/** The same as rows; undefined while the text is no condition. */
export function asRows(targeting: Targeting): Targeting | undefined {
  const { condition, faults } = conditionOf(targeting);
  return faults.length === 0 ? targetingOf(condition) : undefined;
}
