// One batch worked off: rows are folded and taken out of the inbox in one transaction, or neither.
import type { Db } from '../../../../db/schema.ts';
import type { Inbox } from './inbox.ts';
import { lockPartitions, type WaitingRow } from './store.ts';

/** Folds the rows of a batch within the transaction that also takes them out of the inbox. */
export type Work = (tx: Db, rows: readonly WaitingRow[]) => Promise<void>;

/** What became of one transaction. */
export interface Consumed {
  /** How many rows were done. */
  readonly rows: number;
  /** Were there more than one batch takes? */
  readonly hasMore: boolean;
}

const nothing: Consumed = { rows: 0, hasMore: false };

/**
 * Gives the oldest rows of those partitions that no other worker has to `work`, and takes them out
 * if that went well, all in one transaction. One worker at a time has a partition.
 */
export function consume(
  db: Db,
  inbox: Pick<Inbox, 'read'>,
  partitions: readonly number[],
  limit: number,
  work: Work,
): Promise<Consumed> {
  return db.transaction().execute(async (tx) => {
    const free = await lockPartitions(tx, partitions);
    if (free.length === 0) return nothing;
    const { rows, hasMore, remove } = await inbox.read(tx, free, limit);
    if (rows.length > 0) await work(tx, rows);
    await remove();
    return { rows: rows.length, hasMore };
  });
}
