// How the items of many days get one number each.

import { packSkus, type SkuList, sortSkus } from '../columns/sku-list.ts';

/** Items numbered as they come. */
export interface SkuTable {
  /**
   * The numbers of a list's skus, by their places; unknown ones get the next numbers. Those that
   * `used` has a 0 for are left at 0.
   */
  readonly numbersOf: (skus: SkuList, used?: Uint8Array) => Uint32Array;
  /** All skus in order, and of each number the place that its sku has there. */
  readonly sorted: () => { readonly skus: SkuList; readonly placeOfNumber: Uint32Array };
}

export function makeSkuTable(): SkuTable {
  const numbers = new Map<string, number>();
  return {
    numbersOf: (skus, used) => {
      const found = new Uint32Array(skus.length);
      for (let place = 0; place < skus.length; place++) {
        if (used?.[place] === 0) continue;
        const sku = skus.at(place);
        const number = numbers.get(sku) ?? numbers.size;
        if (number === numbers.size) numbers.set(sku, number);
        found[place] = number;
      }
      return found;
    },
    sorted: () => {
      const inOrder = sortSkus(numbers.keys());
      const placeOfNumber = new Uint32Array(inOrder.length);
      for (const [place, sku] of inOrder.entries()) placeOfNumber[numbers.get(sku)!] = place;
      return { skus: packSkus(inOrder), placeOfNumber };
    },
  };
}
