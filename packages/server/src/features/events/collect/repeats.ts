// Events that are sent again: whatever day they come on, those of a caller's id count once.
import { type Event, hasCallersId, repeatWindowMs } from '@attune/core';
import type { Db } from '../../../db/schema.ts';
import { dayText, logKey } from './days.ts';
import type { Entry } from './entry.ts';
import { selectLogged } from './store.ts';

const dayMs = 86_400_000;
/** On its own day an id stands once in the log anyhow. */
const daysAround = [-2, -1, 1, 2];

const areNear = (one: number, other: number) => Math.abs(one - other) <= repeatWindowMs;

/** Without entries whose event the batch names before, or the log has on a day nearby. */
export async function withoutRepeats(
  db: Db,
  siteId: number,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const firsts = withoutRepeatsWithin(entries);
  const nearbyOf = new Map(
    firsts.flatMap(({ event }) => (hasCallersId(event) ? [[event, nearby(event)] as const] : [])),
  );
  if (nearbyOf.size === 0) return firsts;
  const logged = await selectLogged(db, siteId, [...nearbyOf.values()].flat());
  return firsts.filter(({ event }) => {
    const times = nearbyOf.get(event)?.map(({ day, id }) => logged.get(`${day} ${id}`)?.getTime());
    return !times?.some((time) => time !== undefined && areNear(time, event.time));
  });
}

const nearby = ({ id, time }: Event) =>
  daysAround.map((days) => ({ day: dayText(time + days * dayMs), id }));

function withoutRepeatsWithin(entries: readonly Entry[]): Entry[] {
  const firsts = new Map<string, Event>();
  return entries.filter(({ event }) => {
    const isCallers = hasCallersId(event);
    const key = isCallers ? event.id : logKey(event);
    const first = firsts.get(key);
    if (first && (!isCallers || areNear(first.time, event.time))) return false;
    firsts.set(key, event);
    return true;
  });
}
