// How the best of very many candidates are kept without sorting them all.

/** Keys hold a score and an item in the 53 bits of a whole number: 31 for the one, 22 the other. */
const itemRange = 2 ** 22;
const maxBits = 0x7fff_ffff;

/** The most items that a model can number. */
export const mostModelItems = itemRange;

/** The best `limit` of what is offered. */
export interface Best {
  /** Offers an item once. Its score counts as a 32-bit float; 0 and less is no candidate. */
  readonly offer: (item: number, score: number) => void;
  /** Hands over the best, highest score first, of equal scores the lower item; and forgets all. */
  readonly take: (each: (item: number, score: number) => void) => void;
}

export function makeBest(limit: number): Best {
  const keys = new Float64Array(Math.max(4 * limit, 256));
  const float = new Float32Array(1);
  const bits = new Uint32Array(float.buffer);
  let size = 0;
  let worst = Number.POSITIVE_INFINITY;
  const cut = (): void => {
    keys.subarray(0, size).sort();
    if (size < limit) return;
    size = limit;
    worst = keys[limit - 1]!;
  };
  return {
    offer: (item, score) => {
      if (!(score > 0)) return;
      float[0] = score;
      // Floats above 0 are in the order of their bits; the best has the lowest key.
      const key = (maxBits - bits[0]!) * itemRange + item;
      if (key >= worst) return;
      keys[size] = key;
      size += 1;
      if (size === keys.length) cut();
    },
    take: (each) => {
      cut();
      for (let at = 0; at < size; at++) {
        const key = keys[at]!;
        bits[0] = maxBits - Math.floor(key / itemRange);
        if (float[0]! > 0) each(key % itemRange, float[0]!);
      }
      size = 0;
      worst = Number.POSITIVE_INFINITY;
    },
  };
}

/**
 * The items with scores above 0, the highest as a 32-bit float first, of equal ones the lower item.
 * `scores` is by item.
 */
export function sortByScore(items: ArrayLike<number>, scores: ArrayLike<number>): Uint32Array {
  const float = new Float32Array(1);
  const bits = new Uint32Array(float.buffer);
  const keys = new Float64Array(items.length);
  let size = 0;
  for (let at = 0; at < items.length; at++) {
    const item = items[at]!;
    float[0] = scores[item]!;
    if (!(float[0] > 0)) continue;
    keys[size] = (maxBits - bits[0]!) * itemRange + item;
    size += 1;
  }
  return Uint32Array.from(keys.subarray(0, size).sort(), (key) => key % itemRange);
}
