// Attune's own PostgreSQL, for as long as this process runs: started, watched, shared and stopped.
import { join } from 'node:path';
import type { Log } from '../../log/log.ts';
import type { PostgresConnection } from '../connection.ts';
import { accountFor } from './account.ts';
import { usableBinaries } from './binaries.ts';
import type { Role } from './claim.ts';
import { checkVersion, createCluster, existingCluster } from './cluster.ts';
import { openDataDirectory } from './folders.ts';
import { boundLogFile } from './log-file.ts';
import type { Installation } from './postmaster.ts';
import { ensureDatabase } from './product-database.ts';
import { supervise } from './supervise.ts';

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: Log;
  /** A `server` is alone on its data directory; any number of the others use it beside it. */
  readonly role: Role;
  /** Called when the database is lost for good: another server has taken the data directory. */
  readonly onLost?: (reason: Error) => void;
  /** Aborts a start that waits. */
  readonly signal?: AbortSignal;
  /** For tests: data that may be lost, made fast. */
  readonly throwaway?: boolean;
  /** Where, as root, what PostgreSQL's user cannot reach goes. Default /var/lib/attune. */
  readonly sharedFolder?: string;
  /** Of the npm package with the programs; found by itself unless given. */
  readonly packageFolder?: string;
}

export interface EmbeddedPostgres {
  /** To the product's database. It stays the same when PostgreSQL is restarted. */
  readonly connection: PostgresConnection;
  /** The postmaster's number now. */
  readonly pid: number;
  /** Was PostgreSQL running already? */
  readonly reattached: boolean;
  /** Stops PostgreSQL if nobody else uses it. Idempotent. */
  readonly stop: () => Promise<void>;
}

/**
 * Makes the cluster where there is none, starts or finds its PostgreSQL, claims it, and brings it
 * back whenever it dies. Rejects with a start fault when that cannot be; its message is for the
 * operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, role } = options;
  const dataDir = await openDataDirectory(options.dataDir);
  const installation = await prepare(dataDir, options);
  const supervision = await supervise({
    ...{ installation, dataDir, role, log },
    signal: options.signal ?? new AbortController().signal,
    onLost: options.onLost ?? (() => undefined),
  });
  const { reattached, pid, connection } = supervision.running();
  const database = await ensureDatabase(connection).catch(async (error) => {
    await supervision.stop();
    throw error;
  });
  log.info({ pid, reattached }, 'PostgreSQL is ready');
  const bounding = setInterval(() => boundLogFile(installation.logFile), 60_000).unref();
  let stopped: Promise<void> | undefined;
  return {
    connection: database,
    reattached,
    get pid() {
      return supervision.running().pid;
    },
    stop: () => {
      clearInterval(bounding);
      stopped ??= supervision.stop();
      return stopped;
    },
  };
}

async function prepare(dataDir: string, options: EmbeddedOptions): Promise<Installation> {
  const { log, packageFolder, throwaway = false } = options;
  const sharedFolder = options.sharedFolder ?? '/var/lib/attune';
  const existing = await existingCluster(dataDir);
  const account = await accountFor(existing);
  const copyTo = account.foreign ? [sharedFolder, '/var/tmp/attune'] : [join(dataDir, 'binaries')];
  const binaries = await usableBinaries({ account, copyTo, log, packageFolder });
  const needs = { dataDir, sharedFolder, account, binaries, throwaway, log };
  const folder = existing ?? (await createCluster(needs));
  await checkVersion(folder, binaries);
  const logFile = join(dataDir, 'postgres.log');
  await boundLogFile(logFile);
  return { folder, account, binaries, logFile, throwaway };
}
