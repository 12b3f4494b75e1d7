// How finished lists become a model.

import type { SkuList } from '../columns/sku-list.ts';
import type { BuiltModel, Counted } from './builder.ts';
import type { Lists } from './lists.ts';

/** The model of these lists, whose items are places in `skus`, as `selves` are by place. */
export function modelOfLists(
  skus: SkuList,
  { starts, items, scores }: Lists,
  selves: Float32Array,
  counted: Omit<Counted, 'items'>,
): BuiltModel {
  return {
    model: { kind: 'neighbours', skus, starts, neighbours: items, scores, selves },
    counted: { ...counted, items: skus.length },
  };
}
