// What a mapping makes of a file's first rows, column by column: how full, with examples.
import { firstFound, readRule } from './apply-mapping.ts';
import { isArray, isJsonObject, type Json } from './json.ts';
import type { Mapping } from './mapping.ts';
import { scalarText } from './scalar.ts';

export interface Example {
  /** As the file has it; null where the rule alone says it. */
  readonly before: string | null;
  /** null: it cannot be read. */
  readonly after: Json;
  readonly fault?: string;
}

export interface ColumnResult {
  /** Ours. */
  readonly column: string;
  /** Share of the rows in which it has a value. */
  readonly filled: number;
  readonly examples: readonly Example[];
}

const examplesMost = 3;
const textMost = 300;

/** Takes rows as the mapping's rules read them: shaped, not mapped. */
export function exampleCollector(mapping: Mapping) {
  const columns = mapping.columns.map((rule) => ({
    ...{ rule, filled: 0, faulty: 0 },
    examples: new Map<string, Example>(),
  }));
  let rows = 0;
  return {
    add: (row: unknown): void => {
      if (!isJsonObject(row)) return;
      rows += 1;
      for (const of of columns) {
        const { value, fault } = readRule(of.rule, row, mapping);
        if (value !== undefined) of.filled += 1;
        if (value === undefined && fault === undefined) continue;
        const before = textOf(firstFound(of.rule, row));
        const key = `${fault !== undefined} ${before ?? JSON.stringify(value)}`;
        // Of what cannot be read one example is enough, whatever comes before it.
        const isRoom = fault === undefined ? of.examples.size < examplesMost : of.faulty === 0;
        if (!isRoom || of.examples.has(key)) continue;
        if (fault !== undefined) of.faulty += 1;
        of.examples.set(key, { before, after: value ?? null, ...(fault && { fault }) });
      }
    },
    all: (): ColumnResult[] =>
      columns.map(({ rule, filled, examples }) => ({
        ...{ column: rule.column, filled: rows === 0 ? 0 : filled / rows },
        examples: [...examples.values()],
      })),
  };
}

function textOf(value: Json | undefined): string | null {
  if (value === undefined) return null;
  const isList = isArray(value) && value.every((one) => scalarText(one) !== undefined);
  const text = isList ? value.map(scalarText).join(', ') : scalarText(value);
  return (text ?? JSON.stringify(value)).slice(0, textMost).toWellFormed();
}
