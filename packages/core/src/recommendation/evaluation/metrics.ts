// How good one list is for one user: the formulas, each with what it divides by.

/** Figures of one list cut at K, all from 0 to 1. */
export interface Figures {
  readonly precision: number;
  readonly recall: number;
  readonly ndcg: number;
  readonly map: number;
  readonly hitRate: number;
  readonly mrr: number;
}

export const figureNames = ['precision', 'recall', 'ndcg', 'map', 'hitRate', 'mrr'] as const;

/**
 * Judges a list by the items that the user turned out to want, each once, at least one. hit(r) is
 * 1 where the item at rank r (from 1) is one of them; n is the length of the list, K at most; all
 * sums are over r from 1 to n. As the published code of Ferrari Dacrema et al. (TOIS 2021) has
 * them, for relevance that is 0 or 1:
 *
 * - precision = hits / n: a list that is shorter than K is divided by its own length
 * - recall = hits / items wanted, however many more than K those are
 * - ndcg = sum of hit(r) / log2(r + 1), over the same sum for the ideal list, which has all items
 *   wanted: it is not cut at K, so that 1 is out of reach where more than K are wanted
 * - map = sum of hit(r) x hits up to r / r, over the smaller of items wanted and n
 * - hitRate = 1 where there is a hit. Their code adds up hits there, which is n x precision; where
 *   one item is wanted, as in their paper's tables, the two are the same.
 * - mrr = 1 / the rank of the first hit, 0 without one
 *
 * An empty list has 0 everywhere. Means are over all users judged.
 */
export function judge(list: readonly string[], wanted: ReadonlySet<string>, k: number): Figures {
  let hits = 0;
  let gain = 0;
  let precisions = 0;
  let first = 0;
  const length = Math.min(k, list.length);
  for (let rank = 1; rank <= length; rank++) {
    if (!wanted.has(list[rank - 1]!)) continue;
    hits += 1;
    gain += 1 / Math.log2(rank + 1);
    precisions += hits / rank;
    if (first === 0) first = rank;
  }
  if (hits === 0) return { precision: 0, recall: 0, ndcg: 0, map: 0, hitRate: 0, mrr: 0 };
  let ideal = 0;
  for (let rank = 1; rank <= wanted.size; rank++) ideal += 1 / Math.log2(rank + 1);
  return {
    precision: hits / length,
    recall: hits / wanted.size,
    ndcg: gain / ideal,
    map: precisions / Math.min(wanted.size, length),
    hitRate: 1,
    mrr: 1 / first,
  };
}
