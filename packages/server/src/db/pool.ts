// The connections that queries run on, and how PostgreSQL's types arrive in JavaScript.
import { parseExact } from '@attune/core';
import { type DatabaseConnection, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DiskFault } from '../health.ts';
import type { Log } from '../log/log.ts';
import { guardStatement } from '../tenant-guard.ts';
import { clientConfig, type DatabaseTarget } from './connection.ts';
import { diskFaultOf } from './errors.ts';
import { watchForSilence } from './heartbeat.ts';
import type { Db, Schema } from './schema.ts';

export interface Database {
  readonly kysely: Db;
  /** For what Kysely cannot do: COPY, sessions that hold locks. */
  readonly pool: pg.Pool;
  /** Waits for what is checked out, then closes every connection. */
  readonly close: () => Promise<void>;
}

export interface DatabaseOptions {
  readonly log: Log;
  /** Most connections at once. Default 10. */
  readonly poolSize?: number;
  /** Most to wait for a connection; default 2 s. */
  readonly connectWithinMs?: number;
  /**
   * After which the server ends a statement; default 30 s. 0 leaves it to the server, as behind a
   * transaction pooler, which takes no such setting.
   */
  readonly statementTimeoutMs?: number;
  /** Called for each statement that fails because of the server's disk. */
  readonly onDiskFault?: (fault: DiskFault) => void;
}

const oids = { text: 25, textArray: 1009, date: 1082, dateArray: 1182, jsonb: 3802 } as const;
/** A date has no zone: as a JavaScript Date it would be another day elsewhere. */
const readAs = new Map<number, number>([
  [oids.date, oids.text],
  [oids.dateArray, oids.textArray],
]);

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === oids.jsonb && format !== 'binary'
      ? parseExact
      : pg.types.getTypeParser(readAs.get(oid) ?? oid, format),
};

/**
 * Opens a pool; the first query connects. bigint and numeric arrive as strings, date as
 * 'YYYY-MM-DD', timestamptz as Date. Waiting in vain for a connection, or for 2 s for any sign of
 * life while a query is under way, is an error that `isUnavailable` knows.
 */
export function openDatabase(target: DatabaseTarget, options: DatabaseOptions): Database {
  const { log, connectWithinMs, poolSize = 10, statementTimeoutMs = 30_000, onDiskFault } = options;
  const pool = new pg.Pool({
    ...clientConfig(target, `attune pool ${process.pid}`, connectWithinMs),
    ...(statementTimeoutMs > 0 ? { statement_timeout: statementTimeoutMs } : {}),
    idleTimeoutMillis: 30_000,
    types,
  });
  connectFewAtOnce(pool, poolSize);
  const onError = (error: Error) => {
    // A pool has ended before its connections have: stopping PostgreSQL then loses nothing.
    if (!pool.ending) log.warn({ err: error }, 'A database connection was lost');
  };
  pool.on('error', onError);
  // The pool listens to idle connections only; a lost one in use would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (onDiskFault) {
    pool.on('connect', ({ connection }) => {
      connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
        const fault = diskFaultOf(code);
        if (fault) onDiskFault(fault);
      });
    });
  }
  const stopWatching = watchForSilence(pool, target, log);
  const dialect = new PostgresDialect({ pool, onCreateConnection: holdEachToSite });
  const kysely = new Kysely<Schema>({ dialect });
  const close = async () => {
    await kysely.destroy();
    // Kysely ends a pool only if it has used it.
    if (!pool.ending) await pool.end();
    // Last: a silent server must not hold up the end either.
    stopWatching();
  };
  return { kysely, pool, close };
}

const attemptsAtOnce = 2;

/**
 * Opens at most two connections at once (ADR 0111): what waits for one meanwhile is given the first
 * that is free, new or not. All together they may take longer than each is waited for: given up and
 * attempted again, they would keep the server that slow.
 */
function connectFewAtOnce(pool: pg.Pool, poolSize: number): void {
  const open = new Set<pg.PoolClient>();
  const bound = () => {
    pool.options.max = Math.min(poolSize, open.size + attemptsAtOnce);
  };
  pool.on('connect', (client) => {
    open.add(client);
    bound();
    // Nothing else opens more for those that wait already.
    const room = pool.options.max - pool.totalCount;
    for (let more = Math.min(room, pool.waitingCount); more > 0; more--) {
      pool.connect((_, client, release) => client && release());
    }
  });
  pool.on('remove', (client) => {
    open.delete(client);
    bound();
  });
  bound();
}

/** Has every statement of a connection looked at before it is sent. */
async function holdEachToSite(connection: DatabaseConnection): Promise<void> {
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = (statement, ...rest) => {
    guardStatement(statement);
    return execute(statement, ...rest);
  };
}
