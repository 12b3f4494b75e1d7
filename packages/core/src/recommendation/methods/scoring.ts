// How near two items are that were together so often, each having been there so often.

import type { Neighbourhood } from '../definition.ts';

/**
 * The score of a pair: `together` is how often both were there, `a` and `b` how often each was,
 * `all` how many units there are; h is the shrinkage. With weights (decay), all are sums of them.
 *
 * - count: together; there is no divisor, so that shrinkage says nothing.
 * - cosine: together / (sqrt(a) x sqrt(b) + h)
 * - jaccard: together / (a + b - together + h); of weights it is the Tanimoto coefficient.
 * - lift: together / (a x b / all + h): over how often they would meet by chance.
 */
export function scorePair(
  { scoring, shrinkage }: Pick<Neighbourhood, 'scoring' | 'shrinkage'>,
  together: number,
  a: number,
  b: number,
  all: number,
): number {
  switch (scoring) {
    case 'count':
      return together;
    case 'cosine':
      return together / (Math.sqrt(a) * Math.sqrt(b) + shrinkage);
    case 'jaccard':
      return together / (a + b - together + shrinkage);
    case 'lift':
      return together / ((a * b) / all + shrinkage);
  }
}
