// Items taken from an upload's bytes without parsing, kept where the collector need not move them.
import { plainLines } from '@attune/core';

/** An item as its sku and its text in UTF-8. */
export interface PlainRow {
  readonly sku: string;
  readonly data: Uint8Array;
}

export interface PlainRows {
  /** Gives the item of a line, which is UTF-8; nothing where it must be parsed. */
  readonly take: (source: Buffer, start: number, end: number) => PlainRow | undefined;
  /** Tells what a line held that had to be parsed. */
  readonly learn: (row: unknown) => void;
}

/** About a batch's: what is soon nobody's is collected with the young. */
const storeBytes = 256 * 1024;

/** Takes the lines of one upload. */
export function plainRows(vertical: string): PlainRows {
  const lines = plainLines(vertical);
  let store = Buffer.allocUnsafeSlow(0);
  let used = 0;
  return {
    learn: (row) => {
      if (typeof row === 'object' && row !== null) lines.learn(Object.keys(row));
    },
    take: (source, start, end) => {
      if (end - start > storeBytes) return undefined;
      if (used + end - start > store.length) {
        store = Buffer.allocUnsafeSlow(storeBytes);
        used = 0;
      }
      const written = lines.read(source, start, end, store, used);
      if (written === 0) return undefined;
      const sku = source.toString('utf8', lines.sku.start, lines.sku.end);
      used += written;
      return { sku, data: store.subarray(used - written, used) };
    },
  };
}
