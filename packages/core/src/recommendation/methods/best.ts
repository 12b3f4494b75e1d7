// How the best of very many candidates are kept without sorting them all.

/** Keys hold a score and an item in the 53 bits of a whole number: 31 for the one, 22 the other. */
const itemRange = 2 ** 22;
const maxBits = 0x7fff_ffff;

/** The most items that a model can tell apart. */
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

/** Items with scores above 0, the highest as a 32-bit float first, of equal ones the lower item. */
export function sortByScore(
  items: readonly number[],
  scores: readonly number[],
): { readonly places: Uint32Array; readonly scores: Float64Array } {
  const float = new Float32Array(1);
  const bits = new Uint32Array(float.buffer);
  const scoreOf = new Map<number, number>();
  const keys = Float64Array.from(items, (item, at) => {
    float[0] = scores[at]!;
    scoreOf.set(item, scores[at]!);
    return scores[at]! > 0 ? (maxBits - bits[0]!) * itemRange + item : Number.POSITIVE_INFINITY;
  }).sort();
  const places = Uint32Array.from(
    keys.filter((key) => key !== Number.POSITIVE_INFINITY),
    (key) => key % itemRange,
  );
  return { places, scores: Float64Array.from(places, (place) => scoreOf.get(place)!) };
}
