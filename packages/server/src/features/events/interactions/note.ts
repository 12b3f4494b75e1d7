// What is noted of events as the log changes: which days have, for exports and for models.
import type { Event } from '@attune/core';
import type { Db } from '../../../db/schema.ts';
import { dayTextOf } from './days.ts';
import { interactionEvents } from './interactions.ts';
import { raiseDays } from './store.ts';

const kinds = new Set(interactionEvents);

/**
 * Notes events that were added to the log, rewritten in it or taken out, in the transaction that
 * does it. Kinds that say nothing of items have no model made again.
 */
export async function noteChanges(
  tx: Db,
  siteId: number,
  partition: number,
  events: readonly Pick<Event, 'kind' | 'time'>[],
): Promise<void> {
  const days = new Map<string, number>();
  for (const { kind, time } of events) {
    const day = dayTextOf(time);
    days.set(day, (days.get(day) ?? 0) + (kinds.has(kind) ? 1 : 0));
  }
  await raiseDays(tx, siteId, partition, days);
}
