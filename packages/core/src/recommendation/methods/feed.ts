// What the methods read of a feed; a catalogue has it.

import type { Json } from '../../feeds/json.ts';

/** Items by row, and their texts by column. */
export interface ReadableFeed {
  readonly rows: number;
  readonly rowOf: (sku: string) => number;
  readonly skuOf: (row: number) => string;
  readonly isLive: (row: number) => boolean;
  readonly column: (name: string) => ReadableColumn | undefined;
}

export interface ReadableColumn {
  readonly name: string;
  readonly texts: (row: number) => readonly string[];
  /** As the feed has it; undefined where the item has none. */
  readonly value: (row: number) => Json | undefined;
}
