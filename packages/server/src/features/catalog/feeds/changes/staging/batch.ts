// Rows gathered until there are enough to be compared and written at once.
import { hash } from 'node:crypto';

/** A row of an upload: what it makes of its item, or why it was rejected. */
export interface StagedRow {
  /** Unique within the upload; of two accepted rows of a sku the higher one counts. */
  readonly position: number;
  /** What the transaction calls the row, where that is not the sku. */
  readonly item?: string | undefined;
  /** The item that the row makes; absent where the row does not define it. */
  readonly sku?: string | undefined;
  /** The item as its canonical JSON text; absent: the item goes, or the row was rejected. */
  readonly data?: string | undefined;
  readonly message?: string | undefined;
  readonly succeeded: boolean;
}

/** A row whose data are bytes outside of the heap, where the collector need not move them. */
export interface BatchRow extends Omit<StagedRow, 'data'> {
  readonly data: Uint8Array | undefined;
  /** Of the data: hexadecimal digits of the first half of SHA-256. */
  readonly hash: string | undefined;
}

/** What a row is beside the item of its sku. */
export interface Compared {
  readonly row: BatchRow;
  /** Of its version among those of the batch. */
  readonly place: number;
  /** Has the feed such an item? */
  readonly found: boolean;
  /** Would the row change the feed? */
  readonly differs: boolean;
}

export type Rows = AsyncIterable<readonly StagedRow[]> | Iterable<readonly StagedRow[]>;

/** Larger ones cost a feed a twentieth less. */
const rowsPerBatch = 500;
/** Pages wait for what node and PostgreSQL do with one as a whole: a millisecond each. */
const rowsBesidePages = 100;
export const bytesPerBatch = 256 * 1024;
const bytesPerCharacter = 3;

/**
 * Joins what a source gives: many rows at once are cheap, and memory is finite. `isPageRequested`
 * is called when a batch begins, which is a small one then.
 */
export async function* inBatches(
  rows: Rows,
  isPageRequested: () => boolean,
): AsyncGenerator<readonly BatchRow[]> {
  let batch: BatchRow[] = [];
  let rowsMost = rowsPerBatch;
  let store = Buffer.allocUnsafe(bytesPerBatch);
  let used = 0;
  let total = 0;
  const keep = (text: string): Uint8Array => {
    const most = bytesPerCharacter * text.length;
    if (used + most > store.length) {
      store = Buffer.allocUnsafe(Math.max(most, bytesPerBatch));
      used = 0;
    }
    const bytes = store.write(text, used);
    used += bytes;
    total += bytes;
    return store.subarray(used - bytes, used);
  };
  for await (const some of rows) {
    for (const { data: text, position, item, sku, message, succeeded } of some) {
      const data = text === undefined ? undefined : keep(text);
      if (batch.length === 0) rowsMost = isPageRequested() ? rowsBesidePages : rowsPerBatch;
      const digits = data && hash('sha256', data, 'hex').slice(0, 32);
      batch.push({ position, item, sku, message, succeeded, data, hash: digits });
      if (batch.length < rowsMost && total < bytesPerBatch) continue;
      yield batch;
      batch = [];
      total = 0;
    }
  }
  if (batch.length > 0) yield batch;
}
