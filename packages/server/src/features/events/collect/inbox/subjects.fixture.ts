// The inboxes that the conformance suite is run on: the real one, and others that are wrong.
import { sql } from 'kysely';
import { openDatabase } from '../../../../db/pool.ts';
import type { Db } from '../../../../db/schema.ts';
import { createLog } from '../../../../log/log.ts';
import { InboxBatch, type InboxLine } from './batch.ts';
import { type Inbox, postgresInbox } from './inbox.ts';
import { deleteInbox, insertInbox, lockPartitions, selectInbox } from './store.ts';

/** An inbox with a connection of its own, as a node has it. */
export interface OpenInbox {
  readonly inbox: Inbox;
  /** Where the effects of the work are seen. */
  readonly db: Db;
  readonly close: () => Promise<void>;
}

export type SubjectName = keyof typeof subjects;

/** So small that a test can fill it. */
const mostBytes = 2 ** 20;

const subjects = {
  'a table of PostgreSQL': (db: Db): Inbox => postgresInbox(db, { mostBytes }),

  'acknowledges before it has written': (db: Db): Inbox => {
    let batch = new InboxBatch();
    const flush = () => {
      void insertInbox(db, batch).catch(() => undefined);
      batch = new InboxBatch();
    };
    const accept = async (lines: readonly InboxLine[]) => {
      if (batch.size === 0) setTimeout(flush, 20);
      for (const line of lines) batch.add(line);
    };
    return { ...postgresInbox(db), accept };
  },

  'accepts a batch in parts': (db: Db): Inbox => ({
    ...postgresInbox(db),
    accept: async (lines) => {
      for (const line of lines) await insertInbox(db, new InboxBatch().add(line));
    },
  }),

  'takes rows out before the work is done': (db: Db): Inbox => ({
    ...postgresInbox(db),
    consume: async (partitions, limit, work) => {
      const rows = await db.transaction().execute(async (tx) => {
        const free = await lockPartitions(tx, partitions);
        const { rows: taken } = await selectInbox(tx, free, limit);
        await deleteInbox(tx, idsOf(taken));
        return taken;
      });
      if (rows.length > 0) await db.transaction().execute((tx) => work(tx, rows));
      return { rows: rows.length, hasMore: false };
    },
  }),

  'takes rows out although the work failed': (db: Db): Inbox => ({
    ...postgresInbox(db),
    consume: async (partitions, limit, work) => {
      let rows = 0;
      let fault: unknown;
      await db.transaction().execute(async (tx) => {
        const free = await lockPartitions(tx, partitions);
        const { rows: found } = await selectInbox(tx, free, limit);
        rows = found.length;
        await sql`savepoint work`.execute(tx);
        await work(tx, found).catch(async (error) => {
          fault = error;
          await sql`rollback to savepoint work`.execute(tx);
        });
        await deleteInbox(tx, idsOf(found));
      });
      if (fault) throw fault;
      return { rows, hasMore: false };
    },
  }),

  'keeps what a failed work has half done': (db: Db): Inbox => ({
    ...postgresInbox(db),
    consume: (partitions, limit, work) =>
      postgresInbox(db).consume(partitions, limit, (_tx, rows) => work(db, rows)),
  }),

  'lets two workers have a partition': (db: Db): Inbox => ({
    ...postgresInbox(db),
    consume: (partitions, limit, work) =>
      db.transaction().execute(async (tx) => {
        const { rows, hasMore } = await selectInbox(tx, partitions, limit);
        if (rows.length > 0) await work(tx, rows);
        await deleteInbox(tx, idsOf(rows));
        return { rows: rows.length, hasMore };
      }),
  }),

  'lets one worker have everything': (db: Db): Inbox => ({
    ...postgresInbox(db),
    consume: (partitions, limit, work) =>
      postgresInbox(db).consume(partitions, limit, async (tx, rows) => {
        await sql`select pg_advisory_xact_lock(hashtext('attune inbox of one worker'))`.execute(tx);
        await work(tx, rows);
      }),
  }),

  'delivers the newest first': (db: Db): Inbox => ({
    ...postgresInbox(db),
    consume: (partitions, limit, work) =>
      postgresInbox(db).consume(partitions, limit, (tx, rows) => work(tx, rows.toReversed())),
  }),

  'accepts more than there is room for': (db: Db): Inbox => postgresInbox(db),

  'never takes a row out': (db: Db): Inbox => ({
    ...postgresInbox(db),
    consume: (partitions, limit, work) =>
      db.transaction().execute(async (tx) => {
        const free = await lockPartitions(tx, partitions);
        const { rows, hasMore } = await selectInbox(tx, free, limit);
        await work(tx, rows);
        return { rows: rows.length, hasMore };
      }),
  }),
};

/** Names of the inboxes that are wrong; each says how. */
export const brokenSubjects = Object.keys(subjects).slice(1) as SubjectName[];

/** Opens an inbox over a database. */
export function openSubject(name: SubjectName, url: string): OpenInbox {
  const { kysely: db, close } = openDatabase({ url }, { log: createLog('silent') });
  return { inbox: subjects[name](db), db, close };
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
