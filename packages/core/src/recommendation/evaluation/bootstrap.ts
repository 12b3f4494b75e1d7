// How sure a mean over users is: percentile bootstrap, the same draws for every strategy.

/** A mean with its 95 % interval. */
export interface OverUsers {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/**
 * How often each user is drawn, for each resample. The draws are a function of the seed, and the
 * same for all series of as many users, so that differences of series are paired.
 */
export function drawUsers(users: number, resamples: number, seed: number): Uint16Array[] {
  const random = seededRandom(seed);
  return Array.from({ length: resamples }, () => {
    const times = new Uint16Array(users);
    for (let draw = 0; draw < users; draw++) times[Math.floor(random() * users)]! += 1;
    return times;
  });
}

/** The mean of one number a user, and the 2.5th and 97.5th percentile of the resampled means. */
export function intervalOf(series: Float64Array, draws: readonly Uint16Array[]): OverUsers {
  const count = series.length;
  let sum = 0;
  for (const value of series) sum += value;
  const means = Float64Array.from(draws, (times) => {
    let total = 0;
    for (let user = 0; user < count; user++) total += times[user]! * series[user]!;
    return total / count;
  }).sort();
  const at = (share: number): number =>
    means[Math.round(share * (means.length - 1))] ?? sum / count;
  return { mean: sum / count, low: at(0.025), high: at(0.975) };
}

/** Mulberry32: numbers in [0, 1) of a 32-bit seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
