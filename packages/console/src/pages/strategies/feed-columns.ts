// What columns a feed has and what they hold, found in some of its items.
import type { ColumnKind } from './recipe/filters.ts';
import type { Column } from './recipe/recipe-context.ts';

type Item = Readonly<Record<string, unknown>>;

/** So many values of a column are offered. */
const valuesMax = 50;

/** By name; localised columns are left out, for they are read by their plain name. */
export function columnsIn(items: readonly Item[]): readonly Column[] {
  const names = new Set(items.flatMap((item) => Object.keys(item)));
  return [...names]
    .filter((name) => !name.startsWith('lng:'))
    .sort()
    .map((name) => {
      const cells = items.map((item) => item[name]).filter((cell) => (cell ?? '') !== '');
      return { name, kind: kindOf(cells), values: valuesOf(cells) };
    });
}

function kindOf(cells: readonly unknown[]): ColumnKind {
  if (cells.some(Array.isArray)) return 'list';
  const all = (type: string) => cells.length > 0 && cells.every((cell) => typeof cell === type);
  return all('number') ? 'number' : all('boolean') ? 'boolean' : 'text';
}

function valuesOf(cells: readonly unknown[]): readonly string[] {
  const texts = cells.flat().filter((cell): cell is string => typeof cell === 'string');
  return [...new Set(texts)].sort().slice(0, valuesMax);
}

/** The locales of `lng:<locale>:<column>`. */
export function localesIn(items: readonly Item[]): readonly string[] {
  const names = new Set(items.flatMap((item) => Object.keys(item)));
  const locales = [...names].flatMap((name) => /^lng:([^:]+):/.exec(name)?.[1] ?? []);
  return [...new Set(locales)].sort();
}
