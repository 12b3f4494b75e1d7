// Knows how the best of many candidates are found without a look at all of them.

/** Candidates by rank, of which the first have the highest shares. */
export interface Source {
  /** Ascending. */
  readonly ranks: readonly number[];
  /** The property whose factor is `times` for these candidates; -1: of no property. */
  readonly property: number;
  readonly times: number;
  /** Are they all that have it? */
  readonly isWhole: boolean;
}

/** score(rank) = share(rank) x the mean over properties of a factor, which sources know. */
export interface Scoring {
  readonly properties: number;
  /** By property, the highest factor of what is in none of its sources. */
  readonly others: readonly number[];
  /** Of properties beyond `others`, which say 1 of everything. */
  readonly silent: number;
  readonly share: (rank: number) => number;
  readonly score: (rank: number) => number;
  /** Of equal scores. */
  readonly isBefore: (rank: number, other: number) => boolean;
}

interface Scored {
  readonly rank: number;
  readonly score: number;
}

/**
 * Candidates of all sources, each once, the best first, found only as far as the caller reads: one
 * is given when nothing that was not looked at can be better. (The threshold algorithm: Fagin,
 * Lotem, Naor, "Optimal aggregation algorithms for middleware", 2003.)
 */
export function* bestFirst(sources: readonly Source[], by: Scoring): Generator<Scored, void> {
  const places = new Uint32Array(sources.length);
  const seen = new Set<number>();
  const found = orderedHeap(by.isBefore);
  for (;;) {
    const { widest, most } = bound(sources, places, by);
    for (
      let best = found.first();
      best && (best.score > most || widest < 0);
      best = found.first()
    ) {
      found.drop();
      yield best;
    }
    if (widest < 0) return;
    const rank = sources[widest]!.ranks[places[widest]!]!;
    places[widest]! += 1;
    if (seen.has(rank)) continue;
    seen.add(rank);
    found.add({ rank, score: by.score(rank) });
  }
}

/** The most that a candidate can score that was not looked at, and the source that it is due to. */
function bound(
  sources: readonly Source[],
  places: Uint32Array,
  { share, others, silent, properties }: Scoring,
): { readonly widest: number; readonly most: number } {
  let highest = 0;
  for (const [at, { ranks }] of sources.entries()) {
    const place = places[at]!;
    if (place < ranks.length) highest = Math.max(highest, share(ranks[place]!));
  }
  const ofProperty = others.map((times) => times * highest);
  let [widest, width] = [-1, -1];
  for (const [at, { ranks, property, times, isWhole }] of sources.entries()) {
    const place = places[at]!;
    const isOver = place === ranks.length;
    const reach = isOver ? (isWhole ? 0 : share(ranks.at(-1)!)) : share(ranks[place]!);
    const reached = Math.min(reach, highest) * times;
    if (property >= 0) ofProperty[property] = Math.max(ofProperty[property]!, reached);
    if (!isOver && reached > width) [widest, width] = [at, reached];
  }
  const sum = ofProperty.reduce((all, each) => all + each, silent * highest);
  return { widest, most: properties === 0 ? highest : sum / properties };
}

/** A binary heap of which the best is the first. */
function orderedHeap(isBefore: Scoring['isBefore']) {
  const all: Scored[] = [];
  const isBetter = (one: Scored, other: Scored) =>
    one.score > other.score || (one.score === other.score && isBefore(one.rank, other.rank));
  const swapIfBetter = (child: number, parent: number): boolean => {
    const [one, other] = [all[child]!, all[parent]!];
    if (!isBetter(one, other)) return false;
    all[child] = other;
    all[parent] = one;
    return true;
  };
  return {
    first: (): Scored | undefined => all[0],
    add(one: Scored): void {
      let at = all.push(one) - 1;
      while (at > 0 && swapIfBetter(at, (at - 1) >> 1)) at = (at - 1) >> 1;
    },
    drop(): void {
      const last = all.pop()!;
      if (all.length === 0) return;
      all[0] = last;
      for (let at = 0; ; ) {
        const [left, right] = [2 * at + 1, 2 * at + 2];
        if (left >= all.length) return;
        const better = right < all.length && isBetter(all[right]!, all[left]!) ? right : left;
        if (!swapIfBetter(better, at)) return;
        at = better;
      }
    },
  };
}
