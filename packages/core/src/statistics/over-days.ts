// Knows how the days of a test become one belief while the times change: what all variations of a
// day have in common is taken out, and old days fade.

import type { PairMoments } from './moments.ts';

/** One day: how old it is, and the sums of each variation, always in the same order. */
export interface DayOfSums {
  /** Days before the latest one. */
  readonly age: number;
  readonly variations: readonly PairMoments[];
}

/** In so many days an outcome loses half of its weight: chosen in bench/dynamic-weights.ts. */
const defaultHalfLifeDays = 28;

const mostRounds = 200;
const closeEnough = 1e-10;

/**
 * The sums of each variation over days, as they would be if every day had been alike.
 *
 * A day's level is how much more came of its users than of those of other days, whatever they were
 * given: outcome(variation, day) is taken to be rate(variation) x level(day), fitted by iterative
 * proportional fitting (Deming and Stephan 1940), which is the maximum likelihood of Poisson
 * counts. A user then counts as `level` users, so that a variation that had its users on good days
 * is not taken for a good one. Outcomes below 0 have no levels; then all days count alike.
 */
export function sumOverDays(
  days: readonly DayOfSums[],
  by: 'users' | 'otherSum' = 'users',
  halfLifeDays = defaultHalfLifeDays,
): PairMoments[] {
  const faded = days.map(({ age, variations }) =>
    variations.map((sums) => times(sums, 2 ** (-age / halfLifeDays))),
  );
  const levels = levelsOf(faded, by);
  return (faded[0] ?? []).map((_, at) =>
    faded
      .map((variations, day) => atLevel(variations[at]!, levels[day]!, by))
      .reduce((sum, each) => added(sum, each)),
  );
}

/** The levels of days, of which the mean by users is 1. */
function levelsOf(days: readonly (readonly PairMoments[])[], by: 'users' | 'otherSum'): number[] {
  const even = days.map(() => 1);
  if (days.some((variations) => variations.some(({ sum }) => sum < 0))) return even;
  const count = days[0]?.length ?? 0;
  const outcomes = days.map((variations) => variations.reduce((all, { sum }) => all + sum, 0));
  let rates = Array<number>(count).fill(1);
  let levels = even;
  for (let round = 0; round < mostRounds; round += 1) {
    levels = days.map((variations, day) => {
      const expected = variations.reduce((all, sums, at) => all + sums[by] * rates[at]!, 0);
      return expected > 0 ? outcomes[day]! / expected : 0;
    });
    const next = rates.map((_, at) => {
      const expected = days.reduce((all, variations, day) => {
        return all + variations[at]![by] * levels[day]!;
      }, 0);
      const seen = days.reduce((all, variations) => all + variations[at]!.sum, 0);
      return expected > 0 ? seen / expected : 0;
    });
    const moved = Math.max(...next.map((rate, at) => Math.abs(rate - rates[at]!)));
    rates = next;
    if (moved < closeEnough) break;
  }
  const users = days.map((variations) => variations.reduce((all, sums) => all + sums[by], 0));
  const all = users.reduce((sum, each) => sum + each, 0);
  const weighed = users.reduce((sum, each, day) => sum + each * levels[day]!, 0);
  return weighed > 0 ? levels.map((level) => (level * all) / weighed) : even;
}

function atLevel(sums: PairMoments, level: number, by: 'users' | 'otherSum'): PairMoments {
  if (by === 'users') return { ...sums, users: sums.users * level };
  return {
    ...sums,
    otherSum: sums.otherSum * level,
    otherSquares: sums.otherSquares * level ** 2,
    products: sums.products * level,
  };
}

function times(sums: PairMoments, factor: number): PairMoments {
  return combined(sums, sums, (one) => one * factor);
}

function added(one: PairMoments, other: PairMoments): PairMoments {
  return combined(one, other, (a, b) => a + b);
}

function combined(
  one: PairMoments,
  other: PairMoments,
  of: (a: number, b: number) => number,
): PairMoments {
  return {
    users: of(one.users, other.users),
    active: of(one.active, other.active),
    sum: of(one.sum, other.sum),
    squares: of(one.squares, other.squares),
    otherSum: of(one.otherSum, other.otherSum),
    otherSquares: of(one.otherSquares, other.otherSquares),
    products: of(one.products, other.products),
  };
}
