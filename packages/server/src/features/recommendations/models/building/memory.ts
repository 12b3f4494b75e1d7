// How a task's memory is shared out, so that the total is MODEL_MEMORY.

const mebibyte = 2 ** 20;
/** Code, connections and a feed's values need so much, however little was given. */
const leastHeapMiB = 64;
const youngMiB = 24;
/** About what an event takes while its day is made a block. */
const bytesWhileRead = 300;
const mostAtOnce = 400_000;

export interface MemoryShares {
  /** Limits of the thread's heap. */
  readonly heap: { readonly oldMiB: number; readonly youngMiB: number };
  /** Columns of numbers, which are outside the heap: what methods may take, or refuse. */
  readonly builderBytes: number;
  /** Beside a builder, what is read and written. */
  readonly streamBytes: number;
  /** Events in memory at once while days are read, which is before there is a builder. */
  readonly eventsAtOnce: number;
}

/** Shares out so many bytes: a half to the heap, four fifths of the other half to builders. */
export function sharesOf(memoryBytes: number): MemoryShares {
  const heapMiB = Math.max(leastHeapMiB, Math.floor(memoryBytes / 2 / mebibyte));
  const builderBytes = Math.floor(0.4 * memoryBytes);
  return {
    heap: { oldMiB: heapMiB - youngMiB, youngMiB },
    builderBytes,
    streamBytes: Math.floor(0.1 * memoryBytes),
    eventsAtOnce: Math.min(mostAtOnce, Math.floor(builderBytes / bytesWhileRead)),
  };
}
