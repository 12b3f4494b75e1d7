// Erasing a person: noted so that it cannot be lost, done by a worker, and known by traces since.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Identifier } from '@attune/core';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { insertAudit } from '../../configuration/audit/index.ts';
import { selectSalt } from '../../configuration/sites/index.ts';
import { isWaiting, laterOf, lingerMs, lockAllPartitions } from '../../events/collect/index.ts';
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
import { type Erased, eraseClaims, eraseUsers } from './erase-users.ts';
import { reapplyErasures } from './reapply.ts';
import { selectFound } from './store.ts';

/** Notes that a person is to be erased, as `requestErasures` does of many; resolves to its id. */
export async function requestErasure(
  ctx: Context,
  siteId: number,
  name: Identifier,
  actor: string,
): Promise<string> {
  const { batchId } = await requestErasures(ctx, siteId, [name], actor);
  return batchId;
}

export interface RequestedErasures {
  readonly batchId: string;
  /** In the order of the names. */
  readonly erasures: readonly { readonly erasureId: string; readonly found: boolean }[];
}

/**
 * Notes that people are to be erased, in the ledger first. When it resolves, they will be, and
 * again should a backup bring one back. The audit log has each by the trace of their name. Says of
 * each whether anything was known: what is in the inbox may be of them all the same. The batch of
 * one person has the id of their erasure. Throws `not_ready` where the ledger refuses.
 */
export async function requestErasures(
  ctx: Context,
  siteId: number,
  names: readonly Identifier[],
  actor: string,
): Promise<RequestedErasures> {
  const batch = randomUUID();
  const at = new Date(ctx.now());
  // What any node has answered by now and not yet recorded is of these people as well.
  await delay(2 * lingerMs);
  const mark = await ctx.inbox.mark();
  const salt = await selectSalt(ctx.db, siteId);
  const known = await selectFound(ctx.db, siteId, names);
  const noted: { id: string; name: Identifier; found: boolean; traces: Buffer[] }[] = [];
  for (const [place, name] of names.entries()) {
    const id = names.length === 1 ? batch : randomUUID();
    const found = known.has(place);
    noted.push({ id, name, found, traces: await tracesNow(ctx.db, siteId, salt, name) });
  }
  await ctx.ledger.append(noted.map(({ id, traces }) => deletionOf({ id, at, traces }, salt)));
  await ctx.db.transaction().execute(async (tx) => {
    for (const [place, { id, name, found, traces }] of noted.entries()) {
      const erasure = { siteId, id, ...name, mark, claims: false };
      await insertErasure(tx, erasure, traces, at, { batch, place, found });
      const details = { erasureId: id, ...(names.length > 1 && { batchId: batch }) };
      const subject = pseudonymOf(salt, name);
      await insertAudit(tx, { siteId, at, actor, action: 'user.erase', subject, details });
    }
  });
  return { batchId: batch, erasures: noted.map(({ id, found }) => ({ erasureId: id, found })) };
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
  const people = await selectDueErasures(ctx.db, false);
  for (const those of Map.groupBy(people, ({ siteId }) => siteId).values()) {
    for (let at = 0; at < those.length; at += peopleAtOnce) {
      done += await orLog(ctx, runPeople, those.slice(at, at + peopleAtOnce));
    }
  }
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

/** So many people's events are in memory at once, and the inbox is held for as long. */
const peopleAtOnce = 20;

async function runPeople(ctx: Context, erasures: readonly Erasure[]): Promise<number> {
  const [{ siteId }] = erasures as [Erasure];
  const salt = await selectSalt(ctx.db, siteId);
  return ctx.db.transaction().execute(async (tx) => {
    const mine = await lockDue(tx, siteId, erasures);
    if (mine.length === 0) return 0;
    const people: Erased[] = [];
    for (const { type, value } of mine) {
      const name = { type, value };
      const personId = (await selectPerson(tx, siteId, name)) ?? generatePersonId(salt, name);
      people.push({ names: [name], userIds: [personId] });
    }
    const erased = await eraseUsers(ctx, tx, siteId, people);
    for (const [at, { names, userIds }] of erased.entries()) {
      const traces = pseudonymsOf(salt, names, userIds);
      await finishErasure(tx, siteId, mine[at]!.id, traces, new Date(ctx.now()));
    }
    return mine.length;
  });
}

/** Those of some erasures that are this worker's; none where their people's events still wait. */
async function lockDue(
  tx: Db,
  siteId: number,
  erasures: readonly Erasure[],
): Promise<readonly Erasure[]> {
  const locked = await lockErasures(
    tx,
    siteId,
    erasures.map(({ id }) => id),
  );
  const mine = erasures.filter(({ id }) => locked.has(id));
  if (mine.length === 0) return [];
  // A worker that has read a person's identity would write of them after the erasure.
  await lockAllPartitions(tx);
  const last = mine.map(({ mark }) => mark).reduce(laterOf);
  return (await isWaiting(tx, siteId, last)) ? [] : mine;
}

/** Anybody can say no: what pages have told of many devices of a site goes at once. */
async function runTogether(ctx: Context, erasures: readonly Erasure[]): Promise<number> {
  const [{ siteId }] = erasures as [Erasure];
  const salt = await selectSalt(ctx.db, siteId);
  return ctx.db.transaction().execute(async (tx) => {
    const mine = await lockDue(tx, siteId, erasures);
    if (mine.length === 0) return 0;
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
