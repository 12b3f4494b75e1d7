// Reads events again that came before an upgrade which knows their type.
import { eventTypes } from '@attune/contract';
import {
  asClaim,
  claimantOf,
  decodeEvent,
  type Event,
  parseEvent,
  withoutClaimant,
} from '@attune/core';
import type { Context } from '../../../context.ts';
import { noteChanges } from '../interactions/index.ts';
import { lockAllPartitions } from './inbox/store.ts';
import { processEntries } from './process.ts';
import {
  addEventTypes,
  deleteEvents,
  type LoggedUnrecognised,
  selectEventDays,
  selectEventTypes,
  selectUnrecognised,
  tryLockEventTypes,
} from './store.ts';

/** As many at once as keep the workers from their partitions for a moment. */
const mostTogether = 100;

/**
 * Counts events that were kept as `unrecognised` and whose type this version is the first to know,
 * as if they came with it: each at its time, of its user, once. One that cannot be read stays as it
 * is. Names in them are not proven any more, and link nobody. Resolves to how many were read;
 * undefined where another node is about it.
 */
export async function rereadUnrecognised(ctx: Context): Promise<number | undefined> {
  const known = await selectEventTypes(ctx.db);
  const types = Object.keys(eventTypes).filter((type) => !known.has(type));
  if (types.length === 0) return 0;
  return ctx.db.transaction().execute(async (lock) => {
    if (!(await tryLockEventTypes(lock))) return undefined;
    // No version before the list of types has kept any as unrecognised.
    const count = known.size === 0 ? 0 : await rereadAll(ctx, types);
    await addEventTypes(ctx.db, types);
    if (count > 0) ctx.log.info({ events: count, types }, 'events of new types were read again');
    return count;
  });
}

async function rereadAll(ctx: Context, types: readonly string[]): Promise<number> {
  let count = 0;
  for (const day of (await selectEventDays(ctx.db)).sort()) {
    const rows = await selectUnrecognised(ctx.db, day, types);
    for (const [siteId, ofSite] of Map.groupBy(rows, (row) => row.siteId)) {
      for (let at = 0; at < ofSite.length; at += mostTogether) {
        count += await reread(ctx, siteId, day, ofSite.slice(at, at + mostTogether));
      }
    }
  }
  return count;
}

/** Takes events out of the log, and what they are now into it. */
async function reread(
  ctx: Context,
  siteId: number,
  day: string,
  rows: readonly LoggedUnrecognised[],
): Promise<number> {
  const site = ctx.snapshots.site(siteId)?.site;
  const readable = rows.flatMap((row) => {
    const event = readAgain(row);
    return event ? [[row, event] as const] : [];
  });
  if (!site || readable.length === 0) return 0;
  return ctx.db.transaction().execute(async (tx) => {
    // Not by the inbox: a person who is being erased would be known again after the erasure.
    await lockAllPartitions(tx);
    const ids = readable.map(([{ id }]) => id);
    const left = await deleteEvents(tx, siteId, day, ids);
    const entries = readable
      .filter(([{ id }]) => left.has(id))
      // Whose profile it is in was settled then, and somebody else may use the device now.
      .map(([{ userId }, event]) => ({
        ...{ siteId, device: undefined, person: userId, identifiers: [], event },
      }));
    if (entries.length === 0) return 0;
    await processEntries(tx, site, 0, entries);
    // One that turns out to be a repeat leaves the log; the others are noted already.
    await noteChanges(
      tx,
      siteId,
      0,
      entries.map(({ event: { time } }) => ({ kind: 'unrecognised' as const, time })),
    );
    return entries.length;
  });
}

/** Undefined where the type did not come as `svcType`, or where the event is none of it. */
function readAgain({ data }: LoggedUnrecognised): Event | undefined {
  const { event } = decodeEvent(JSON.parse(data));
  if (event.kind !== 'unrecognised' || event.properties['svcType'] !== event.type) return undefined;
  const { time, name, session, properties } = event;
  const id = withoutClaimant(event.id);
  const defaults = { id, session, now: time, pointer: '', reachMs: Infinity, clockAheadMs: 0 };
  const parsed = parseEvent({ name, properties }, defaults);
  if (!parsed.ok) return undefined;
  const claimant = claimantOf(event.id);
  return claimant === '' ? parsed.event : asClaim(parsed.event, claimant);
}
