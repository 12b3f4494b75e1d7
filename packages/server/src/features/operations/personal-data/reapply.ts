// Re-applies erasures whose people a backup has brought back, found by the ledger's pseudonyms.
import type { Context, InboxView } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { selectSalt } from '../../configuration/sites/index.ts';
import { isWaiting, lockAllPartitions } from '../../events/collect/index.ts';
import {
  type ErasureToReapply,
  finishReapplied,
  insertErasuresToReapply,
  type LedgerErasure,
  lockErasures,
  selectErasuresToReapply,
  selectIsReapplyDue,
  selectUndone,
} from '../../people/erasures/index.ts';
import { selectPerson } from '../../people/identity/index.ts';
import { type Pseudonymised, selectByPseudonyms } from '../../people/pseudonyms/index.ts';
import { eraseClaims, eraseUsers } from './erase-users.ts';

/**
 * Notes those erasures of a ledger that the database does not know of: it is older than they are.
 * A worker does them once what waits in the inbox now is worked off. Resolves to how many there
 * were; part of the caller's transaction.
 */
export async function noteErasures(
  tx: Db,
  siteId: number,
  erasures: readonly LedgerErasure[],
  markOf: InboxView['mark'],
): Promise<number> {
  const undone = await selectUndone(tx, siteId, erasures);
  if (undone.length === 0) return 0;
  await insertErasuresToReapply(tx, siteId, undone, await markOf(tx));
  return undone.length;
}

/**
 * Does the noted erasures whose site has worked off its inbox of then. Resolves to how many found a
 * person. One that fails stays for the next time.
 */
export async function reapplyErasures(ctx: Context): Promise<number> {
  let done = 0;
  const due = await selectErasuresToReapply(ctx.db);
  for (const [siteId, erasures] of Map.groupBy(due, (erasure) => erasure.siteId)) {
    const byPseudonym = await whoIsThere(ctx, siteId, erasures);
    const hits = erasures.map((erasure) => ({
      erasure,
      found: erasure.traces.flatMap((trace) => byPseudonym.get(trace.toString('hex')) ?? []),
    }));
    const missed = hits.filter(({ found }) => found.length === 0);
    await finishReapplied(
      ctx.db,
      siteId,
      missed.map(({ erasure }) => erasure.id),
    );
    for (const { erasure, found } of hits) {
      if (found.length > 0 && (await eraseOrLog(ctx, erasure, found))) done += 1;
    }
  }
  return done;
}

/** Is an erasure to be re-applied? */
export function isReapplyDue(ctx: Context): Promise<boolean> {
  return selectIsReapplyDue(ctx.db);
}

/** One look for all of them. Later events are of people who come again. */
async function whoIsThere(ctx: Context, siteId: number, erasures: readonly ErasureToReapply[]) {
  const salt = await selectSalt(ctx.db, siteId);
  const traces = erasures.flatMap((erasure) => erasure.traces);
  const found = await selectByPseudonyms(ctx.db, siteId, salt, traces);
  return Map.groupBy(found, ({ pseudonym }) => pseudonym);
}

async function eraseOrLog(
  ctx: Context,
  erasure: ErasureToReapply,
  found: readonly Pseudonymised[],
): Promise<boolean> {
  try {
    return await eraseFound(ctx, erasure, found);
  } catch (error) {
    const { siteId, id } = erasure;
    ctx.log.error({ err: error, siteId, erasureId: id }, 'an erasure failed; it is tried again');
    return false;
  }
}

async function eraseFound(
  ctx: Context,
  { siteId, id, mark, claims }: ErasureToReapply,
  found: readonly Pseudonymised[],
): Promise<boolean> {
  return ctx.db.transaction().execute(async (tx) => {
    if ((await lockErasures(tx, siteId, [id])).size === 0) return false;
    await lockAllPartitions(tx);
    if (await isWaiting(tx, siteId, mark)) return false;
    const names = found.flatMap(({ name }) => name ?? []);
    const ids = new Set(found.flatMap(({ userId }) => userId ?? []));
    for (const name of names) {
      const personId = await selectPerson(tx, siteId, name);
      if (personId !== undefined) ids.add(personId);
    }
    if (claims) await eraseClaims(ctx, tx, siteId, [...ids]);
    else await eraseUsers(ctx, tx, siteId, [{ names, userIds: [...ids] }]);
    await finishReapplied(tx, siteId, [id]);
    return true;
  });
}
