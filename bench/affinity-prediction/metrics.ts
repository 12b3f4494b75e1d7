// How a ranking is judged against what was bought later, and how sure a mean over households is.

const depth = 10;
const top = 5;

/** The share of the values bought that are among the first 10. */
export function recall(ranking: readonly string[], bought: ReadonlySet<string>): number {
  return ranking.slice(0, depth).filter((value) => bought.has(value)).length / bought.size;
}

/** Of the first 5 values of two random rankings, the mean share that both have. */
export function overlap(rankings: readonly (readonly string[])[]): number {
  const holders = new Map<string, number>();
  for (const ranking of rankings) {
    for (const value of ranking.slice(0, top)) holders.set(value, (holders.get(value) ?? 0) + 1);
  }
  let shared = 0;
  for (const count of holders.values()) shared += count * (count - 1);
  return shared / (rankings.length * (rankings.length - 1)) / top;
}

/** One number a household; undefined where it had nothing to be judged by. */
export type Series = readonly (number | undefined)[];

export interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Random draws of households, the same for every series, so that differences are paired. */
export function makeResamples(households: number, resamples: number, seed: number): Uint32Array[] {
  const random = seededRandom(seed);
  return Array.from({ length: resamples }, () =>
    Uint32Array.from({ length: households }, () => Math.floor(random() * households)),
  );
}

/** Mean of a series with its 95 % percentile bootstrap interval. */
export function estimate(series: Series, resamples: readonly Uint32Array[]): Estimate {
  const means = resamples.map((draw) => meanOf(series, draw)).sort((a, b) => a - b);
  const at = (share: number): number => means[Math.floor(share * (means.length - 1))]!;
  return { mean: meanOf(series, series.keys()), low: at(0.025), high: at(0.975) };
}

/** The difference of two series, household by household. */
export function difference(a: Series, b: Series): Series {
  return a.map((value, at) => {
    const other = b[at];
    return value === undefined || other === undefined ? undefined : value - other;
  });
}

export function mean(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** FNV-1a of a text, 32 bits: which half a household falls into. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return hash;
}

function meanOf(series: Series, draw: Iterable<number>): number {
  let sum = 0;
  let count = 0;
  for (const at of draw) {
    const value = series[at];
    if (value === undefined) continue;
    sum += value;
    count += 1;
  }
  return sum / count;
}

/** A linear congruential generator of 48 bits (the constants of POSIX drand48), in [0, 1). */
export function seededRandom(seed: number): () => number {
  let state = (BigInt(seed >>> 0) << 16n) | 0x330en;
  return () => {
    state = (state * 0x5deece66dn + 0xbn) & 0xffffffffffffn;
    return Number(state) / 2 ** 48;
  };
}
