// The inbox port: what is accepted is durable, and is worked off at least once until it is done.
import type { Db } from '../../../db/schema.ts';
import { ApiError } from '../../../refusal.ts';
import {
  deleteInbox,
  type InboxRow,
  insertInbox,
  lockPartition,
  selectInbox,
  selectWaitingPartitions,
  type WaitingRow,
} from './store.ts';

/** Does the work of a batch within the transaction that also takes it out of the inbox. */
export type Work = (tx: Db, rows: readonly WaitingRow[]) => Promise<void>;

export interface Inbox {
  /** Resolves when the rows survive a crash and a power cut. All are accepted, or none. */
  readonly accept: (rows: readonly InboxRow[]) => Promise<void>;
  /** Partitions that hold something. */
  readonly waiting: () => Promise<readonly number[]>;
  /**
   * Gives the oldest rows of a partition to `work`, and takes them out if that went well. One
   * worker at a time has a partition. Resolves to how many rows were done.
   */
  readonly consume: (partition: number, limit: number, work: Work) => Promise<number>;
}

/** The inbox as a table of PostgreSQL. */
export function postgresInbox(db: Db): Inbox {
  return {
    accept: groupCommit((rows) => insertInbox(db, rows)),
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

interface Waiting<Row> {
  readonly rows: readonly Row[];
  readonly done: PromiseWithResolvers<void>;
}

/** The most rows that go into one commit. */
const largestCommit = 5_000;
/** The most callers that wait for a commit: beyond, memory would hold what the disk does not. */
const mostWaiting = 10_000;

const tooMuch = () =>
  new ApiError('not_ready', 'More arrives than can be stored; try again soon.', {
    headers: { 'retry-after': '2' },
  });

/**
 * Gathers what arrives while a commit is under way into the next one, so that many callers share
 * the cost of making things durable.
 */
function groupCommit<Row>(commit: (rows: Row[]) => Promise<void>) {
  let queue: Waiting<Row>[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (queue.length > 0) {
      const group = takeGroup();
      try {
        await commit(group.flatMap(({ rows }) => rows));
        for (const { done } of group) done.resolve();
      } catch (error) {
        for (const { done } of group) done.reject(error);
      }
    }
    isRunning = false;
  }

  function takeGroup(): Waiting<Row>[] {
    let size = 0;
    const fits = queue.findIndex(({ rows }, at) => {
      size += rows.length;
      return at > 0 && size > largestCommit;
    });
    const group = queue.slice(0, fits < 0 ? queue.length : fits);
    queue = queue.slice(group.length);
    return group;
  }

  return (rows: readonly Row[]): Promise<void> => {
    if (queue.length >= mostWaiting) return Promise.reject(tooMuch());
    const done = Promise.withResolvers<void>();
    queue.push({ rows, done });
    if (!isRunning) void run();
    return done.promise;
  };
}
