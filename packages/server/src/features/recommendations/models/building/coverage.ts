// How much of a feed a model knows.
import type { Model } from '@attune/core';
import type { Db } from '../../../../db/schema.ts';
import type { ModelFacts } from '../facts.ts';
import { eachSku } from './store.ts';

/** Counts the items of a feed that a model has, and those that it has neighbours of. */
export async function coverageOf(
  db: Db,
  siteId: number,
  feed: string,
  model: Model,
): Promise<NonNullable<ModelFacts['coverage']>> {
  let items = 0;
  let known = 0;
  let near = 0;
  await eachSku(db, siteId, feed, (skus) => {
    for (const sku of skus) {
      items += 1;
      const place = model.skus.placeOf(sku);
      if (place < 0) continue;
      known += 1;
      if (model.kind === 'neighbours' && model.starts[place + 1]! > model.starts[place]!) near += 1;
    }
  });
  const share = (count: number) => (items === 0 ? null : count / items);
  return {
    ...{ feed, items, known: share(known) },
    withNeighbours: model.kind === 'neighbours' ? share(near) : null,
  };
}
