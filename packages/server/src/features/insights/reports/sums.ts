// From cells to what the statistics ask for: sums by stratum and variation.
import type { Moments, Outcomes, PairMoments, WeightedPairMoments } from '@attune/core';
import { kindDefinitions, type Metric } from '../../experiences/metrics/index.ts';
import type { Cell } from './store.ts';

/** How a user came to their variation: by fixed weights, by moving ones, or not by a draw. */
export type Comparison = 'fixed' | 'dynamic' | 'none';

/** The chance of each variation in an allocation version, among those who took part. */
export type Shares = ReadonlyMap<number, ReadonlyMap<number, number>>;

/** Below so many users with an outcome from before the test, CUPED has nothing to use. */
const knownBeforeNeeded = 50;

const nothing: PairMoments = {
  ...{ users: 0, active: 0, sum: 0, squares: 0 },
  ...{ otherSum: 0, otherSquares: 0, products: 0 },
};
const momentNames = Object.keys(nothing) as (keyof PairMoments)[];

/** The sums of some cells. */
export function sumOf(cells: readonly Cell[]): PairMoments {
  const sum: Record<keyof PairMoments, number> = { ...nothing };
  for (const cell of cells) for (const name of momentNames) sum[name] += cell[name];
  return sum;
}

/** Sums by allocation version, and in each by variation in the order given. */
function strataOf(cells: readonly Cell[], variations: readonly number[]): PairMoments[][] {
  const versions = [...new Set(cells.map(({ version }) => version))].sort((a, b) => a - b);
  const strata = versions.map((version) =>
    variations.map((id) =>
      sumOf(cells.filter((cell) => cell.version === version && cell.variationId === id)),
    ),
  );
  return strata.filter((stratum) => stratum.some(({ users }) => users > 0));
}

/** The outcomes of some variations as the statistics read them. */
export function outcomesIn(
  cells: readonly Cell[],
  variations: readonly number[],
  how: { readonly kind: Metric['kind']; readonly comparison: Comparison; readonly shares: Shares },
): Outcomes {
  const { comparison, shares } = how;
  const { statistic } = kindDefinitions[how.kind];
  if (comparison === 'dynamic') {
    const weighted = variations.map((id) =>
      weightedOf(
        cells.filter(({ variationId }) => variationId === id),
        shares,
      ),
    );
    return { kind: statistic === 'ratio' ? 'weighted-ratio' : 'weighted', variations: weighted };
  }
  const strata = strataOf(cells, variations);
  if (statistic !== 'mean') return { kind: statistic, strata };
  return { kind: isKnownBefore(cells) ? 'adjusted' : 'mean', strata };
}

/** Did enough of the users do the same before they were exposed? */
function isKnownBefore(cells: readonly Cell[]): boolean {
  return cells.reduce((sum, { otherActive }) => sum + otherActive, 0) >= knownBeforeNeeded;
}

/** Each user counts by one over the chance that they had of their variation. */
function weightedOf(cells: readonly Cell[], shares: Shares): WeightedPairMoments {
  const sum = {
    ...{ users: 0, active: 0, weights: 0, weightSquares: 0, sum: 0, squaredWeightSum: 0 },
    ...{ squares: 0, otherSum: 0, squaredWeightOtherSum: 0, otherSquares: 0, products: 0 },
  };
  for (const cell of cells) {
    const share = shares.get(cell.version)?.get(cell.variationId) ?? 0;
    if (share === 0) continue;
    const w = 1 / share;
    sum.users += cell.users;
    sum.active += cell.active;
    sum.weights += w * cell.users;
    sum.weightSquares += w ** 2 * cell.users;
    sum.sum += w * cell.sum;
    sum.squaredWeightSum += w ** 2 * cell.sum;
    sum.squares += w ** 2 * cell.squares;
    sum.otherSum += w * cell.otherSum;
    sum.squaredWeightOtherSum += w ** 2 * cell.otherSum;
    sum.otherSquares += w ** 2 * cell.otherSquares;
    sum.products += w ** 2 * cell.products;
  }
  return sum;
}

/** The same outcomes where less is better: the best variation then has the least. */
export function turned(outcomes: Outcomes): Outcomes {
  switch (outcomes.kind) {
    case 'rate':
      return { kind: 'rate', strata: outcomes.strata.map((stratum) => stratum.map(missing)) };
    case 'mean':
      return { kind: 'mean', strata: outcomes.strata.map((stratum) => stratum.map(negative)) };
    case 'ratio':
    case 'adjusted':
      return {
        kind: outcomes.kind,
        strata: outcomes.strata.map((stratum) => stratum.map(negativePair)),
      };
    case 'weighted':
      return { kind: 'weighted', variations: outcomes.variations.map(negativeWeighted) };
    case 'weighted-ratio':
      return {
        kind: 'weighted-ratio',
        variations: outcomes.variations.map((each) => ({
          ...each,
          ...negativeWeighted(each),
          products: -each.products,
        })),
      };
  }
}

const missing = ({ users, active }: Moments): Moments => {
  const others = users - active;
  return { users, active: others, sum: others, squares: others };
};
const negative = <M extends Moments>(moments: M): M => ({ ...moments, sum: -moments.sum });
const negativePair = (pair: PairMoments): PairMoments => ({
  ...negative(pair),
  products: -pair.products,
});
const negativeWeighted = <M extends { readonly sum: number; readonly squaredWeightSum: number }>(
  moments: M,
): M => ({ ...moments, sum: -moments.sum, squaredWeightSum: -moments.squaredWeightSum });

/** The chances in each version: as it was published, where that is `known`, else as logged. */
export function sharesIn(cells: readonly Cell[], known: Shares): Shares {
  const shares = new Map<number, ReadonlyMap<number, number>>();
  for (const [version, those] of Map.groupBy(cells, (cell) => cell.version)) {
    shares.set(version, known.get(version) ?? loggedShares(those));
  }
  return shares;
}

function loggedShares(cells: readonly Cell[]): ReadonlyMap<number, number> {
  const propensities = new Map<number, number>();
  for (const [id, those] of Map.groupBy(cells, ({ variationId }) => variationId)) {
    const drawn = those.reduce((sum, cell) => sum + cell.drawn, 0);
    const all = those.reduce((sum, cell) => sum + cell.drawn * cell.propensity, 0);
    if (drawn > 0) propensities.set(id, all / drawn);
  }
  const total = [...propensities.values()].reduce((sum, one) => sum + one, 0);
  return new Map([...propensities].map(([id, propensity]) => [id, propensity / total]));
}
