// PostgreSQL servers on loopback that replicate from each other, by the programs of an operator.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Account, accountFor, runAs, spawnOptions } from './account.ts';
import type { Product } from './product.ts';

export interface ReplicatedServer {
  readonly port: number;
  /** `host:port`, as in a URL. */
  readonly address: string;
  /** A standby that follows another server, in place of whatever it has been. */
  readonly cloneFrom: (other: ReplicatedServer) => Promise<void>;
  /** With further settings; resolves when it answers. */
  readonly start: (settings?: Readonly<Record<string, string>>) => Promise<void>;
  /** Ends every process of it with SIGKILL, as a power cut does. */
  readonly kill: () => Promise<void>;
  readonly promote: () => Promise<void>;
  /** Runs a statement as its superuser, in the database `attune`. */
  readonly query: (text: string, values?: readonly unknown[]) => Promise<pg.QueryResult>;
}

export interface Servers {
  /** Of the role that owns the database `attune`, and is no superuser; `addresses` go before it. */
  readonly url: (addresses: readonly string[], parameters?: string) => string;
  /** Makes a server of its own; nothing runs yet. */
  readonly make: () => Promise<ReplicatedServer>;
  /** Reserves the place of a standby. */
  readonly reserve: () => Promise<ReplicatedServer>;
  readonly close: () => Promise<void>;
}

const superuser = 'admin';
const product: Product = {
  name: 'example',
  title: 'Example',
  dataDirSetting: 'DATA_DIR',
  urlSetting: 'DATABASE_URL',
};

/** Debian's programs of the oldest PostgreSQL that is supported. */
export const programs15 = '/usr/lib/postgresql/15/bin';

/** Nothing runs yet; `close` ends and removes whatever was made. */
export async function openServers(programs: string): Promise<Servers> {
  const account = await accountFor(undefined, product);
  const folder = await mkdtemp('/tmp/replicated-');
  if (account.foreign) await chown(folder, account.uid, account.gid);
  const servers: ReplicatedServer[] = [];
  const run = async (program: string, args: readonly string[]) => {
    const { ok, output } = await runAs(account, join(programs, program), args);
    assert.ok(ok, output);
  };

  async function reserve(): Promise<ReplicatedServer> {
    const server = serverAt({ account, programs, folder, run }, await freePort());
    servers.push(server);
    return server;
  }

  return {
    url: (addresses, parameters = '') =>
      `postgresql://attune@${addresses.join(',')}/attune${parameters}`,
    reserve,
    async make() {
      const server = await reserve();
      const data = join(folder, String(server.port));
      const locale = ['-E', 'UTF8', '--no-locale', '--no-sync'];
      await run('initdb', ['-D', data, '-U', superuser, ...locale]);
      await server.start();
      await onPostgres(server.port, [
        'create role attune login',
        'create database attune owner attune',
      ]);
      return server;
    },
    async close() {
      await Promise.all(servers.map((server) => server.kill()));
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Place {
  readonly account: Account;
  readonly programs: string;
  readonly folder: string;
  readonly run: (program: string, args: readonly string[]) => Promise<void>;
}

/** A server whose data are in a folder of its port's name. */
function serverAt({ account, programs, folder, run }: Place, port: number): ReplicatedServer {
  const data = join(folder, String(port));
  let child: ChildProcess | undefined;
  const query = queryAt(port);
  return {
    port,
    address: `127.0.0.1:${port}`,
    query,
    async cloneFrom(other) {
      await rm(data, { recursive: true, force: true });
      const from = ['-h', '127.0.0.1', '-p', String(other.port), '-U', superuser];
      await run('pg_basebackup', [...from, '-D', data, '-X', 'stream', '-R', '-c', 'fast']);
    },
    async start(settings = {}) {
      const given = { listen_addresses: '127.0.0.1', port: String(port), ...settings };
      const options = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      child = spawn(join(programs, 'postgres'), ['-D', data, '-k', folder, '-F', ...options], {
        ...spawnOptions(account),
        stdio: 'ignore',
      });
      await untilAnswering(child, port);
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      for (const pid of [child.pid!, ...childrenOf(child.pid!)]) endNow(pid);
      await exited;
    },
    async promote() {
      await query('select pg_promote(true, 60)');
    },
  };
}

/** Runs each statement on a connection of its own, which tells of what is there now. */
const queryAt =
  (port: number): ReplicatedServer['query'] =>
  async (text, values = []) => {
    const place = { host: '127.0.0.1', port, user: superuser, database: 'attune' };
    const client = new pg.Client({ ...place, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await client.query(text, [...values]);
    } finally {
      client.end().catch(() => undefined);
    }
  };

async function onPostgres(port: number, statements: readonly string[]): Promise<void> {
  const place = { host: '127.0.0.1', port, user: superuser, database: 'postgres' };
  const client = new pg.Client(place);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

async function untilAnswering(child: ChildProcess, port: number): Promise<void> {
  for (;;) {
    assert.equal(child.exitCode, null, `PostgreSQL ended with ${child.exitCode}`);
    const place = { host: '127.0.0.1', port, user: superuser, database: 'postgres' };
    const client = new pg.Client(place);
    client.on('error', () => undefined);
    const isReady = await client.connect().then(
      () => true,
      () => false,
    );
    // Of a connection that was refused, the end is never reported.
    client.end().catch(() => undefined);
    if (isReady) return;
    await delay(50);
  }
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/status`, 'utf8').includes(`\nPPid:\t${parent}\n`);
    } catch {
      // Gone between the listing and the look.
      return false;
    }
  });
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
