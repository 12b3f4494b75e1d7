// Boundaries of bins as they are typed and read.
import { binNames } from '@attune/core';

/** The numbers of a list that was typed; null where it is no ascending list of numbers. */
export function parseBoundaries(typed: string): number[] | null {
  const parts = typed
    .split(/[,;\s]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const boundaries = parts.map(Number);
  const isAscending = boundaries.every(
    (edge, at) => Number.isFinite(edge) && (at === 0 || edge > boundaries[at - 1]!),
  );
  return isAscending && boundaries.length < 20 ? boundaries : null;
}

/** "<10, 10-20, >=20". */
export const formatBins = (boundaries: readonly number[]): string =>
  binNames(boundaries).join(', ');
