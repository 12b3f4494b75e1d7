// The inbox port: what is accepted is durable, and is worked off at least once until it is done.
import type { Db } from '../../../../db/schema.ts';
import type { InboxBatch, InboxLine } from './batch.ts';
import { groupCommit } from './group-commit.ts';
import {
  deleteInbox,
  insertInbox,
  lockPartition,
  selectInbox,
  selectWaitingPartitions,
  type WaitingRow,
} from './store.ts';

/** Does the work of a batch within the transaction that also takes it out of the inbox. */
export type Work = (tx: Db, rows: readonly WaitingRow[]) => Promise<void>;

export interface Inbox {
  /**
   * Resolves when the lines survive a crash and a power cut, and what was gathered before them. All
   * are accepted, or none. What was gathered may be cleared at once.
   */
  readonly accept: (lines: readonly InboxLine[], gathered?: InboxBatch) => Promise<void>;
  /** Partitions that hold something. */
  readonly waiting: () => Promise<readonly number[]>;
  /**
   * Gives the oldest rows of a partition to `work`, and takes them out if that went well. One
   * worker at a time has a partition. Resolves to how many rows were done.
   */
  readonly consume: (partition: number, limit: number, work: Work) => Promise<number>;
}

/**
 * The inbox as a table of PostgreSQL. A node gives it connections of its own for what it accepts,
 * and what tells whether a page was asked for since it was called last.
 */
export function postgresInbox(db: Db, intake = db, wasPageAsked?: () => boolean): Inbox {
  return {
    accept: groupCommit((batch) => insertInbox(intake, batch), wasPageAsked),
    waiting: () => selectWaitingPartitions(db),
    consume: (partition, limit, work) =>
      db.transaction().execute(async (tx) => {
        if (!(await lockPartition(tx, partition))) return 0;
        const rows = await selectInbox(tx, partition, limit);
        if (rows.length === 0) return 0;
        await work(tx, rows);
        await deleteInbox(
          tx,
          rows.map(({ id }) => id),
        );
        return rows.length;
      }),
  };
}
