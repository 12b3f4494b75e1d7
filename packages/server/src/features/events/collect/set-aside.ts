// Entries that were set aside, tried again: a later release may read them, a database keep them.
import type { Context } from '../../../context.ts';
import { batchHandler } from './batches.ts';
import { deleteRejectedRow, selectRejectedIds, selectRejectedRow } from './inbox/rejected/store.ts';
import { isFaultOfRows, lockAllPartitions } from './inbox/store.ts';

/** Works off what of a site was set aside; what still fails stays. Resolves to how many went. */
export async function retrySetAside(ctx: Context, siteId: number): Promise<number> {
  const handle = batchHandler(ctx);
  let retried = 0;
  for (const id of await selectRejectedIds(ctx.db, siteId)) {
    try {
      await ctx.db.transaction().execute(async (tx) => {
        // Not by the inbox: a person who is being erased would be known again after the erasure.
        await lockAllPartitions(tx);
        const row = await selectRejectedRow(tx, id);
        if (!row) return;
        await handle(tx, [{ ...row, partition: 0 }]);
        await deleteRejectedRow(tx, id);
        retried += 1;
      });
    } catch (error) {
      if (!isFaultOfRows(error)) throw error;
    }
  }
  return retried;
}
