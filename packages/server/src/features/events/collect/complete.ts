// Completes resolved events with the affinity values of their products, as the feeds have them now.
import { type CompleteEvent, completeEvent, skusOf } from '@attune/core';
import type { Db } from '../../../db/schema.ts';
import { selectAffinityValues } from '../../catalog/feeds/index.ts';
import type { Resolved } from './resolve.ts';

export interface Completed {
  readonly userId: string;
  readonly complete: CompleteEvent;
}

/** Completes events of a site. */
export async function completeEvents(
  tx: Db,
  siteId: number,
  resolved: readonly Resolved[],
): Promise<Completed[]> {
  const skus = new Set(resolved.flatMap(({ event }) => skusOf(event)));
  const values = await selectAffinityValues(tx, siteId, [...skus]);
  return resolved.map(({ event, userId, identified }) => {
    const complete = completeEvent(event, {
      identified,
      lookup: (sku) => values.get(sku)?.(event.time),
    });
    return { userId, complete };
  });
}
