// The inbox port: what is accepted is durable, and is worked off at least once until it is done.
import type { Db } from '../../../../db/schema.ts';
import type { InboxBatch, InboxLine } from './batch.ts';
import { inboxFull, watchCapacity } from './capacity/capacity.ts';
import { groupCommit } from './group-commit.ts';
import {
  deleteInbox,
  insertInbox,
  lockPartitions,
  selectInbox,
  selectWaitingPartitions,
  type WaitingRow,
} from './store.ts';

/** Does the work of a batch within the transaction that also takes it out of the inbox. */
export type Work = (tx: Db, rows: readonly WaitingRow[]) => Promise<void>;

/** What became of one transaction. */
export interface Consumed {
  /** How many rows were done. */
  readonly rows: number;
  /** Were there more than one batch takes? */
  readonly hasMore: boolean;
}

export interface Inbox {
  /**
   * Resolves when the lines survive a crash and a power cut, and what was gathered before them. All
   * are accepted, or none. What was gathered may be cleared at once. Rejects with `overloaded`
   * where so much waits that no more may.
   */
  readonly accept: (lines: readonly InboxLine[], gathered?: InboxBatch) => Promise<void>;
  /** Does so much wait that nothing more is accepted? As of a second ago, about. */
  readonly isFull: () => boolean;
  /** Partitions that hold something. */
  readonly waiting: () => Promise<readonly number[]>;
  /**
   * Gives the oldest rows of those partitions that no other worker has to `work`, and takes them
   * out if that went well, all in one transaction. One worker at a time has a partition.
   */
  readonly consume: (partitions: readonly number[], limit: number, work: Work) => Promise<Consumed>;
}

const nothing: Consumed = { rows: 0, hasMore: false };

export interface InboxOptions {
  /** Connections of its own for what it accepts; default: those of the rest. */
  readonly intake?: Db;
  /** Was a page requested since its last call? */
  readonly wasPageRequested?: () => boolean;
  /** About how much may wait; default: anything. */
  readonly mostBytes?: number;
}

/** The inbox as a table of PostgreSQL. */
export function postgresInbox(
  db: Db,
  { intake = db, wasPageRequested, mostBytes = Infinity }: InboxOptions = {},
): Inbox {
  const commit = groupCommit((batch) => insertInbox(intake, batch), wasPageRequested);
  const isFull = watchCapacity(db, mostBytes);
  return {
    accept: (lines, gathered) => (isFull() ? Promise.reject(inboxFull()) : commit(lines, gathered)),
    isFull,
    waiting: () => selectWaitingPartitions(db),
    consume: (partitions, limit, work) =>
      db.transaction().execute(async (tx) => {
        const free = await lockPartitions(tx, partitions);
        if (free.length === 0) return nothing;
        const { rows, hasMore } = await selectInbox(tx, free, limit);
        if (rows.length === 0) return nothing;
        await work(tx, rows);
        await deleteInbox(
          tx,
          rows.map(({ id }) => id),
        );
        return { rows: rows.length, hasMore };
      }),
  };
}
