// The inbox port: what is accepted is durable, and is worked off at least once until it is done.
import type { InboxMark, InboxReport } from '../../../../context.ts';
import type { Db } from '../../../../db/schema.ts';
import type { InboxBatch, InboxLine } from './batch.ts';
import { inboxFull, watchCapacity } from './capacity/capacity.ts';
import { groupCommit } from './group-commit.ts';
import {
  deleteInbox,
  insertInbox,
  lockInboxIds,
  selectInbox,
  selectLastInboxId,
  selectWaitingPartitions,
  type WaitingRow,
} from './store.ts';

/** Rows to be folded, and what takes them out. */
export interface Batch {
  readonly rows: readonly WaitingRow[];
  /** Do others wait behind them? */
  readonly hasMore: boolean;
  /** Takes the rows out, within the transaction that has folded them. */
  readonly remove: () => Promise<void>;
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
   * What has been accepted until now, and what is being accepted just now: all of it is folded once
   * nothing waits up to the mark. By a transaction, where one holds the inbox's tables. Rejects
   * with `overloaded` or `not_ready` where the inbox cannot tell.
   */
  readonly mark: (tx?: Db) => Promise<InboxMark>;
  /** What an operator should know of it. */
  readonly report: () => Promise<InboxReport>;
  /** The oldest rows of partitions that a transaction has to itself; see `consume`. */
  readonly read: (tx: Db, partitions: readonly number[], limit: number) => Promise<Batch>;
  /** Calls a listener when something comes; absent where the database notifies. */
  readonly onArrival?: (listener: () => void) => void;
}

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
    mark: (given) => (given ? markIn(given) : db.transaction().execute(markIn)),
    report: async () => ({ what: 'PostgreSQL', reasons: [], lastPlace: null, nats: null }),
    read: async (tx, partitions, limit) => {
      const { rows, hasMore } = await selectInbox(tx, partitions, limit);
      const ids = rows.map(({ id }) => id);
      return { rows, hasMore, remove: () => deleteInbox(tx, ids) };
    },
  };
}

async function markIn(tx: Db): Promise<InboxMark> {
  await lockInboxIds(tx);
  return { inboxId: await selectLastInboxId(tx), place: '0' };
}
