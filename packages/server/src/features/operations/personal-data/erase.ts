// Erasing a person: noted so that it cannot be lost, done by a worker, and known by traces since.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Identifier } from '@attune/core';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { insertAudit } from '../../configuration/audit/index.ts';
import { selectSalt } from '../../configuration/sites/index.ts';
import {
  isWaiting,
  lingerMs,
  lockAllPartitions,
  lockInboxIds,
  selectLastInboxId,
} from '../../events/collect/index.ts';
import {
  generatePersonId,
  selectIdentifiers,
  selectPerson,
  selectUserIds,
} from '../../people/identity/index.ts';
import { deletionOf, pseudonymOf, pseudonymsOf } from '../../people/pseudonyms/index.ts';
import { eraseUsers } from './erase-users.ts';
import { reapplyErasures } from './reapply.ts';
import {
  type Erasure,
  finishErasure,
  insertErasure,
  lockErasure,
  selectDueErasures,
  selectErasureIsDone,
} from './store.ts';

/**
 * Notes that a person is to be erased, in the ledger first. When it resolves, it will be done, and
 * done again should a backup bring the person back. The audit log has it by the trace of their
 * name. Throws `not_ready` where the ledger refuses.
 */
export async function requestErasure(
  ctx: Context,
  siteId: number,
  name: Identifier,
  actor: string,
): Promise<string> {
  const id = randomUUID();
  const at = new Date(ctx.now());
  // What any node has answered by now and not yet recorded is of the person as well.
  await delay(2 * lingerMs);
  // Otherwise an id below might be of an event that is not visible yet.
  const inboxId = await ctx.db.transaction().execute(async (tx) => {
    await lockInboxIds(tx);
    return selectLastInboxId(tx);
  });
  const salt = await selectSalt(ctx.db, siteId);
  const traces = await tracesNow(ctx.db, siteId, salt, name);
  await ctx.ledger.append([deletionOf({ id, at, traces }, salt)]);
  const { type, value } = name;
  await ctx.db.transaction().execute(async (tx) => {
    await insertErasure(tx, { siteId, id, type, value, inboxId }, traces, at);
    const details = { erasureId: id };
    const subject = pseudonymOf(salt, name);
    await insertAudit(tx, { siteId, at, actor, action: 'user.erase', subject, details });
  });
  return id;
}

/** Traces of all that a person is known by now; there may be more at the time of the erasure. */
async function tracesNow(
  db: Db,
  siteId: number,
  salt: Buffer,
  name: Identifier,
): Promise<Buffer[]> {
  const personId = (await selectPerson(db, siteId, name)) ?? generatePersonId(salt, name);
  const names = await selectIdentifiers(db, siteId, personId);
  return pseudonymsOf(salt, [name, ...names], await selectUserIds(db, siteId, personId, null));
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
  return done + (await reapplyErasures(ctx));
}

/** Is an erasure done, by any worker? */
export function isErasureDone(ctx: Context, siteId: number, id: string): Promise<boolean> {
  return selectErasureIsDone(ctx.db, siteId, id);
}

async function runErasure(ctx: Context, erasure: Erasure): Promise<boolean> {
  const { siteId, id, inboxId, type, value } = erasure;
  const name = { type, value };
  const salt = await selectSalt(ctx.db, siteId);
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await lockErasure(tx, siteId, id))) return false;
    // A worker that has read the person's identity would write of them after the erasure.
    await lockAllPartitions(tx);
    if (await isWaiting(tx, siteId, inboxId)) return false;
    const personId = (await selectPerson(tx, siteId, name)) ?? generatePersonId(salt, name);
    const erased = await eraseUsers(ctx, tx, siteId, { names: [name], userIds: [personId] });
    const traces = pseudonymsOf(salt, erased.names, erased.userIds);
    await finishErasure(tx, siteId, id, traces, new Date(ctx.now()));
    return true;
  });
}
