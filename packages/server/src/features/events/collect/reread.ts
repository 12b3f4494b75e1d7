// Reads events again that came before an upgrade which knows their type.
import { eventTypes } from '@attune/contract';
import { decodeEvent, type Event, parseEvent } from '@attune/core';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { loadDirectory } from '../../people/identity/index.ts';
import { lockAllPartitions } from './inbox/store.ts';
import { processEntries } from './process.ts';
import {
  addEventTypes,
  deleteEvents,
  type LoggedUnrecognised,
  selectEventDays,
  selectEventTypes,
  selectUnrecognised,
} from './store.ts';

const mostTogether = 500;

/**
 * Counts events that were kept as `unrecognised` and whose type this version is the first to know,
 * as if they came with it: each at its time, of its user, once. One that cannot be read stays as it
 * is. Names in them are not proven any more, and link nobody. Resolves to how many were read.
 */
export async function rereadUnrecognised(ctx: Context): Promise<number> {
  const known = await selectEventTypes(ctx.db);
  const types = Object.keys(eventTypes).filter((type) => !known.has(type));
  if (types.length === 0) return 0;
  let count = 0;
  for (const day of (await selectEventDays(ctx.db)).sort()) {
    for (let after: Place | undefined = { siteId: 0, id: '' }; after; ) {
      const done: Reread = await rereadSome(ctx, day, types, after);
      count += done.count;
      after = done.last;
    }
  }
  await addEventTypes(ctx.db, types);
  if (count > 0) ctx.log.info({ events: count, types }, 'events of new types were read again');
  return count;
}

type Place = Pick<LoggedUnrecognised, 'siteId' | 'id'>;

interface Reread {
  readonly count: number;
  /** Undefined at the end of the day. */
  readonly last: Place | undefined;
}

function rereadSome(
  ctx: Context,
  day: string,
  types: readonly string[],
  after: Place,
): Promise<Reread> {
  return ctx.db.transaction().execute(async (tx) => {
    // Not by the inbox: a person who is being erased would be known again after the erasure.
    await lockAllPartitions(tx);
    const rows = await selectUnrecognised(tx, day, types, { after, most: mostTogether });
    let count = 0;
    for (const [siteId, ofSite] of Map.groupBy(rows, (row) => row.siteId)) {
      const site = ctx.snapshots.site(siteId)?.site;
      const entries = await entriesOf(tx, siteId, ofSite);
      if (!site || entries.length === 0) continue;
      const ids = entries.map(({ row }) => row.id);
      await deleteEvents(tx, siteId, day, ids);
      await processEntries(tx, site, 0, entries);
      count += entries.length;
    }
    return { count, last: rows.at(-1) };
  });
}

/** What rows are now; each is of a person, or of a device. */
async function entriesOf(tx: Db, siteId: number, rows: readonly LoggedUnrecognised[]) {
  const users = rows.map(({ userId }) => ({ device: userId, identifiers: [] }));
  const { personIds } = await loadDirectory(tx, siteId, users);
  return rows.flatMap((row) => {
    const event = readAgain(row);
    if (!event) return [];
    const { userId } = row;
    const who = personIds.has(userId) ? { device: undefined, person: userId } : { device: userId };
    return [{ row, siteId, identifiers: [], ...who, event }];
  });
}

/** Undefined where the type did not come as `svcType`, or where the event is none of it. */
function readAgain({ data }: LoggedUnrecognised): Event | undefined {
  const { event } = decodeEvent(JSON.parse(data));
  if (event.kind !== 'unrecognised' || event.properties['svcType'] !== event.type) return undefined;
  const { id, time, name, session, properties } = event;
  const defaults = { id, session, now: time, pointer: '', reachMs: Infinity, clockAheadMs: 0 };
  const parsed = parseEvent({ name, properties }, defaults);
  return parsed.ok ? parsed.event : undefined;
}
