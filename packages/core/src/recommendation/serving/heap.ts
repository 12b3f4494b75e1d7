// Knows how the greatest of very many numbers are kept without sorting them all.

/** Rows with the greatest numbers of those that were added. */
export interface Heap {
  /** What a number must be above to be kept. */
  readonly least: () => number;
  readonly add: (row: number, number: number) => void;
  /** In no order. */
  readonly rows: () => number[];
}

/** Keeps the rows of the `limit` greatest numbers. */
export function heapOf(limit: number): Heap {
  const rows = new Int32Array(limit);
  const numbers = new Float64Array(limit);
  let size = 0;
  const swap = (one: number, other: number) => {
    const [row, number] = [rows[one] as number, numbers[one] as number];
    rows[one] = rows[other] as number;
    numbers[one] = numbers[other] as number;
    rows[other] = row;
    numbers[other] = number;
  };
  const rise = (from: number) => {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if ((numbers[parent] as number) <= (numbers[at] as number)) return;
      swap(at, parent);
      at = parent;
    }
  };
  const sink = () => {
    for (let at = 0; ; ) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < size && (numbers[child] as number) < (numbers[least] as number)) least = child;
      }
      if (least === at) return;
      swap(at, least);
      at = least;
    }
  };
  return {
    least: () => (size < limit ? Number.NEGATIVE_INFINITY : (numbers[0] as number)),
    add: (row, number) => {
      if (size < limit) {
        rows[size] = row;
        numbers[size] = number;
        size += 1;
        rise(size - 1);
      } else if (number > (numbers[0] as number)) {
        rows[0] = row;
        numbers[0] = number;
        sink();
      }
    },
    rows: () => Array.from(rows.subarray(0, size)),
  };
}
