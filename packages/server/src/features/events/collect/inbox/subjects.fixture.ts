// The inboxes that the conformance suite is run on: the real one, and others that are wrong.
import { sql } from 'kysely';
import { createBackgroundWork } from '../../../../background.ts';
import { readConfig } from '../../../../config.ts';
import { openDatabase } from '../../../../db/pool.ts';
import type { Db } from '../../../../db/schema.ts';
import { createLog } from '../../../../log/log.ts';
import { InboxBatch, type InboxLine } from './batch.ts';
import { type Consumed, consume, type Work } from './consume.ts';
import { type Inbox, postgresInbox } from './inbox.ts';
import { openInbox } from './open.ts';
import { deleteInbox, insertInbox, lockPartitions, selectInbox } from './store.ts';

/** An inbox with a connection of its own, as a node has it. */
export interface OpenInbox extends Subject {
  /** Where the effects of the work are seen. */
  readonly db: Db;
  readonly close: () => Promise<void>;
}

/** What an inbox is on. */
export interface Servers {
  /** Of the database. */
  readonly url: string;
  readonly nats?: { readonly url: string; readonly stream: string };
}

interface Subject {
  readonly inbox: Inbox;
  /** `consume` of the inbox over its database. */
  readonly consume: Consume;
  readonly close?: () => Promise<void>;
}

type Consume = (partitions: readonly number[], limit: number, work: Work) => Promise<Consumed>;

export type SubjectName = keyof typeof subjects;

const log = createLog('silent');

/** So small that a test can fill it. */
const mostBytes = 2 ** 20;

/** The table with some of it replaced. */
function table(db: Db, replaced: Partial<Inbox & Subject> = {}): Subject {
  const { consume: other, ...parts } = replaced;
  const inbox = { ...postgresInbox(db), ...parts };
  const usual: Consume = (partitions, limit, work) => consume(db, inbox, partitions, limit, work);
  return { inbox, consume: other ?? usual };
}

const subjects = {
  'a table of PostgreSQL': (db: Db) => table(db, postgresInbox(db, { mostBytes })),

  'a stream of JetStream': (db: Db, { nats }: Servers) => {
    const config = readConfig({ NATS_URL: nats!.url, NATS_STREAM: nats!.stream });
    const { inbox, close } = openInbox(
      { ...config, inboxBytes: mostBytes },
      { db, log, background: createBackgroundWork(), intake: undefined },
    );
    return { ...table(db, inbox), close };
  },

  'acknowledges before it has written': (db: Db) => {
    let batch = new InboxBatch();
    const flush = () => {
      void insertInbox(db, batch).catch(() => undefined);
      batch = new InboxBatch();
    };
    const accept = async (lines: readonly InboxLine[]) => {
      if (batch.size === 0) setTimeout(flush, 20);
      for (const line of lines) batch.add(line);
    };
    return table(db, { accept });
  },

  'accepts a batch in parts': (db: Db) =>
    table(db, {
      accept: async (lines) => {
        for (const line of lines) await insertInbox(db, new InboxBatch().add(line));
      },
    }),

  'takes rows out before the work is done': (db: Db) =>
    table(db, {
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

  'takes rows out although the work failed': (db: Db) =>
    table(db, {
      consume: async (partitions, limit, work) => {
        let fault: unknown;
        const done = await consume(db, postgresInbox(db), partitions, limit, async (tx, rows) => {
          await sql`savepoint work`.execute(tx);
          await work(tx, rows).catch(async (error) => {
            fault = error;
            await sql`rollback to savepoint work`.execute(tx);
          });
        });
        if (fault) throw fault;
        return done;
      },
    }),

  'keeps what a failed work has half done': (db: Db) =>
    table(db, {
      consume: (partitions, limit, work) =>
        consume(db, postgresInbox(db), partitions, limit, (_tx, rows) => work(db, rows)),
    }),

  'lets two workers have a partition': (db: Db) =>
    table(db, {
      consume: (partitions, limit, work) =>
        db.transaction().execute(async (tx) => {
          const { rows, hasMore } = await selectInbox(tx, partitions, limit);
          if (rows.length > 0) await work(tx, rows);
          await deleteInbox(tx, idsOf(rows));
          return { rows: rows.length, hasMore };
        }),
    }),

  'lets one worker have everything': (db: Db) =>
    table(db, {
      consume: (partitions, limit, work) =>
        consume(db, postgresInbox(db), partitions, limit, async (tx, rows) => {
          await sql`select pg_advisory_xact_lock(hashtext('attune inbox of one worker'))`.execute(
            tx,
          );
          await work(tx, rows);
        }),
    }),

  'delivers the newest first': (db: Db) =>
    table(db, {
      read: async (tx, partitions, limit) => {
        const batch = await postgresInbox(db).read(tx, partitions, limit);
        return { ...batch, rows: batch.rows.toReversed() };
      },
    }),

  'accepts more than there is room for': (db: Db) => table(db),

  'never takes a row out': (db: Db) =>
    table(db, {
      read: async (tx, partitions, limit) => {
        const batch = await postgresInbox(db).read(tx, partitions, limit);
        return { ...batch, remove: async () => undefined };
      },
    }),
};

/** Names of the inboxes that are wrong; each says how. */
export const brokenSubjects = Object.keys(subjects).slice(2) as SubjectName[];

/** Opens an inbox over a database. */
export function openSubject(name: SubjectName, servers: Servers): OpenInbox {
  const { kysely: db, close: closeDatabase } = openDatabase({ url: servers.url }, { log });
  const subject: Subject = subjects[name](db, servers);
  const close = async () => {
    await subject.close?.();
    await closeDatabase();
  };
  return { ...subject, db, close };
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
