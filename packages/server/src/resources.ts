// Opens and closes what a process works with: database, secrets, snapshots.

import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { connectMs, type DatabaseTarget } from './db/connection.ts';
import { isUnavailable } from './db/errors.ts';
import { type DatabaseLocation, databaseFor } from './db/location.ts';
import { isBlank, migrate, migrationsFolder } from './db/migrate.ts';
import { type Database, type DatabaseOptions, openDatabase } from './db/pool.ts';
import { startFault } from './db/start-fault.ts';
import { ensureSigningKeys } from './features/configuration/sites/index.ts';
import {
  checkStream,
  type Inbox,
  mostCommits,
  openInbox,
} from './features/events/collect/index.ts';
import {
  applyLedger,
  type LedgerFile,
  openLedger,
  startLearning,
} from './features/operations/ledger/index.ts';
import {
  type LiveSnapshots,
  liveSnapshots,
  readOnly,
  snapshotFile,
} from './features/serving/snapshots/index.ts';
import { openGeo } from './geo.ts';
import { createHealth } from './health.ts';
import type { Log } from './log/log.ts';
import { createMetrics } from './log/metrics.ts';
import { type NodeState, ownState } from './processes/index.ts';
import { openSecrets } from './secrets.ts';

export interface Resources {
  readonly ctx: Context;
  readonly location: DatabaseLocation;
  readonly database: Database;
  readonly snapshots: LiveSnapshots;
  readonly ledger: LedgerFile;
  readonly inbox: Inbox;
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
  /** What the processes of its node share; default: it is the only one. */
  readonly state?: NodeState;
  /** Set in a process of a node that has several: how many of its role there are. */
  readonly within?: { readonly count: number; readonly target: DatabaseTarget };
}

/** Opens the resources of a process. Rejects with a message for the operator. */
export async function openResources(
  config: Config,
  log: Log,
  options: ResourceOptions,
): Promise<Resources> {
  const { role, state = ownState(), within } = options;
  const own = role === 'server' ? snapshotFile(config.dataDir, log) : undefined;
  const file = own && within ? readOnly(own) : own;
  const location = await locate(config, log, file, options);
  warnOfSecrets(config, log);
  const health = createHealth();
  const onDiskFault = health.noteDiskFault;
  const pools = openPools(location, role, { log, onDiskFault });
  const { database } = pools;
  const secrets = openSecrets(config);
  const metrics = createMetrics();
  const snapshots = liveSnapshots({ db: pools.keys.kysely, log, secrets, file });
  state.onKeyForgotten(snapshots.forgetKey);
  const ledger = openLedger(config.dataDir, log);
  const { live, buckets, background } = state;
  const parts = { db: database.kysely, log, background, intake: pools.intake?.kysely };
  const opened = openInbox(config, parts);
  const { inbox } = opened;
  const ctx: Context = {
    config,
    log,
    metrics,
    live,
    buckets,
    apiProcesses: within?.count ?? 1,
    db: database.kysely,
    pool: database.pool,
    secrets,
    now: Date.now,
    snapshots: tellingOfKeys(snapshots, state),
    ledger,
    background,
    health,
    inbox,
    geo: openGeo(config.geoDatabase, log, Date.now),
  };
  let learning: ReturnType<typeof startLearning> | undefined;
  const close = async () => {
    await learning?.stop();
    await snapshots.stop();
    await opened.close();
    await pools.close();
    await location.stop();
  };
  try {
    await whenThere(snapshots, role === 'server', async () => {
      if (file?.isThere() && (await isBlank(database.pool))) throw wrongDatabase(file.path);
      await migrate(database.pool, migrationsFolder, log);
      await checkStream(config, database.kysely, log);
      // Before keys are loaded, so that none is used that a backup has brought back.
      if (role === 'server') {
        await applyOwnLedger(ctx, ledger);
        await ensureSigningKeys(ctx);
      }
    });
    await snapshots.start();
    // Of several processes that share a ledger, one does.
    if (role === 'server' && !within) learning = startLearning(ctx, ledger);
  } catch (error) {
    await close();
    throw error;
  }
  return { ctx, location, database, snapshots, ledger, inbox, close };
}

function openPools(
  { target }: DatabaseLocation,
  role: ResourceOptions['role'],
  options: DatabaseOptions,
) {
  // Nothing but its user waits for a command, which is not to fail where a machine pauses.
  const connectWithinMs = role === 'command' ? connectMs.long : connectMs.short;
  const database = openDatabase(target, { ...options, connectWithinMs });
  const openOwn = (poolSize: number) =>
    role === 'server' ? openDatabase(target, { ...options, poolSize }) : undefined;
  // A server loads its keys, and commits events, on connections that no request can take from it.
  const keys = openOwn(2);
  const intake = openOwn(mostCommits);
  const close = async () => {
    for (const pool of [intake, keys, database]) await pool?.close();
  };
  return { database, keys: keys ?? database, intake, close };
}

/** Where the database is. It may be away where a snapshot file is there to decide from. */
async function locate(
  config: Config,
  log: Log,
  file: ReturnType<typeof snapshotFile> | undefined,
  { role, sharesDatabase, onLost, signal, within }: ResourceOptions,
): Promise<DatabaseLocation> {
  if (within && !config.databaseUrl) {
    return { target: within.target, embedded: true, stop: async () => undefined };
  }
  return databaseFor(config, log, {
    role: sharesDatabase ? 'worker' : role,
    connectWithinMs: file?.isThere() ? connectMs.short : connectMs.long,
    ...(onLost && { onLost }),
    ...(signal && { signal }),
  }).catch((error) => {
    if (!file?.isThere() || !config.databaseUrl || !isUnavailable(error.cause)) throw error;
    log.warn('the database is away; deciding from the snapshot file until it is back');
    const target = { url: config.databaseUrl };
    return { target, embedded: false, stop: async () => undefined };
  });
}

/** Deleted here, a key is refused by every process of the node before that is answered. */
function tellingOfKeys(snapshots: LiveSnapshots, state: NodeState): Context['snapshots'] {
  return {
    ...snapshots,
    async forgetKey(hash) {
      await snapshots.forgetKey(hash);
      await state.keyForgotten(hash);
    },
  };
}

function warnOfSecrets({ databaseUrl, secretKeys }: Config, log: Log): void {
  if (!databaseUrl || secretKeys.length > 0) return;
  log.warn(
    'SECRET_KEY is not set: further nodes on this database cannot decrypt what this one encrypts',
  );
}

/** Tables made there would hide that what was acknowledged is elsewhere, or lost. */
function wrongDatabase(path: string): Error {
  return startFault(
    'The database is empty, but this node has served from one that was not, as ' +
      `${path} shows. Is DATABASE_URL right? Restore a backup with "attune restore FILE"; or, ` +
      'where the database is meant to be new, remove that file.',
  );
}

/** Prepares the database now; a server whose database is away does it when that is back. */
async function whenThere(
  snapshots: LiveSnapshots,
  mayWait: boolean,
  prepare: () => Promise<void>,
): Promise<void> {
  try {
    await prepare();
  } catch (error) {
    if (!mayWait || !isUnavailable(error)) throw error;
    snapshots.onReturn(prepare);
  }
}

async function applyOwnLedger(ctx: Context, ledger: LedgerFile): Promise<void> {
  const apply = ctx.db
    .transaction()
    .execute((tx) => applyLedger(tx, ledger.read(), ctx.now(), ctx.inbox));
  const { keys, erasures } = await apply;
  if (keys + erasures === 0) return;
  ctx.log.warn(
    { keys, erasures },
    'the database was older than the ledger: deleted and erased again',
  );
}
