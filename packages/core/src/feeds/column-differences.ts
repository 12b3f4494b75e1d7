// What differs between two versions of an item, column by column; and its localised forms.
import { differencesOf } from '../text/difference.ts';
import { localisedName } from './column.ts';
import type { Item } from './item.ts';
import type { Json } from './json.ts';

export interface ColumnDifference {
  readonly column: string;
  /** Absent: the item had no such column. */
  readonly before?: Json;
  /** Absent: the column is gone. */
  readonly after?: Json;
}

/** The columns in which two versions of an item differ, by name; an absent version has none. */
export function columnDifferences(
  before: Item | undefined,
  after: Item | undefined,
): ColumnDifference[] {
  const [old, present] = [before ?? {}, after ?? {}] as Readonly<Record<string, Json>>[];
  const columns = [...new Set([...Object.keys(old!), ...Object.keys(present!)])].sort();
  return columns.flatMap((column) => {
    const was = Object.hasOwn(old!, column) ? old![column] : undefined;
    const is = Object.hasOwn(present!, column) ? present![column] : undefined;
    if (was !== undefined && is !== undefined && differencesOf(was, is).length === 0) return [];
    return [
      {
        column,
        ...(was !== undefined && { before: was }),
        ...(is !== undefined && { after: is }),
      },
    ];
  });
}

export interface LocalisedPart {
  readonly locale: string;
  readonly columns: Readonly<Record<string, Json>>;
}

/** What an item says in other languages: `lng:de_DE:name` is the column `name` of `de_DE`. */
export function localisedParts(item: Item): LocalisedPart[] {
  const parts = new Map<string, [string, Json][]>();
  for (const [column, value] of Object.entries(item)) {
    const name = localisedName(column);
    if (name) parts.set(name.locale, [...(parts.get(name.locale) ?? []), [name.column, value]]);
  }
  return [...parts].map(([locale, columns]) => ({ locale, columns: Object.fromEntries(columns) }));
}
