// Reproducible chance: the same seed gives the same draws on every machine and version.

/** A stream of draws; each use moves it on. */
export interface Random {
  /** From 0 (included) to 1 (excluded). */
  readonly fraction: () => number;
  /** An integer, both ends included. */
  readonly between: (least: number, most: number) => number;
  /** True in that share of the draws, 0 to 1. */
  readonly chance: (share: number) => boolean;
  /** An element of a list that is not empty. */
  readonly pick: <T>(list: readonly T[]) => T;
  /** So many different elements of a list, or all of them, in drawn order. */
  readonly some: <T>(list: readonly T[], count: number) => T[];
}

/**
 * Starts a stream. The seed is hashed by FNV-1a; the n-th draw is the finaliser of MurmurHash3 on
 * seed + n times an odd constant (the form of SplitMix: Steele, Lea and Flood, OOPSLA 2014).
 */
export function seededRandom(seed: string): Random {
  let state = hash(seed);
  const fraction = () => {
    state = (state + 0x9e3779b9) | 0;
    return (mix(state) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) =>
    least + Math.floor(fraction() * (most - least + 1));
  return {
    fraction,
    between,
    chance: (share) => fraction() < share,
    pick<T>(list: readonly T[]) {
      if (list.length === 0) throw new Error('there is nothing to pick from');
      return list[between(0, list.length - 1)] as T;
    },
    some<T>(list: readonly T[], count: number) {
      const left = [...list];
      const drawn: T[] = [];
      while (drawn.length < count && left.length > 0) {
        drawn.push(...left.splice(between(0, left.length - 1), 1));
      }
      return drawn;
    },
  };
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value;
}

function mix(word: number): number {
  let value = word;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}
