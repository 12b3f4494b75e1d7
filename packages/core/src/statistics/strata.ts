// Knows how users who came under different weights (allocation versions) are taken together.

import { type Estimate, type Moments, meanOf, varianceOf } from './moments.ts';

/** Moments by stratum and variation: `strata[k][v]`, variations always in the same order. */
export type Strata<M extends Moments = Moments> = readonly (readonly M[])[];

/**
 * Estimates the means of the chosen variations over the same mix of strata.
 *
 * Post-stratification: each stratum counts by its share of all users, so that days on which one
 * variation had more users favour none. A stratum in which one of the chosen has fewer than two
 * users says nothing about them together, and is left out. Cochran, "Sampling Techniques", 5A.9.
 */
export function estimateMeans(strata: Strata, chosen: readonly number[]): Estimate[] {
  const comparable = strata.filter((stratum) =>
    chosen.every((variation) => (stratum[variation] as Moments).users > 1),
  );
  const sizes = comparable.map((stratum) => stratum.reduce((all, { users }) => all + users, 0));
  const total = sizes.reduce((all, size) => all + size, 0);
  return chosen.map((variation) => {
    const sums = { users: 0, active: 0, mean: 0, variance: 0 };
    comparable.forEach((stratum, at) => {
      const moments = stratum[variation] as Moments;
      const share = (sizes[at] as number) / total;
      sums.users += moments.users;
      sums.active += moments.active;
      sums.mean += share * meanOf(moments);
      sums.variance += (share ** 2 * varianceOf(moments)) / moments.users;
    });
    return { ...sums, information: sums.users };
  });
}
