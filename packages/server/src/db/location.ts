// Which PostgreSQL a process uses: the one that DATABASE_URL names, or Attune's own.
import { join } from 'node:path';
import type { Role } from '@attune/embedded-postgres';
import type { Config } from '../config.ts';
import type { Log } from '../log/log.ts';
import { clientConfig, type DatabaseTarget, newClient } from './connection.ts';
import { startOwnPostgres } from './own-postgres.ts';
import { primaryOf } from './primary.ts';
import { primaryFile } from './primary-memory.ts';
import { startFault } from './start-fault.ts';

export interface DatabaseLocation {
  readonly target: DatabaseTarget;
  /** Is it Attune's own? */
  readonly embedded: boolean;
  /** Call it last: it stops our own PostgreSQL if nothing else uses it. */
  readonly stop: () => Promise<void>;
}

export interface LocationOptions {
  readonly role: Role;
  /** Most to wait for the server of DATABASE_URL; default 2 s. */
  readonly connectWithinMs?: number;
  readonly onLost?: (reason: Error) => void;
  readonly signal?: AbortSignal;
}

const oldestVersion = 15;

/**
 * Finds or starts the database. Rejects with a start fault, whose message is for the operator, and
 * which never shows the URL.
 */
export async function databaseFor(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  log: Log,
  options: LocationOptions,
): Promise<DatabaseLocation> {
  if (config.databaseUrl === undefined) {
    const embedded = await startOwnPostgres({ ...options, dataDir: config.dataDir, log });
    return { target: { connection: embedded.connection }, embedded: true, stop: embedded.stop };
  }
  const target = { url: config.databaseUrl };
  // A command may be another user's, whose files a node cannot read.
  const keeps = options.role !== 'command';
  primaryOf(target.url).remember(join(config.dataDir, primaryFile), log, keeps);
  await checkServer(target, log, options.connectWithinMs);
  return { target, embedded: false, stop: async () => undefined };
}

interface ServerFacts {
  readonly version: string;
  /** As server_version_num: 150004 is 15.4. */
  readonly number: number;
  readonly encoding: string;
}

/** Why a server cannot be used; undefined when it can. */
export function faultOfServer({ version, number, encoding }: ServerFacts): string | undefined {
  if (number < oldestVersion * 10_000) {
    return `DATABASE_URL names a PostgreSQL ${version}; Attune needs ${oldestVersion} or newer.`;
  }
  if (encoding === 'UTF8') return undefined;
  return (
    `The database that DATABASE_URL names is encoded in ${encoding}; Attune needs UTF8: ` +
    "create database attune encoding 'UTF8' template template0"
  );
}

async function checkServer(target: DatabaseTarget, log: Log, withinMs?: number): Promise<void> {
  const server = await describeServer(target, withinMs);
  const fault = faultOfServer(server);
  if (fault) throw startFault(fault);
  log.info({ version: server.version }, 'Using the PostgreSQL of DATABASE_URL');
}

async function describeServer(target: DatabaseTarget, withinMs?: number): Promise<ServerFacts> {
  const client = newClient(clientConfig(target, 'attune check', withinMs));
  client.on('error', () => undefined);
  try {
    await client.connect();
    const found = await client.query<ServerFacts>(
      `select current_setting('server_version') as version,
              current_setting('server_version_num')::integer as number,
              current_setting('server_encoding') as encoding`,
    );
    return found.rows[0]!;
  } catch (error) {
    throw startFault(`DATABASE_URL cannot be used: ${(error as Error).message}`, error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
