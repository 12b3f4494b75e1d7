// Which mapping is suggested for a file: one that was tried on its rows, and is no worse than none.
import { applyMapping } from './apply-mapping.ts';
import { requiredColumns } from './column.ts';
import { describeFileColumns, type FileColumn } from './file-columns.ts';
import { itemReader } from './item.ts';
import { checkMapping, type Mapping } from './mapping.ts';
import type { MappingFile } from './mapping-file.ts';
import { nearestColumns } from './nearest-columns.ts';
import { type CountedNote, noteCounter } from './note.ts';
import { pathsAlone } from './paths-alone.ts';
import { parentCollector, rowShaper } from './shape-rows.ts';
import { mappingByNames, presetMapping } from './suggest-mapping.ts';

/** What a mapping makes of some rows. */
export interface Trial {
  readonly accepted: number;
  readonly rejected: number;
  readonly skipped: number;
  readonly currencies: readonly string[];
  readonly notes: readonly CountedNote[];
}

export interface Suggestion extends Trial {
  /** The system whose file it seems to be. */
  readonly preset: string | null;
  readonly mapping: MappingFile;
  /** Does it make more items than no mapping? */
  readonly isBetter: boolean;
  /** Required columns that nothing was found for, with those of the file that come nearest. */
  readonly missing: readonly { readonly column: string; readonly nearest: readonly string[] }[];
  /** Our columns whose addresses lack the shop's. */
  readonly paths: readonly string[];
}

/** Reads the columns as they are called, where they are called as ours are. */
const none: MappingFile = { columns: {}, keepOthers: true };

/**
 * Suggests a mapping for a file of which these are the first rows; `base` is where the shop is, as
 * `https://shop.example`, for addresses that lack it. Of the mapping of a known system, one by the
 * names of columns, and none, the first that makes the most items.
 */
export function suggestMapping(
  rows: readonly unknown[],
  vertical: string,
  { header = [], base }: { readonly header?: readonly string[]; readonly base?: string } = {},
): Suggestion {
  const columns = describeFileColumns(rows, header);
  const preset = presetMapping(columns, rows);
  const candidates = [
    ...(preset ? [{ preset: preset.name, mapping: preset.mapping }] : []),
    { preset: null, mapping: mappingByNames(columns, rows) },
    { preset: null, mapping: none },
  ].map((one) => {
    const mapping = base === undefined ? one.mapping : { ...one.mapping, base };
    return { ...one, mapping, trial: tryMapping(mapping, rows, vertical) };
  });
  // Rows that a mapping skips it has understood; one that skips all has not.
  const understood = ({ trial: { accepted, skipped } }: { readonly trial: Trial }) =>
    accepted === 0 ? 0 : accepted + skipped;
  const most = Math.max(...candidates.map(understood));
  const best = candidates.find((one) => understood(one) === most)!;
  // Where no row is an item yet, the mapping that knows most is the one to go on from.
  const { mapping, trial, preset: name } = most > 0 ? best : candidates[0]!;
  const isAny = trial.currencies.length > 1;
  return {
    ...{ ...trial, preset: name, isBetter: most > understood(candidates.at(-1)!) },
    mapping: isAny ? { ...mapping, currency: 'any' } : mapping,
    missing: missingIn(mapping, columns, vertical),
    paths: pathsIn(mapping, rows),
  };
}

/** Tries a mapping on rows. A mapping with faults accepts none. */
function tryMapping(file: unknown, rows: readonly unknown[], vertical: string): Trial {
  const checked = checkMapping(file);
  const state = { accepted: 0, rejected: 0, skipped: 0 };
  const notes = noteCounter();
  const currencies = new Set<string>();
  if (!checked.ok) return { ...state, rejected: rows.length, currencies: [], notes: [] };
  const read = itemReader(vertical);
  for (const one of shaped(checked.mapping, rows)) {
    if ('skipped' in one) {
      state.skipped += 1;
      continue;
    }
    const mapped = applyMapping(checked.mapping, one.row);
    if (mapped.ok && mapped.currency !== undefined) currencies.add(mapped.currency);
    const result = mapped.ok ? read(mapped.row, checked.mapping.asked) : mapped;
    if (!result.ok) state.rejected += 1;
    else {
      state.accepted += 1;
      if (mapped.ok) notes.add(mapped.notes);
      if ('notes' in result) notes.add(result.notes);
    }
  }
  return { ...state, currencies: [...currencies].sort(), notes: notes.all() };
}

function pathsIn(file: MappingFile, rows: readonly unknown[]): readonly string[] {
  const checked = checkMapping(file);
  if (!checked.ok) return [];
  const found = shaped(checked.mapping, rows);
  return pathsAlone(
    checked.mapping,
    found.flatMap((one) => ('skipped' in one ? [] : [one.row])),
  );
}

function shaped(mapping: Mapping, rows: readonly unknown[]) {
  const parents = parentCollector(mapping);
  for (const row of rows) parents.add(row);
  const shaper = rowShaper(mapping, parents.found);
  return [...rows.flatMap((row, line) => shaper.add({ line, row })), ...shaper.end()];
}

function missingIn(
  { columns }: MappingFile,
  found: readonly FileColumn[],
  vertical: string,
): Suggestion['missing'] {
  const names = new Set(found.map(({ column }) => column));
  return requiredColumns(vertical)
    .filter((column) => !Object.hasOwn(columns, column) && !names.has(column))
    .map((column) => ({ column, nearest: nearestColumns(column, found) }));
}
