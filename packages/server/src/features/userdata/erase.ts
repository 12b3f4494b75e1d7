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
  deleteEventsOf,
  deletePurchases,
  deleteRejected,
  type EventRow,
  insertEvents,
  isWaiting,
  lockAllPartitions,
  selectEventsOf,
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
  selectPendingErasures,
} from './store.ts';

/** Notes that a person is to be erased. When it resolves, it will be done. */
export async function requestErasure(
  ctx: Context,
  siteId: number,
  { type, value }: Identifier,
): Promise<string> {
  const id = randomUUID();
  const inboxId = await selectLastInboxId(ctx.db);
  await insertErasure(ctx.db, { siteId, id, type, value, inboxId }, new Date(ctx.now()));
  return id;
}

/**
 * Does the erasures whose persons' events have all left the inbox. Resolves to how many. One that
 * fails stays for the next time, and keeps no other from being done.
 */
export async function runErasures(ctx: Context): Promise<number> {
  let done = 0;
  for (const erasure of await selectPendingErasures(ctx.db)) {
    try {
      if (await runErasure(ctx, erasure)) done += 1;
    } catch (error) {
      const { siteId, id } = erasure;
      ctx.log.error({ err: error, siteId, erasureId: id }, 'an erasure failed; it is tried again');
    }
  }
  return done;
}

async function runErasure(ctx: Context, erasure: Erasure): Promise<boolean> {
  const { siteId, id, inboxId } = erasure;
  if (await isWaiting(ctx.db, siteId, inboxId)) return false;
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
  const events = await selectEventsOf(tx, siteId, userIds);
  await deleteEventsOf(tx, siteId, userIds);
  await deletePurchases(tx, siteId, events.flatMap(transactionsIn));
  await deleteProfiles(tx, siteId, userIds);
  await deleteRejected(tx, siteId, [value, ...names.map((name) => name.value), ...userIds]);
  const nobody = mintDeviceId();
  const kept = events.flatMap((row) => anonymised(row, nobody));
  if (kept.length > 0) await insertEvents(tx, siteId, kept);
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
