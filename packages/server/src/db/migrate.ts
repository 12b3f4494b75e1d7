// How the tables get from one release's shape to the next: numbered files, each applied once.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import type { Log } from '../log/log.ts';
import { startFault } from './start-fault.ts';

export const migrationsFolder = resolve(import.meta.dirname, '../../migrations');

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text, hex. */
  readonly checksum: string;
}

export interface Migrated {
  /** Names, in the order in which this call applied them. */
  readonly applied: readonly string[];
  /** Names in the database that the folder does not have: a newer release's. */
  readonly unknown: readonly string[];
}

/** Reads a folder of `NNNN-name.sql`, by number. Throws when a name or a number is wrong. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const migrations: Migration[] = [];
  for (const name of names) {
    const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
    if (Number.isNaN(number)) throw startFault(`${name} is not named as 0001-some-words.sql`);
    if (migrations.at(-1)?.number === number) throw startFault(`Two migrations are ${number}`);
    const sql = await readFile(join(folder, name), 'utf8');
    const checksum = createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
    migrations.push({ number, name, sql, checksum });
  }
  return migrations;
}

/**
 * Brings the database to the folder's last migration, each in a transaction of its own. Nodes that
 * do so at once take turns. Throws a start fault when a migration that was applied has changed.
 */
export async function migrate(pool: pg.Pool, folder: string, log: Log): Promise<Migrated> {
  const migrations = await readMigrations(folder);
  const applied: string[] = [];
  await inTurn(pool, createMigrationTable);
  for (const migration of migrations) {
    if (!(await inTurn(pool, (client) => applyMigration(client, migration)))) continue;
    applied.push(migration.name);
    log.info({ migration: migration.name }, 'Migrated the database');
  }
  const known = new Set(migrations.map(({ number }) => number));
  const found = await pool.query<{ number: number; name: string }>(
    'select number, name from migration order by number',
  );
  const unknown = found.rows.filter(({ number }) => !known.has(number)).map(({ name }) => name);
  if (unknown.length > 0) {
    log.warn({ migrations: unknown }, 'A newer release has migrated the database; going on');
  }
  return { applied, unknown };
}

/** Has nothing of Attune ever been in the database? */
export async function isBlank(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ blank: boolean }>(
    `select to_regclass('migration') is null as blank`,
  );
  return rows[0]?.blank === true;
}

/** A transaction's own lock, so that it also holds behind a transaction pooler. */
async function inTurn<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let fault: Error | undefined;
  try {
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    await client.query(`select pg_advisory_xact_lock(hashtext('attune migrate'))`);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failed: Error) => {
      fault = failed;
    });
    throw error;
  } finally {
    client.release(fault);
  }
}

/** Makes the table of migrations where it is missing. */
export async function createMigrationTable(client: pg.PoolClient): Promise<void> {
  await client.query(
    `create table if not exists migration (
       number integer primary key,
       name text not null,
       checksum text not null,
       applied_at timestamptz not null default now()
     )`,
  );
}

/** Applies a migration unless it is applied; answers whether there was something to do. */
export async function applyMigration(
  client: pg.PoolClient,
  migration: Migration,
): Promise<boolean> {
  const { number, name, sql, checksum } = migration;
  const found = await client.query<{ checksum: string }>(
    'select checksum from migration where number = $1',
    [number],
  );
  const [before] = found.rows;
  if (before) {
    if (before.checksum === checksum) return false;
    throw startFault(
      `The migration ${name} was applied to this database with another text. Bring the file back ` +
        'as it was, and put the change into a new migration.',
    );
  }
  try {
    await client.query(sql);
  } catch (error) {
    throw startFault(`The migration ${name} failed: ${(error as Error).message}`, error);
  }
  await client.query('insert into migration (number, name, checksum) values ($1, $2, $3)', [
    number,
    name,
    checksum,
  ]);
  return true;
}
