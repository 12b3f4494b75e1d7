// Rewrites events that the log has, once more is known of their transactions.
import { type CompleteEvent, encodeEvent } from '@attune/core';
import type { Db } from '../../../../db/schema.ts';
import { noteChanges } from '../../interactions/index.ts';
import { dayText } from '../days.ts';
import { updateEventData } from './store.ts';

/** Rewrites logged events as they are now, by their days and ids. */
export async function rewriteEvents(
  tx: Db,
  siteId: number,
  partition: number,
  events: readonly CompleteEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((complete) => ({
    ...{ day: dayText(complete.event.time), id: complete.event.id },
    data: JSON.stringify(encodeEvent(complete)),
  }));
  await updateEventData(tx, siteId, rows);
  await noteChanges(
    tx,
    siteId,
    partition,
    events.map(({ event }) => event),
  );
}
