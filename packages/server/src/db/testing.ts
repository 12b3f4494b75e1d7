// A database for a test file, cloned from one that is migrated once, in a PostgreSQL for the run.
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, type PostgresConnection } from '@attune/embedded-postgres';
import pg from 'pg';
import { createLog, type Log } from '../log/log.ts';
import { migrate, migrationsFolder, readMigrations } from './migrate.ts';
import { startOwnPostgres } from './own-postgres.ts';
import { type Database, openDatabase } from './pool.ts';

/** Names the PostgreSQL of a test run, by a URL of a role that may create databases. */
export const testServerVariable = 'ATTUNE_TEST_DATABASE_URL';

export interface TestServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export interface TestDatabase extends Database {
  /** Of this database, for processes that a test starts. */
  readonly url: string;
  /** Closes the pool, drops the database, and stops a server that was started for it. */
  readonly close: () => Promise<void>;
}

export interface TestDatabaseOptions {
  /** Default: the product's own. */
  readonly migrations?: string;
  readonly log?: Log;
}

const silent = createLog('silent');

/** Starts a PostgreSQL whose data are thrown away. The runner puts its URL into the environment. */
export async function startTestServer(): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'attune-test-'));
  const options = { dataDir, log: silent, role: 'command', throwaway: true } as const;
  const server = await startOwnPostgres(options);
  // A test file that ends without closing must not leave it running.
  const kill = () => isAlive(server.pid) && process.kill(server.pid, 'SIGQUIT');
  process.once('exit', kill);
  return {
    url: urlOf(server.connection),
    stop: async () => {
      await server.stop();
      process.off('exit', kill);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Gives a migrated, empty database to one test file: `const db = await testDatabase()` and
 * `after(db.close)`. Uses the run's server, or starts one for this file alone.
 */
export async function testDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { migrations = migrationsFolder, log = silent } = options;
  const shared = process.env[testServerVariable];
  const server = shared ? { url: shared, stop: async () => undefined } : await startTestServer();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  try {
    await onServer(server.url, async (client) => {
      const template = await ensureTemplate(client, server.url, migrations);
      await client.query(`create database ${name} template ${template}`);
    });
  } catch (error) {
    await server.stop();
    throw error;
  }
  const url = withDatabase(server.url, name);
  const database = openDatabase({ url }, { log });
  const close = async () => {
    await database.close();
    await onServer(server.url, (client) => client.query(`drop database ${name} with (force)`));
    await server.stop();
  };
  return { ...database, url, close };
}

/**
 * The template's name depends on its content, so that runs of different texts can share a server.
 */
async function ensureTemplate(client: pg.Client, url: string, folder: string): Promise<string> {
  const texts = (await readMigrations(folder)).map(({ checksum }) => checksum).join();
  const name = `template_${createHash('sha256').update(texts).digest('hex').slice(0, 16)}`;
  await client.query(`select pg_advisory_lock(hashtext('attune test template'))`);
  try {
    const found = await client.query('select from pg_database where datname = $1', [name]);
    if (found.rowCount !== 0) return name;
    const draft = `draft_${randomUUID().replaceAll('-', '')}`;
    await client.query(`create database ${draft} template template0`);
    const database = openDatabase({ url: withDatabase(url, draft) }, { log: silent });
    await migrate(database.pool, folder, silent).finally(database.close);
    await client.query(`alter database ${draft} rename to ${name}`);
    return name;
  } finally {
    await client.query(`select pg_advisory_unlock(hashtext('attune test template'))`);
  }
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await work(client).finally(() => client.end());
}

function urlOf({ host, port, user, database }: PostgresConnection): string {
  const query = new URLSearchParams({ host, port: String(port), user });
  return `postgresql://localhost/${database}?${query}`;
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
