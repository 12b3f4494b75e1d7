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
  type Erasure,
  finishErasure,
  insertErasure,
  lockErasures,
  selectDueErasures,
  selectErasureIsDone,
} from '../../people/erasures/index.ts';
import {
  generatePersonId,
  selectIdentifiers,
  selectPerson,
  selectUserIds,
} from '../../people/identity/index.ts';
import { deletionOf, pseudonymOf, pseudonymsOf } from '../../people/pseudonyms/index.ts';
import { eraseClaims, eraseUsers } from './erase-users.ts';
import { reapplyErasures } from './reapply.ts';

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
    await insertErasure(tx, { siteId, id, type, value, inboxId, claims: false }, traces, at);
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
  for (const one of await selectDueErasures(ctx.db, false))
    done += await orLog(ctx, runErasure, [one]);
  const claims = await selectDueErasures(ctx.db, true);
  for (const those of Map.groupBy(claims, ({ siteId }) => siteId).values()) {
    done += await orLog(ctx, runTogether, those);
  }
  return done + (await reapplyErasures(ctx));
}

/** Does some erasures of a site; where that fails, each by itself. */
async function orLog(
  ctx: Context,
  run: (ctx: Context, erasures: readonly Erasure[]) => Promise<number>,
  erasures: readonly Erasure[],
): Promise<number> {
  try {
    return await run(ctx, erasures);
  } catch (error) {
    const [{ siteId, id }] = erasures as [Erasure];
    if (erasures.length === 1) {
      ctx.log.error({ err: error, siteId, erasureId: id }, 'an erasure failed; it is tried again');
      return 0;
    }
    let done = 0;
    for (const one of erasures) done += await orLog(ctx, run, [one]);
    return done;
  }
}

/** Is an erasure done, by any worker? */
export function isErasureDone(ctx: Context, siteId: number, id: string): Promise<boolean> {
  return selectErasureIsDone(ctx.db, siteId, id);
}

async function runErasure(ctx: Context, [erasure]: readonly Erasure[]): Promise<number> {
  const { siteId, id, inboxId, type, value } = erasure!;
  const name = { type, value };
  const salt = await selectSalt(ctx.db, siteId);
  return ctx.db.transaction().execute(async (tx) => {
    if ((await lockErasures(tx, siteId, [id])).size === 0) return 0;
    // A worker that has read the person's identity would write of them after the erasure.
    await lockAllPartitions(tx);
    if (await isWaiting(tx, siteId, inboxId)) return 0;
    const personId = (await selectPerson(tx, siteId, name)) ?? generatePersonId(salt, name);
    const erased = await eraseUsers(ctx, tx, siteId, { names: [name], userIds: [personId] });
    const traces = pseudonymsOf(salt, erased.names, erased.userIds);
    await finishErasure(tx, siteId, id, traces, new Date(ctx.now()));
    return 1;
  });
}

/** Anybody can say no: what pages have told of many devices of a site goes at once. */
async function runTogether(ctx: Context, erasures: readonly Erasure[]): Promise<number> {
  const [{ siteId }] = erasures as [Erasure];
  const salt = await selectSalt(ctx.db, siteId);
  return ctx.db.transaction().execute(async (tx) => {
    const ids = erasures.map(({ id }) => id);
    const locked = await lockErasures(tx, siteId, ids);
    const mine = erasures.filter(({ id }) => locked.has(id));
    await lockAllPartitions(tx);
    const last = mine.map(({ inboxId }) => BigInt(inboxId)).reduce((a, b) => (a > b ? a : b), 0n);
    if (mine.length === 0 || (await isWaiting(tx, siteId, String(last)))) return 0;
    await eraseClaims(
      ctx,
      tx,
      siteId,
      mine.map(({ value }) => value),
    );
    for (const { id, value } of mine) {
      await finishErasure(tx, siteId, id, pseudonymsOf(salt, [], [value]), new Date(ctx.now()));
    }
    return mine.length;
  });
}
