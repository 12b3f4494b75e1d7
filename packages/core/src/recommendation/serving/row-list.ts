// Knows lists of rows that are found only as far as the caller reads.

/** An item that is proposed, the best first. */
export interface Candidate {
  readonly row: number;
  /** On the scale of the method that proposes; null: there is only an order. */
  readonly score: number | null;
  /** The sku of the item that led to it; null: none did. */
  readonly seed: string | null;
  /** The value that speaks for it, where affinity does. */
  readonly liked?: LikedReason;
}

/** A value that is liked. */
export interface LikedReason {
  readonly property: string;
  readonly value: string;
  /** How many times as much as the site likes it; null: it is not known how much that is. */
  readonly times: number | null;
  /** Has this visit shown it too? */
  readonly isOfVisit: boolean;
}

/** Candidates in order; the one at a place is found when it is asked for. */
export interface RowList {
  /** Undefined beyond the last. */
  readonly at: (place: number) => Candidate | undefined;
}

/** A list of candidates that are all known. */
export function listOf(candidates: readonly Candidate[]): RowList {
  return { at: (place) => candidates[place] };
}

/** A list of what a generator gives, as far as it was asked for. */
export function listFrom(candidates: Iterator<Candidate, void>): RowList {
  const found: Candidate[] = [];
  let isOver = false;
  return {
    at: (place) => {
      while (!isOver && found.length <= place) {
        const next = candidates.next();
        if (next.done) isOver = true;
        else found.push(next.value);
      }
      return found[place];
    },
  };
}

/** The candidates of a list, then those of another that it has not; made when it is read so far. */
export function* chained(
  list: RowList,
  further: () => readonly Candidate[],
): Generator<Candidate, void> {
  const rows = new Set<number>();
  for (let at = 0; ; at++) {
    const candidate = list.at(at);
    if (!candidate) break;
    rows.add(candidate.row);
    yield candidate;
  }
  yield* further().filter(({ row }) => !rows.has(row));
}
