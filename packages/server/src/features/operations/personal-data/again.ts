// Erasing again whom a backup has brought back, by the traces that the ledger keeps of erasures.
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { selectSalt } from '../../configuration/sites/index.ts';
import {
  isWaiting,
  lockAllPartitions,
  lockInboxIds,
  selectLastInboxId,
} from '../../events/collect/index.ts';
import { selectPerson } from '../../people/identity/index.ts';
import { selectTraced, type Traced } from '../../people/pseudonyms/index.ts';
import { eraseUsers } from './erase-users.ts';
import {
  type ErasureAgain,
  finishAgain,
  insertErasuresAgain,
  type LedgerErasure,
  lockErasure,
  selectDueAgain,
  selectIsAgain,
  selectUndone,
} from './store.ts';

/**
 * Notes those erasures of a ledger that the database does not know of: it is older than they are.
 * A worker does them. Resolves to how many there were; part of the caller's transaction.
 */
export async function noteErasures(
  tx: Db,
  siteId: number,
  erasures: readonly LedgerErasure[],
): Promise<number> {
  const undone = await selectUndone(tx, siteId, erasures);
  if (undone.length === 0) return 0;
  await lockInboxIds(tx);
  await insertErasuresAgain(tx, siteId, undone, await selectLastInboxId(tx));
  return undone.length;
}

/**
 * Does the noted erasures whose site has worked off what it held then. Resolves to how many found
 * somebody. One that fails stays for the next time.
 */
export async function eraseAgain(ctx: Context): Promise<number> {
  let done = 0;
  const due = await selectDueAgain(ctx.db);
  for (const [siteId, erasures] of Map.groupBy(due, (erasure) => erasure.siteId)) {
    const byTrace = await whoIsThere(ctx, siteId, erasures);
    const hits = erasures.map((erasure) => ({
      erasure,
      traced: erasure.traces.flatMap((trace) => byTrace.get(trace.toString('hex')) ?? []),
    }));
    const missed = hits.filter(({ traced }) => traced.length === 0);
    await finishAgain(
      ctx.db,
      siteId,
      missed.map(({ erasure }) => erasure.id),
    );
    for (const { erasure, traced } of hits) {
      if (traced.length > 0 && (await eraseOrLog(ctx, erasure, traced))) done += 1;
    }
  }
  return done;
}

/** Is anybody to be erased again? */
export function isAgainDue(ctx: Context): Promise<boolean> {
  return selectIsAgain(ctx.db);
}

/** One look for all of them. What comes in from now on is of people who come anew. */
async function whoIsThere(ctx: Context, siteId: number, erasures: readonly ErasureAgain[]) {
  const salt = await selectSalt(ctx.db, siteId);
  const traces = erasures.flatMap((erasure) => erasure.traces);
  const traced = await selectTraced(ctx.db, siteId, salt, traces);
  return Map.groupBy(traced, ({ trace }) => trace);
}

async function eraseOrLog(
  ctx: Context,
  erasure: ErasureAgain,
  traced: readonly Traced[],
): Promise<boolean> {
  try {
    return await eraseTraced(ctx, erasure, traced);
  } catch (error) {
    const { siteId, id } = erasure;
    ctx.log.error({ err: error, siteId, erasureId: id }, 'an erasure failed; it is tried again');
    return false;
  }
}

async function eraseTraced(
  ctx: Context,
  { siteId, id, inboxId }: ErasureAgain,
  traced: readonly Traced[],
): Promise<boolean> {
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await lockErasure(tx, siteId, id))) return false;
    await lockAllPartitions(tx);
    if (await isWaiting(tx, siteId, inboxId)) return false;
    const names = traced.flatMap(({ name }) => name ?? []);
    const ids = new Set(traced.flatMap(({ userId }) => userId ?? []));
    for (const name of names) {
      const personId = await selectPerson(tx, siteId, name);
      if (personId !== undefined) ids.add(personId);
    }
    await eraseUsers(ctx, tx, siteId, { names, userIds: [...ids] });
    await finishAgain(tx, siteId, [id]);
    return true;
  });
}
