// PostgreSQL for as long as this process runs: started, watched, shared and stopped.
import { join } from 'node:path';
import { accountFor } from './account.ts';
import { usableBinaries } from './binaries.ts';
import type { Role } from './claim.ts';
import { checkVersion, createCluster, existingCluster } from './cluster.ts';
import type { PostgresConnection } from './connection.ts';
import { ensureDatabase } from './database.ts';
import { openDataDirectory } from './folders.ts';
import type { Log } from './log.ts';
import { boundLogFile } from './log-file.ts';
import type { Installation } from './postmaster.ts';
import type { Product } from './product.ts';
import type { Settings } from './settings.ts';
import { supervise } from './supervise.ts';

export interface EmbeddedOptions {
  readonly product: Product;
  readonly dataDir: string;
  readonly log: Log;
  /** A `server` is alone on its data directory; any number of the others use it beside it. */
  readonly role: Role;
  /** Called when the database is lost for good: another server has taken the data directory. */
  readonly onLost?: (reason: Error) => void;
  /** Aborts a start that waits. */
  readonly signal?: AbortSignal;
  /** Written into postgresql.conf when the cluster is made; the operator's afterwards. */
  readonly initialSettings?: Settings;
  /** Given at every start, beside what this package itself needs. */
  readonly settings?: Settings;
  /** For tests: data that may be lost, made fast. */
  readonly throwaway?: boolean;
  /** Where, as root, what PostgreSQL's user cannot reach goes. Default /var/lib/<name>. */
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
  /** Stops PostgreSQL if nothing else uses it. Idempotent. */
  readonly stop: () => Promise<void>;
}

/**
 * Makes the cluster where there is none, starts or finds its PostgreSQL, claims it, and brings it
 * back whenever it dies. Rejects with a start error when that cannot be; its message is for the
 * operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, role, product } = options;
  const dataDir = await openDataDirectory(options.dataDir, product);
  const installation = await prepare(dataDir, options);
  const supervision = await supervise({
    ...{ installation, dataDir, product, role, log },
    signal: options.signal ?? new AbortController().signal,
    onLost: options.onLost ?? (() => undefined),
  });
  const { reattached, pid, connection } = supervision.running();
  const database = await ensureDatabase(connection, product.name).catch(async (error) => {
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
  const { log, product, packageFolder, throwaway = false } = options;
  const { initialSettings = {}, settings = {} } = options;
  const { sharedFolder = `/var/lib/${product.name}` } = options;
  const existing = await existingCluster(dataDir, product);
  const account = await accountFor(existing, product);
  const copyTo = account.foreign
    ? [sharedFolder, `/var/tmp/${product.name}`]
    : [join(dataDir, 'binaries')];
  const binaries = await usableBinaries({ account, copyTo, log, product, packageFolder });
  const shared = { account, binaries, throwaway, product };
  const needs = { ...shared, dataDir, sharedFolder, initialSettings, log };
  const folder = existing ?? (await createCluster(needs));
  await checkVersion(folder, binaries);
  const logFile = join(dataDir, 'postgres.log');
  await boundLogFile(logFile);
  return { ...shared, folder, logFile, settings };
}
