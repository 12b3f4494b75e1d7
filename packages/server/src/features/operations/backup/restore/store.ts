// A second set of tables beside those in use: filled at leisure, and put in their place at once.
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg, { type Pool, type PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { ApiError } from '../../../../api-error.ts';
import {
  applyMigration,
  createMigrationTable,
  type Migration,
  migrationsFolder,
  readMigrations,
} from '../../../../db/migrate.ts';
import type { Db, Schema } from '../../../../db/schema.ts';
import type { Head, TableHead } from '../container.ts';

const staged = 'attune_restore';
const replaced = 'attune_replaced';

export interface Staging {
  readonly client: PoolClient;
  /** Queries on this session: the staged tables, and after the swap those in use. */
  readonly db: Db;
  /** The schema of the tables in use. */
  readonly home: string;
}

/** Runs work with an empty schema for tables, which goes when the work is done or has failed. */
export async function withStaging<T>(
  pool: Pool,
  work: (staging: Staging) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ home: string; alone: boolean }>(`
      select set_config('statement_timeout', '0', false),
             set_config('idle_in_transaction_session_timeout', '0', false),
             current_schema()::text as home,
             pg_try_advisory_lock(hashtext('attune restore')) as alone`);
    const { home, alone } = rows[0]!;
    if (!alone) throw new ApiError('conflict', 'Another restore of this database is under way.');
    // What a restore that was killed has left.
    for (const schema of [staged, replaced]) await dropSchema(client, schema);
    await client.query(`create schema ${staged}`);
    await client.query(`set search_path to ${staged}`);
    try {
      return await work({ client, home, db: onClient(client) });
    } finally {
      for (const schema of [staged, replaced]) await dropSchema(client, schema);
      // It would go with the session, and that a moment after we have left.
      await client.query(`select pg_advisory_unlock(hashtext('attune restore'))`);
    }
  } finally {
    client.release(true);
  }
}

function onClient(client: PoolClient): Db {
  // Kysely gives the connection back after every query; this session is kept.
  const kept = { query: client.query.bind(client), release: () => undefined };
  const connect = async () => kept as unknown as PoolClient;
  const pool = { connect, end: async () => undefined, options: {} };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

const tablesDropped = 50;

/** Some tables at a time: each takes locks until its transaction ends. */
async function dropSchema(client: PoolClient, schema: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ names: string | null }>(
      `select string_agg(format('%I.%I', schemaname, tablename), ', ') as names
       from (select * from pg_tables where schemaname = $1 order by tablename desc limit $2) t`,
      [schema, tablesDropped],
    );
    if (!rows[0]?.names) break;
    await client.query(`drop table ${rows[0].names} cascade`);
  }
  await client.query(`drop schema if exists ${schema} cascade`);
}

/** Throws `conflict` while a node uses the database: each listens for changes while it runs. */
export async function refuseNodes({ client }: Staging): Promise<void> {
  const { rows } = await client.query<{ name: string; address: string | null }>(`
    select application_name as name, host(client_addr) as address from pg_stat_activity
    where datname = current_database() and application_name like 'attune listen %'
    order by backend_start limit 1`);
  const [node] = rows;
  if (!node) return;
  const where = node.address ? ` on ${node.address}` : '';
  const pid = node.name.slice('attune listen '.length);
  throw new ApiError(
    'conflict',
    `A node (process ${pid}${where}) uses the database. Stop every node, then restore.`,
  );
}

/** Throws `conflict` when the tables in use hold sites, or are of a newer release. */
export async function refuseInUse(
  { client, home }: Staging,
  mayReplace: boolean,
  known: readonly Migration[],
): Promise<void> {
  const own = pg.escapeIdentifier(home);
  const { rows } = await client.query<{ sites: string | null; last: number }>(`
    select (select string_agg(name, ', ' order by name) from ${own}.site) as sites,
           (select max(number) from ${own}.migration) as last`);
  const { sites, last } = rows[0]!;
  if (last > (known.at(-1)?.number ?? 0)) {
    throw new ApiError('conflict', 'A newer release has migrated this database; use that one.');
  }
  if (sites === null || mayReplace) return;
  throw new ApiError(
    'conflict',
    `The database holds sites (${sites}). --force replaces everything in it by the backup.`,
  );
}

/** The migrations of this release. */
export function appliedMigrations(): Promise<Migration[]> {
  return readMigrations(migrationsFolder);
}

/** Makes the tables as they were when the backup was made; their migrations are rows of it. */
export async function makeTables(
  { client }: Staging,
  migrations: readonly Migration[],
): Promise<void> {
  await createMigrationTable(client);
  for (const { sql } of migrations) await client.query(sql);
}

/** Applies what the tables lack of this release. */
export async function migrateForward(
  { client }: Staging,
  migrations: readonly Migration[],
): Promise<void> {
  for (const migration of migrations)
    await inTransaction(client, () => applyMigration(client, migration));
}

/** Fills a table; resolves to the number of rows, or to undefined when there is no such table. */
export async function loadTable(
  { client }: Staging,
  head: TableHead,
  data: AsyncIterable<Buffer>,
): Promise<number | undefined> {
  const table = pg.escapeIdentifier(head.table);
  if (head.partition) await addPartition(client, table, head.partition);
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass($1) is not null as there`,
    [`${staged}.${table}`],
  );
  if (!rows[0]?.there) return undefined;
  const columns = head.columns.map(pg.escapeIdentifier).join(', ');
  const copy = client.query(copyFrom(`copy ${table} (${columns}) from stdin`));
  await pipeline(data, copy);
  await client.query(`analyze ${table}`);
  return copy.rowCount;
}

async function addPartition(
  client: PoolClient,
  table: string,
  { of, from, to }: NonNullable<TableHead['partition']>,
): Promise<void> {
  const parent = pg.escapeIdentifier(of);
  const days = [from, to].map((day) => pg.escapeLiteral(day));
  await client.query(`create table ${table} (like ${parent} including all)`);
  await client.query(
    `alter table ${parent} attach partition ${table} for values from (${days[0]}) to (${days[1]})`,
  );
}

/** Is a table's data refused for its values (PostgreSQL, appendix A: classes 22 and 23)? */
export function isFaultOfData(error: unknown): error is Error {
  return error instanceof pg.DatabaseError && /^(22|23|42703)/.test(error.code ?? '');
}

/**
 * Sets the sequences on, past what the backup, the replaced database or a migration has given out.
 */
export async function setSequences(
  { client, home }: Staging,
  sequences: Head['sequences'],
): Promise<void> {
  await client.query(
    `select setval(format('%I.%I', mine.schemaname, mine.sequencename)::regclass,
                   greatest(listed.value, before.last_value, mine.last_value))
     from pg_sequences mine
     left join pg_sequences before
       on before.schemaname = $2::text and before.sequencename = mine.sequencename
     left join jsonb_to_recordset($3::jsonb) as listed (name text, value bigint)
       on listed.name = mine.sequencename
     where mine.schemaname = $1::text and coalesce(listed.value, before.last_value) is not null`,
    [staged, home, JSON.stringify(sequences)],
  );
}

const mostWaitMs = 30_000;

/** Puts the staged tables in the place of those in use, with some work in the same transaction. */
export async function swapTables<T>(staging: Staging, work: (db: Db) => Promise<T>): Promise<T> {
  const { client, home } = staging;
  return inTransaction(client, async () => {
    await client.query(`set local lock_timeout = ${mostWaitMs}`);
    await client.query(`create schema ${replaced}`);
    // What others keep in the same schema stays where it is.
    await move(client, home, replaced, staged);
    await move(client, staged, home, staged);
    await client.query(`set search_path to ${pg.escapeIdentifier(home)}`);
    // Now that their tables are locked, no node can come between.
    await refuseNodes(staging);
    return work(staging.db);
  });
}

/** Moves tables, sequences and functions: those that are also in the schema `like`. */
async function move(client: PoolClient, from: string, to: string, like: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `with named as (
       select relname as name, relkind as kind, relnamespace as space, oid from pg_class
       where relkind in ('r', 'p', 'v', 'S')
     ), source as (select oid from pg_namespace where nspname = $1::text)
     select format('alter %s %I.%I set schema %I',
                   case kind when 'S' then 'sequence' else 'table' end, $1::text, name, $2::text)
              as statement
     from named join source on source.oid = space
     where not exists (
       select from pg_depend d
       where d.classid = 'pg_class'::regclass and d.objid = named.oid and d.deptype in ('a', 'i', 'e')
         and kind = 'S')
       and (exists (select from named other
                    where other.name = named.name and other.space = $3::regnamespace)
            or exists (select from pg_inherits i join named parent on parent.oid = i.inhparent
                       join named other on other.name = parent.name
                       where i.inhrelid = named.oid and other.space = $3::regnamespace))
     union all
     select format('alter function %s set schema %I', p.oid::regprocedure, $2::text)
     from pg_proc p join source on source.oid = p.pronamespace
     where exists (select from pg_proc other
                   where other.proname = p.proname and other.pronamespace = $3::regnamespace)`,
    [from, to, like],
  );
  for (const { statement } of rows) await client.query(statement);
}

async function inTransaction<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
