// Whether a file's addresses are paths alone, as its first rows show.
import { isPathAlone } from '@attune/core';
import type { MappingDraft } from './mapping-draft.ts';

interface Result {
  readonly column: string;
  readonly examples: readonly { readonly before: string | null }[];
}

interface Seen {
  /** Columns of the suggested mapping. */
  readonly paths: readonly string[];
  /** What the mapping makes of the first rows; undefined: they were not read with it yet. */
  readonly results: readonly Result[] | undefined;
}

/** With one of the paths, once it is known; undefined: the file has whole addresses. */
export function pathsIn(
  { rules }: MappingDraft,
  { paths, results }: Seen,
): { readonly example?: string } | undefined {
  const isAddress = (column: string) => rules.get(column)?.as === 'url';
  if (!results) return paths.some(isAddress) ? {} : undefined;
  for (const { column, examples } of results) {
    if (!isAddress(column)) continue;
    const [example, ...others] = examples.flatMap(({ before }) =>
      before !== null && isPathAlone(before) ? before : [],
    );
    if (example !== undefined && 2 * (others.length + 1) > examples.length) return { example };
  }
  return undefined;
}
