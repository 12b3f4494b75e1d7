// One transaction on one connection, with a table of staged rows that COPY fills.
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Db, Schema } from '../../../../db/schema.ts';

/** A row of an upload: what it makes of its item, or why it was rejected. */
export interface StagedRow {
  /** Unique within the upload; of two accepted rows of a sku the higher one counts. */
  readonly position: number;
  /** What the transaction calls the row. */
  readonly item: string;
  /** Absent where a rejected row does not say which item it is about. */
  readonly sku?: string | undefined;
  /** The item as JSON text; absent: the item goes, or the row was rejected. */
  readonly data?: string;
  readonly message?: string | undefined;
  readonly succeeded: boolean;
}

export interface Staging {
  readonly db: Db;
  /** Adds rows as fast as PostgreSQL takes them. What breaks the rows breaks the transaction. */
  readonly copyRows: (rows: AsyncIterable<StagedRow> | Iterable<StagedRow>) => Promise<void>;
}

const chunkCharacters = 64 * 1024;

/** Runs work in a transaction that begins with an empty staging table and ends without it. */
export async function withStaging<T>(
  pool: Pool,
  work: (staging: Staging) => Promise<T>,
): Promise<T> {
  let client: PoolClient | undefined;
  const connect = async () => {
    client = await pool.connect();
    return client;
  };
  // COPY needs the connection that Kysely's transaction runs on.
  const own = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: { connect, end: async () => undefined, options: {} } }),
  });
  return own.transaction().execute(async (db) => {
    await prepare(db);
    return work({ db, copyRows: (rows) => copyRows(client!, rows) });
  });
}

async function prepare(db: Db): Promise<void> {
  // An upload takes as long as its sender needs; the HTTP server says how long that may be.
  // Nested loops are what the planner chooses when it takes an unknown feed for a small one.
  await sql`select set_config('statement_timeout', '0', true),
                   set_config('work_mem', '32MB', true),
                   set_config('enable_nestloop', 'off', true)`.execute(db);
  await sql`
    create temporary table staged_row (
      position integer not null,
      item text collate "C" not null,
      sku text collate "C",
      data jsonb,
      message text,
      succeeded boolean not null
    ) on commit drop`.execute(db);
}

async function copyRows(
  client: PoolClient,
  rows: AsyncIterable<StagedRow> | Iterable<StagedRow>,
): Promise<void> {
  const copy = copyFrom(
    'copy staged_row (position, item, sku, data, message, succeeded) from stdin',
  );
  await pipeline(copyText(rows), client.query(copy));
}

async function* copyText(
  rows: AsyncIterable<StagedRow> | Iterable<StagedRow>,
): AsyncGenerator<string> {
  let text = '';
  for await (const { position, item, sku, data, message, succeeded } of rows) {
    const cells = [String(position), item, sku, data, message, succeeded ? 't' : 'f'];
    text += `${cells.map(copyCell).join('\t')}\n`;
    if (text.length < chunkCharacters) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};

/** A cell in COPY's text format (PostgreSQL, "COPY", File Formats). */
function copyCell(value: string | undefined): string {
  return value === undefined ? '\\N' : value.replace(/[\\\t\n\r]/g, (found) => escapes[found]!);
}
