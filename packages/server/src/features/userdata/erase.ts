// Erasing a person: what identifies goes, what reports count stays under an id of nobody.
import { randomUUID } from 'node:crypto';
import {
  type CompleteEvent,
  decodeEvent,
  type Event,
  encodeEvent,
  type Identifier,
} from '@attune/core';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/schema.ts';
import {
  deleteEventsOn,
  deletePurchases,
  deleteRejected,
  type EventRow,
  insertEvents,
  isWaiting,
  lockAllPartitions,
  lockInboxIds,
  readEventsOf,
  selectLastInboxId,
} from '../events/index.ts';
import {
  deletePerson,
  mintDeviceId,
  mintPersonId,
  selectIdentifiers,
  selectPerson,
} from '../identity/index.ts';
import { deleteProfiles } from '../profiles/index.ts';
import {
  type Erasure,
  finishErasure,
  insertErasure,
  lockErasure,
  selectDueErasures,
  selectErasureIsDone,
} from './store.ts';

/** Notes that a person is to be erased. When it resolves, it will be done. */
export async function requestErasure(
  ctx: Context,
  siteId: number,
  { type, value }: Identifier,
): Promise<string> {
  const id = randomUUID();
  // Otherwise an id below might be of an event that nobody sees yet.
  const inboxId = await ctx.db.transaction().execute(async (tx) => {
    await lockInboxIds(tx);
    return selectLastInboxId(tx);
  });
  await insertErasure(ctx.db, { siteId, id, type, value, inboxId }, new Date(ctx.now()));
  return id;
}

/**
 * Does the erasures whose persons' events have all left the inbox. Resolves to how many. One that
 * fails stays for the next time, and keeps no other from being done.
 */
export async function runErasures(ctx: Context): Promise<number> {
  let done = 0;
  for (const erasure of await selectDueErasures(ctx.db)) {
    try {
      if (await runErasure(ctx, erasure)) done += 1;
    } catch (error) {
      const { siteId, id } = erasure;
      ctx.log.error({ err: error, siteId, erasureId: id }, 'an erasure failed; it is tried again');
    }
  }
  return done;
}

/** Is an erasure done, whoever did it? */
export function isErasureDone(ctx: Context, siteId: number, id: string): Promise<boolean> {
  return selectErasureIsDone(ctx.db, siteId, id);
}

async function runErasure(ctx: Context, erasure: Erasure): Promise<boolean> {
  const { siteId, id, inboxId } = erasure;
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await lockErasure(tx, siteId, id))) return false;
    // A worker that has read who the person is would write of him after he is erased.
    await lockAllPartitions(tx);
    if (await isWaiting(tx, siteId, inboxId)) return false;
    await erasePerson(ctx, tx, erasure);
    await finishErasure(tx, siteId, id, new Date(ctx.now()));
    return true;
  });
}

async function erasePerson(ctx: Context, tx: Db, { siteId, type, value }: Erasure): Promise<void> {
  const salt = ctx.snapshots.site(siteId)?.site.salt;
  const personId =
    (await selectPerson(tx, siteId, { type, value })) ??
    (salt && mintPersonId(salt, { type, value }));
  if (personId === undefined) return;
  const names = await selectIdentifiers(tx, siteId, personId);
  const userIds = await deletePerson(tx, siteId, personId);
  await eraseEvents(ctx, siteId, userIds);
  await deleteProfiles(tx, siteId, userIds);
  await deleteRejected(tx, siteId, [value, ...names.map((name) => name.value), ...userIds]);
}

/**
 * Erases some users' events, some days in a transaction of their own, so that no transaction locks
 * every day there is. The caller holds every partition of the inbox: nobody logs events meanwhile.
 * Where it stops in the middle, who the person is still stands, and the next time does the rest.
 */
async function eraseEvents(ctx: Context, siteId: number, userIds: string[]): Promise<void> {
  const nobody = mintDeviceId();
  for await (const events of readEventsOf(ctx.db, siteId, userIds)) {
    const kept = events.flatMap((row) => anonymised(row, nobody));
    const days = [...new Set(events.map(({ day }) => day))];
    await ctx.db.transaction().execute(async (tx) => {
      await deleteEventsOn(tx, siteId, userIds, days);
      await deletePurchases(tx, siteId, events.flatMap(transactionsIn));
      if (kept.length > 0) await insertEvents(tx, siteId, kept);
    });
  }
}

function transactionsIn({ data }: EventRow): string[] {
  const { event } = decodeEvent(JSON.parse(data));
  return event.kind === 'purchase' && event.transactionId !== undefined
    ? [event.transactionId]
    : [];
}

/** What reports count of an event, under another user and another id; nothing of other kinds. */
function anonymised(row: EventRow, userId: string): EventRow[] {
  const { event } = decodeEvent(JSON.parse(row.data));
  const facts = countable(event);
  if (!facts) return [];
  const id = randomUUID();
  const complete: CompleteEvent = {
    event: { ...facts, id, time: event.time, session: '' } as Event,
    identified: false,
    observations: [],
  };
  return [{ ...row, id, userId, data: JSON.stringify(encodeEvent(complete)) }];
}

function countable(event: Event): Record<string, unknown> | undefined {
  switch (event.kind) {
    case 'exposure': {
      const { id: _id, time: _time, session: _session, assignment: _assignment, ...facts } = event;
      return facts;
    }
    case 'click':
    case 'impression': {
      const { campaignId, experienceId, variationId, kind, name } = event;
      return { kind, name, campaignId, experienceId, variationId };
    }
    case 'purchase':
    case 'refund': {
      const { kind, value, currency } = event;
      return {
        kind,
        name: kind,
        cart: [],
        ...(value !== undefined && { value }),
        ...(currency && { currency }),
      };
    }
    case 'add-to-cart': {
      const { kind, value, currency, quantity } = event;
      return {
        kind,
        name: kind,
        sku: '',
        quantity,
        ...(value !== undefined && { value }),
        ...(currency && { currency }),
      };
    }
    default:
      return undefined;
  }
}
