// How much memory building takes: of the thread alone, as often as it is looked.

export interface Peak {
  readonly look: () => void;
  /** The most that was seen, beyond what was there at the beginning. */
  readonly bytes: () => number;
}

/** Begins to measure. */
export function measurePeak(): Peak {
  const taken = () => {
    // Of this thread; only `rss` is of the whole process.
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = taken();
  let most = before;
  const look = () => {
    most = Math.max(most, taken());
  };
  return {
    look,
    bytes() {
      look();
      return most - before;
    },
  };
}
