// How the items of many days get one number each.

import type { SkuList } from '../columns/sku-list.ts';
import { makeTextTable } from './text-table.ts';

/** Items numbered as they come. */
export interface SkuTable {
  readonly size: () => number;
  /**
   * The numbers of a list's skus, by their places; unknown ones get the next numbers. Those that
   * `used` has a 0 for are left at 0.
   */
  readonly numbersOf: (skus: SkuList, used?: Uint8Array) => Uint32Array;
  /** All skus in order, and of each number the place that its sku has there. */
  readonly sorted: () => { readonly skus: SkuList; readonly placeOfNumber: Uint32Array };
}

export function makeSkuTable(): SkuTable {
  const table = makeTextTable();
  return {
    size: table.size,
    numbersOf: ({ length, bytes, offsets }, used) => {
      const found = new Uint32Array(length);
      for (let place = 0; place < length; place++) {
        if (used?.[place] === 0) continue;
        found[place] = table.numberOf(bytes, offsets[place]!, offsets[place + 1]!);
      }
      return found;
    },
    sorted: () => {
      const { texts, placeOfNumber } = table.sorted();
      return { skus: texts, placeOfNumber };
    },
  };
}
