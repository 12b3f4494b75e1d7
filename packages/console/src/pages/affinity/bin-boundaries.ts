// Boundaries of bins as they are typed and read.
import { bandNames } from '@attune/core';

/** The numbers of a list that was typed; null where it is no ascending list of numbers. */
export function readEdges(typed: string): number[] | null {
  const parts = typed
    .split(/[,;\s]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const edges = parts.map(Number);
  const isAscending = edges.every(
    (edge, at) => Number.isFinite(edge) && (at === 0 || edge > edges[at - 1]!),
  );
  return isAscending && edges.length < 20 ? edges : null;
}

/** "<10, 10-20, >=20". */
export const sayBands = (edges: readonly number[]): string => bandNames(edges).join(', ');
