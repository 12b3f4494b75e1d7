// Which programs use the cluster: locks of one PostgreSQL session, which end with their holder.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { clientConfig, type PostgresConnection } from './connection.ts';
import type { Log } from './log.ts';
import { isAlive } from './process-state.ts';
import type { Product } from './product.ts';
import { startError } from './start-error.ts';

/** A worker uses the cluster beside a server for as long as it runs; a command soon finishes. */
export type Role = 'server' | 'worker' | 'command';

export interface Claim {
  /** Resolves when the session has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Gives the claim up. True when nothing else uses the cluster: then stop it, and close. */
  readonly release: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

export interface ClaimNeeds {
  readonly connection: PostgresConnection;
  readonly role: Role;
  /** Has this process held the claim before, until PostgreSQL went away? */
  readonly resumed: boolean;
  readonly dataDir: string;
  readonly product: Product;
  readonly log: Log;
  readonly signal: AbortSignal;
}

// use: shared by all, taken alone by the program that stops PostgreSQL. server: the one server.
// alone: shared by commands that found no server, taken by the server once they have finished.
const keys = { use: 1, server: 2, alone: 3 } as const;
const family = 0x656d7067;

/**
 * Claims the cluster. A second server is refused with a start error; a server waits for commands
 * that run without one, and says so. Rejects with the driver's error if PostgreSQL stops meanwhile.
 */
export async function claim(needs: ClaimNeeds): Promise<Claim> {
  const name = `${needs.product.name} ${needs.role} ${process.pid}`;
  const client = new pg.Client(clientConfig(needs.connection, name));
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  client.on('error', () => undefined);
  const close = () => client.end().catch(() => undefined);
  let ending: Promise<unknown> | undefined;
  const giveUp = () => {
    ending = endSession(needs.connection, client).catch(close);
  };
  needs.signal.addEventListener('abort', giveUp, { once: true });
  try {
    await client.connect();
    await lock(client, 'pg_advisory_lock_shared', keys.use);
    if (needs.role === 'server') await claimForServer(client, needs);
    // Not for a worker: a server that waited for it to finish would wait for ever.
    else if (needs.role === 'command') {
      await lock(client, 'pg_try_advisory_lock_shared', keys.alone);
    }
  } catch (error) {
    await ending;
    await close();
    throw error;
  } finally {
    needs.signal.removeEventListener('abort', giveUp);
  }
  return { ended, release: () => release(client), close };
}

/**
 * Ends a session that waits for a lock: it would not notice that its client is gone, and would
 * count as a user of the cluster until it has the lock.
 */
async function endSession(connection: PostgresConnection, waiting: pg.Client): Promise<void> {
  const { processID } = waiting as unknown as { readonly processID: number | null };
  if (processID === null) return void (await waiting.end());
  const client = new pg.Client(clientConfig(connection, `ends ${processID}`));
  client.on('error', () => undefined);
  await client.connect();
  await client
    .query('select pg_terminate_backend($1, $2)', [processID, endSessionMs])
    .finally(() => client.end());
}

const endSessionMs = 5_000;

async function claimForServer(client: pg.Client, needs: ClaimNeeds): Promise<void> {
  while (!(await lock(client, 'pg_try_advisory_lock', keys.server))) {
    const holder = await holderOf(client, keys.server, needs.product);
    // A holder that was killed keeps its lock until PostgreSQL has noticed.
    if (holder && isAlive(holder.pid)) throw takenError(needs, holder);
    await delay(20);
  }
  if (needs.resumed || (await lock(client, 'pg_try_advisory_lock', keys.alone))) return;
  const holder = await holderOf(client, keys.alone, needs.product);
  const fields = { pid: holder?.pid, since: holder?.since };
  needs.log.info(fields, 'Waiting for a command that uses the database to finish');
  await lock(client, 'pg_advisory_lock', keys.alone);
}

async function release(client: pg.Client): Promise<boolean> {
  await client.query('select pg_advisory_unlock_all()');
  return lock(client, 'pg_try_advisory_lock', keys.use);
}

async function lock(client: pg.Client, take: string, key: number): Promise<boolean> {
  const result = await client.query<{ got: unknown }>(`select ${take}($1, $2) as got`, [
    family,
    key,
  ]);
  return result.rows[0]?.got !== false;
}

interface Holder {
  readonly pid: number;
  readonly since: Date;
}

/** The process, other than this session's, that holds a lock: the session's name has its number. */
async function holderOf(
  client: pg.Client,
  key: number,
  { name }: Product,
): Promise<Holder | undefined> {
  const result = await client.query<Holder>(
    `select split_part(a.application_name, ' ', 3)::integer as pid, a.backend_start as since
       from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.classid = $1 and l.objid = $2 and l.granted
        and split_part(a.application_name, ' ', 1) = $3 and l.pid <> pg_backend_pid()
      order by a.backend_start limit 1`,
    [family, key, name],
  );
  return result.rows[0];
}

function takenError({ dataDir, product }: ClaimNeeds, holder: Holder): Error {
  const { title, dataDirSetting } = product;
  const error = startError(
    `Another ${title} server (process ${holder.pid}, since ${holder.since.toISOString()}) uses the ` +
      `data directory ${dataDir}. Stop it, or give this one its own ${dataDirSetting}.`,
  );
  return Object.assign(error, { taken: true });
}

/** Does this error say that another server holds the data directory? */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && (error as { taken?: unknown }).taken === true;
}
