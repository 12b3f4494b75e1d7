// How finished lists become a model: of the items that have a neighbour or are one, and no others.

import { type SkuList, selectSkus } from '../columns/sku-list.ts';
import type { BuiltModel, Counted } from './builder.ts';
import type { Lists } from './lists.ts';

/** The model of these lists, whose items are places in `skus`. */
export function modelOfLists(
  skus: SkuList,
  { starts, items, scores }: Lists,
  counted: Omit<Counted, 'items'>,
): BuiltModel {
  const placeOf = new Uint32Array(skus.length);
  for (const item of items) placeOf[item] = 1;
  for (let item = 0; item < skus.length; item++) {
    if (starts[item] !== starts[item + 1]) placeOf[item] = 1;
  }
  const kept = Uint32Array.from(placeOf.keys()).filter((item) => placeOf[item] === 1);
  const itsStarts = new Uint32Array(kept.length + 1);
  for (let place = 0; place < kept.length; place++) {
    placeOf[kept[place]!] = place;
    // Items that are left out have empty lists, so that the others stay where they are.
    itsStarts[place + 1] = starts[kept[place]! + 1]!;
  }
  const neighbours = items.map((item) => placeOf[item]!);
  return {
    model: {
      kind: 'neighbours',
      skus: selectSkus(skus, kept),
      starts: itsStarts,
      neighbours,
      scores,
    },
    counted: { ...counted, items: kept.length },
  };
}
