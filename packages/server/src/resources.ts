// Opens and closes what a process works with: database, secrets, snapshots.
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { isUnavailable } from './db/errors.ts';
import { type DatabaseLocation, databaseFor } from './db/location.ts';
import { migrate, migrationsFolder } from './db/migrate.ts';
import { type Database, openDatabase } from './db/pool.ts';
import { type LiveSnapshots, liveSnapshots, snapshotFile } from './features/snapshots/index.ts';
import type { Log } from './log/log.ts';
import { createMetrics } from './log/metrics.ts';
import { openSecrets } from './secrets.ts';

export interface Resources {
  readonly ctx: Context;
  readonly location: DatabaseLocation;
  readonly database: Database;
  readonly snapshots: LiveSnapshots;
  /** Closes everything, in the reverse order of opening. */
  readonly close: () => Promise<void>;
}

export interface ResourceOptions {
  /** A `server` keeps a snapshot file and may start without its database; a `command` does not. */
  readonly role: 'server' | 'command';
  /** Does the process share the embedded PostgreSQL with a server? */
  readonly sharesDatabase?: boolean;
  readonly onLost?: (reason: Error) => void;
  readonly signal?: AbortSignal;
}

/** Opens the resources of a process. Rejects with a message for the operator. */
export async function openResources(
  config: Config,
  log: Log,
  { role, sharesDatabase, onLost, signal }: ResourceOptions,
): Promise<Resources> {
  const file = role === 'server' ? snapshotFile(config.dataDir, log) : undefined;
  const location = await databaseFor(config, log, {
    role: sharesDatabase ? 'command' : role,
    ...(onLost && { onLost }),
    ...(signal && { signal }),
  }).catch((error) => {
    if (!file?.read() || !config.databaseUrl || !isUnavailable(error.cause)) throw error;
    log.warn('the database is away; deciding from the snapshot file until it is back');
    const target = { url: config.databaseUrl };
    return { target, embedded: false, stop: async () => undefined };
  });
  if (config.databaseUrl && config.secretKeys.length === 0) {
    log.warn(
      'SECRET_KEY is not set: further nodes on this database cannot open what this one seals',
    );
  }
  const database = openDatabase(location.target, { log });
  const secrets = openSecrets(config);
  const metrics = createMetrics();
  const now = Date.now;
  const snapshots = liveSnapshots({ db: database.kysely, log, secrets, now, file });
  const ctx: Context = {
    config,
    log,
    metrics,
    db: database.kysely,
    pool: database.pool,
    secrets,
    now,
    snapshots,
  };
  const close = async () => {
    await snapshots.stop();
    await database.close();
    await location.stop();
  };
  try {
    await migrateWhenThere(database, log, snapshots, file !== undefined);
    await snapshots.start();
  } catch (error) {
    await close();
    throw error;
  }
  return { ctx, location, database, snapshots, close };
}

/** Migrates now; a server whose database is away does it when the database is back. */
async function migrateWhenThere(
  database: Database,
  log: Log,
  snapshots: LiveSnapshots,
  mayWait: boolean,
): Promise<void> {
  try {
    await migrate(database.pool, migrationsFolder, log);
  } catch (error) {
    if (!mayWait || !isUnavailable(error)) throw error;
    snapshots.onReturn(async () => {
      await migrate(database.pool, migrationsFolder, log);
    });
  }
}
