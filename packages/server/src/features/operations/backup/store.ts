// The whole database as of one moment, table by table through COPY.
import type { Pool, PoolClient } from 'pg';
import pg from 'pg';
import { copyOut } from '../../../db/copy-out.ts';
import type { Head, TableHead } from './container.ts';

export interface TableToCopy extends TableHead {
  /** Roughly, on disk. */
  readonly bytes: number;
}

export interface Moment extends Pick<Head, 'madeAt' | 'postgres' | 'migrations' | 'sequences'> {
  /** Those that others refer to first. */
  readonly tables: readonly TableToCopy[];
  /** A table's rows as COPY's text; gives their number when it is through. */
  readonly copy: (table: TableToCopy) => AsyncGenerator<Buffer, number>;
}

/** Runs work on the database as it is at one moment, whatever is written meanwhile. */
export async function atOneMoment<T>(pool: Pool, work: (moment: Moment) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    // A table's text must not depend on how a server or a role is set up.
    await client.query(`
      select set_config('statement_timeout', '0', true),
             set_config('idle_in_transaction_session_timeout', '0', true),
             set_config('datestyle', 'ISO, YMD', true),
             set_config('intervalstyle', 'postgres', true),
             set_config('timezone', 'UTC', true),
             set_config('extra_float_digits', '3', true)`);
    return await work(await readMoment(client));
  } finally {
    // The session goes, and what was set in it.
    client.release(true);
  }
}

async function readMoment(client: PoolClient): Promise<Moment> {
  const tables = await selectTables(client);
  const names = tables.map(({ table }) => pg.escapeIdentifier(table)).join(', ');
  await client.query(`lock table ${names} in access share mode`);
  const { rows } = await client.query<Omit<Moment, 'tables' | 'copy'>>(`
    select to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "madeAt",
           current_setting('server_version') as postgres,
           coalesce((
             select json_agg(json_build_object('number', number, 'name', name, 'checksum', checksum)
                             order by number)
             from migration), '[]') as migrations,
           coalesce((
             select json_agg(json_build_object('name', sequencename, 'value', last_value::text)
                             order by sequencename)
             from pg_sequences
             where schemaname = current_schema() and last_value is not null), '[]') as sequences`);
  return { ...rows[0]!, tables, copy: (table) => copyTable(client, table) };
}

interface TableRow {
  readonly table: string;
  readonly columns: string[];
  readonly parent: string | null;
  readonly bound: string | null;
  readonly bytes: string;
}

async function selectTables(client: PoolClient): Promise<TableToCopy[]> {
  const { rows } = await client.query<TableRow>(`
    with recursive space as (
      select oid from pg_namespace where nspname = current_schema()
    ), refers (oid, depth) as (
      select c.oid, 0 from pg_class c join space on space.oid = c.relnamespace
      where c.relkind in ('r', 'p')
      union all
      select f.conrelid, depth + 1 from refers
      join pg_constraint f on f.confrelid = refers.oid
      where f.contype = 'f' and f.conrelid <> f.confrelid
    )
    select c.relname::text as "table", parent.relname::text as parent,
           pg_get_expr(c.relpartbound, c.oid) as bound, pg_table_size(c.oid) as bytes,
           array(select attname::text from pg_attribute
                 where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
                 order by attnum) as columns
    from pg_class c join space on space.oid = c.relnamespace
    left join pg_inherits i on i.inhrelid = c.oid
    left join pg_class parent on parent.oid = i.inhparent
    where c.relkind = 'r' and c.relpersistence = 'p' and not exists (
      select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by (select max(depth) from refers where refers.oid = c.oid), c.relname`);
  return rows.map(({ table, columns, parent, bound, bytes }) => ({
    ...{ table, columns, bytes: Number(bytes) },
    ...(parent !== null && { partition: { of: parent, ...daysOf(table, bound ?? '') } }),
  }));
}

function daysOf(table: string, bound: string): { from: string; to: string } {
  const days = /^FOR VALUES FROM \('([\d-]{10})'\) TO \('([\d-]{10})'\)$/.exec(bound);
  if (!days) throw new Error(`the partition ${table} is not one of days: ${bound}`);
  return { from: days[1]!, to: days[2]! };
}

async function* copyTable(
  client: PoolClient,
  { table, columns }: TableToCopy,
): AsyncGenerator<Buffer, number> {
  const list = columns.map(pg.escapeIdentifier).join(', ');
  const copy = client.query(copyOut(`copy ${pg.escapeIdentifier(table)} (${list}) to stdout`));
  for await (const piece of copy.data) yield piece as Buffer;
  return copy.rows();
}
