// What presets share: the columns of a file under any spelling, and rules that many systems need.
import { bareName, type MappingFile, pathOf, type RuleFile } from '../mapping-file.ts';

export interface Preset {
  /** As it is shown. */
  readonly name: string;
  /** The mapping of a file of this system; undefined for a file of another. */
  readonly mappingOf: (file: FileLook) => MappingFile | undefined;
}

/** The columns of a file, found by their names. */
export interface FileLook {
  readonly columns: readonly string[];
  readonly has: (...names: readonly string[]) => boolean;
  /** Paths to those of these columns that the file has, in this order. */
  readonly paths: (...names: readonly string[]) => readonly string[];
  /** Some values of a column. */
  readonly samples: (name: string) => readonly string[];
}

export interface LookedColumn {
  readonly column: string;
  readonly samples: readonly string[];
}

/** Looks at columns under any spelling of their names. */
export function lookAt(columns: readonly LookedColumn[]): FileLook {
  const byName = new Map<string, LookedColumn>();
  for (const column of columns) {
    const name = bareName(column.column);
    if (!byName.has(name)) byName.set(name, column);
  }
  const find = (name: string) => byName.get(bareName(name));
  return {
    columns: columns.map(({ column }) => column),
    has: (...names) => names.every((name) => find(name) !== undefined),
    paths: (...names) => names.flatMap((name) => (find(name) ? [pathOf(find(name)!.column)] : [])),
    samples: (name) => find(name)?.samples ?? [],
  };
}

/** The rules that have something to begin with. */
export function rulesOf(
  rules: Readonly<Record<string, RuleFile | undefined>>,
): Record<string, RuleFile> {
  const isFound = ({ from, template, default: fallback, cases }: RuleFile) =>
    fallback !== undefined || cases !== undefined || [from ?? template ?? []].flat().length > 0;
  return Object.fromEntries(
    Object.entries(rules).filter(
      (entry): entry is [string, RuleFile] => entry[1] !== undefined && isFound(entry[1]),
    ),
  );
}

/** A description as text: the pages of shops are HTML. */
export const proseOf = (from: readonly string[]): RuleFile => ({
  ...{ from, text: ['strip', 'decode', 'trim'], as: 'string', optional: true },
});

export const namedOf = (from: readonly string[]): RuleFile => ({
  ...{ from, text: ['decode', 'trim'], as: 'string' },
});

export const optional = (rule: RuleFile): RuleFile => ({ ...rule, optional: true });

/** What shop systems call a product that no one gave a category. */
export const uncategorized: Pick<RuleFile, 'default'> = { default: ['Uncategorized'] };

export const template = (...texts: readonly (string | false)[]): RuleFile => ({
  template: texts.filter((text) => text !== false),
});

/** From when until when a reduced price holds, in columns of their own; either may be blank. */
export const datesOf = (
  [from]: readonly string[],
  [until]: readonly string[],
): RuleFile | undefined =>
  from !== undefined && until !== undefined
    ? optional({
        ...template(`{${from}} / {${until}}`, `{${from}} / `, ` / {${until}}`),
        as: 'period',
      })
    : undefined;
