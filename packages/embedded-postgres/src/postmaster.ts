// One PostgreSQL process: what postmaster.pid says of it, how it is spawned, asked and stopped.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Account, spawnOptions } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { PostgresConnection } from './connection.ts';
import type { Log } from './log.ts';
import { openLogFile } from './log-file.ts';
import { isAlive, isPostmasterOf } from './process-state.ts';
import type { Product } from './product.ts';
import { postgresArguments, type Settings } from './settings.ts';

/**
 * glibc gives memory back to the system after nearly every short statement, and asks for it again:
 * the page faults of that are a tenth of what inserting a few rows costs. So much is kept instead.
 */
const keptMemory = { MALLOC_TRIM_THRESHOLD_: '8388608', MALLOC_MMAP_THRESHOLD_: '4194304' };

/** Everything that a postmaster needs to be there before it runs. */
export interface Installation {
  readonly folder: string;
  readonly account: Account;
  readonly binaries: Binaries;
  readonly logFile: string;
  readonly throwaway: boolean;
  /** Given on the command line, so that they hold whatever postgresql.conf says. */
  readonly settings: Settings;
  readonly product: Product;
}

export interface PidFile {
  readonly pid: number;
  /** Where its socket is; undefined while it has just begun to start. */
  readonly connection: PostgresConnection | undefined;
}

/** Reads postmaster.pid: pid, folder, start time, port, socket folder, a line each. */
export async function readPidFile({
  folder,
  product,
}: {
  readonly folder: string;
  readonly product: Pick<Product, 'name'>;
}): Promise<PidFile | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const [pid, , , port, host] = text.split('\n');
  if (!pid) return undefined;
  const connection = host
    ? { host, port: Number(port), user: product.name, database: 'postgres' }
    : undefined;
  return { pid: Number(pid), connection };
}

/**
 * Starts a postmaster in a session of its own, so that a Ctrl-C for us is none for it. `stalePid`
 * is a number in postmaster.pid that some other process has now: PostgreSQL would take that for a
 * running server. Told that it is an ancestor's it does not, and still looks for used memory.
 */
export async function spawnPostmaster(
  installation: Installation,
  runtimeFolder: string,
  stalePid: number | undefined,
): Promise<ChildProcess> {
  const { account, binaries } = installation;
  const { env, ...options } = spawnOptions(account, join(binaries.folder, 'lib'));
  const stale = stalePid === undefined ? {} : { PG_GRANDPARENT_PID: String(stalePid) };
  const log = await openLogFile(installation.logFile);
  try {
    const child = spawn(
      join(binaries.folder, 'bin/postgres'),
      postgresArguments(installation, runtimeFolder),
      {
        ...options,
        env: { ...env, ...keptMemory, ...stale },
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
      },
    );
    child.unref();
    child.on('error', () => undefined);
    return child;
  } finally {
    await log.close();
  }
}

export type Answer =
  | { readonly state: 'ready'; readonly pid: number }
  | { readonly state: 'busy' | 'recovering' | 'silent' };

/**
 * Asks the socket's server for the number of its postmaster. `busy` is one that starts or stops,
 * `recovering` one that goes on after a crash of its own, `silent` no answer at all.
 */
export async function ask(connection: PostgresConnection): Promise<Answer> {
  const client = new pg.Client({ ...connection, ssl: false, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const found = await client.query<{ pid: string }>(
      `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
    );
    return { state: 'ready', pid: Number(found.rows[0]?.pid) };
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: unknown };
    if (!/^(57P0|53300)/.test(String(code))) return { state: 'silent' };
    return { state: String(message).includes('recovery mode') ? 'recovering' : 'busy' };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Stops a postmaster: fast, which ends sessions; after a minute at once. Resolves when gone. */
export async function stopPostmaster(pid: number, folder: string, log: Log): Promise<void> {
  const since = performance.now();
  let sent: NodeJS.Signals | undefined;
  while (isPostmasterOf(pid, folder)) {
    const signal = performance.now() - since < 60_000 ? 'SIGINT' : 'SIGQUIT';
    if (signal !== sent) process.kill(pid, signal);
    if (signal === 'SIGQUIT' && signal !== sent) log.warn({ pid }, 'PostgreSQL is made to stop');
    sent = signal;
    await delay(10);
  }
  // While it ends, a process has no command line any more, and is not gone yet.
  for (let waits = 0; waits < 100 && isAlive(pid); waits += 1) await delay(10);
}
