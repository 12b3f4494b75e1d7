// What is noted of events as they are added to the log: which days have changed for the methods.
import type { Event } from '@attune/core';
import type { Db } from '../../../db/schema.ts';
import { dayTextOf } from './days.ts';
import { interactionEvents } from './interactions.ts';
import { raiseDays } from './store.ts';

const kinds = new Set(interactionEvents);

/** Notes events that were added to the log, in the transaction that adds them. */
export async function noteInteractions(
  tx: Db,
  siteId: number,
  partition: number,
  events: readonly Event[],
): Promise<void> {
  const days = new Map<string, number>();
  for (const { kind, time } of events) {
    if (!kinds.has(kind)) continue;
    const day = dayTextOf(time);
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  await raiseDays(tx, siteId, partition, days);
}
