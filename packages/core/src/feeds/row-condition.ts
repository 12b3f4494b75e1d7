// Conditions on rows of a file, such as which of them to skip.
import { shown } from './json.ts';
import { listOf, membersOf, type Report, readPaths } from './mapping-check.ts';
import { type Path, valueAt } from './mapping-path.ts';
import { scalarText } from './scalar.ts';

export type RowCondition =
  | { readonly kind: 'in'; readonly from: readonly Path[]; readonly texts: ReadonlySet<string> }
  | { readonly kind: 'filled'; readonly from: readonly Path[]; readonly filled: boolean }
  | { readonly kind: 'all'; readonly all: readonly RowCondition[] };

const VALUES_MAX = 100;
const ALL_MAX = 10;
const fields = new Set(['from', 'in', 'filled', 'all']);

/** Reads `{ from, in: [...] }`, `{ from, filled: true }` or `{ all: [...] }`. */
export function readCondition(
  json: unknown,
  pointer: string,
  report: Report,
): RowCondition | undefined {
  const members = membersOf(json, fields, pointer, report);
  if (!members) return undefined;
  const { all, filled, in: values } = members;
  const stated = [all, filled, values].filter((one) => one !== undefined);
  if (stated.length !== 1 || (all !== undefined && members['from'] !== undefined)) {
    report(pointer, 'must have `from` with `in` or `filled`, or `all` alone');
    return undefined;
  }
  if (all !== undefined) {
    const parts = listOf(all, ALL_MAX, `${pointer}/all`, report).map((one, at) =>
      readCondition(one, `${pointer}/all/${at}`, report),
    );
    return { kind: 'all', all: parts.filter((one) => one !== undefined) };
  }
  const from = readPaths(members['from'], `${pointer}/from`, report);
  if (filled !== undefined) {
    if (typeof filled !== 'boolean') report(`${pointer}/filled`, 'must be true or false');
    return { kind: 'filled', from, filled: filled === true };
  }
  const texts = listOf(values, VALUES_MAX, `${pointer}/in`, report).flatMap((value, at) => {
    const text = scalarText(value);
    if (text === undefined) report(`${pointer}/in/${at}`, `must be a text, not ${shown(value)}`);
    return text === undefined ? [] : [text.toLowerCase()];
  });
  return { kind: 'in', from, texts: new Set(texts) };
}

/** Does a row meet it? Texts are compared without their case. */
export function holds(condition: RowCondition, row: unknown): boolean {
  if (condition.kind === 'all') return condition.all.every((one) => holds(one, row));
  let found: unknown;
  for (const path of condition.from) {
    const value = valueAt(row, path);
    if (value === undefined || value === null || scalarText(value) === '') continue;
    found = value;
    break;
  }
  if (condition.kind === 'filled') return (found !== undefined) === condition.filled;
  return condition.texts.has(scalarText(found)?.toLowerCase() ?? '');
}
