// One transaction on one connection, in which rows are compared and written as they come.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Db, Schema } from '../../../../db/schema.ts';
import type { FeedKey } from '../feed-key.ts';
import { type BatchRow, bytesPerBatch, inBatches, type Rows } from './batch.ts';
import { type CopyRows, copyRows } from './copy-rows.ts';

/** What a row is beside the item of its sku. */
interface Compared {
  readonly row: BatchRow;
  /** Has the feed such an item? */
  readonly found: boolean;
  /** Would the row change the feed? */
  readonly differs: boolean;
}

export interface StagingOptions {
  readonly key: FeedKey;
  /** Only compare. */
  readonly dryRun: boolean;
}

export interface Batches {
  /** Is the feed known to have no items, so that none need be asked for? */
  readonly isEmpty: boolean;
  readonly rows: Rows;
}

export interface Staging {
  readonly db: Db;
  /** Compares rows with their items, and adds what differs as new versions. */
  readonly stageRows: (batches: Batches) => Promise<void>;
}

/** As many as one number of the sequence stands for. */
const versionsPerBlock = 4096;

/** Runs work in a transaction that begins with an empty table of rows and ends without it. */
export async function withStaging<T>(
  pool: Pool,
  options: StagingOptions,
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
    const stageRows = (batches: Batches) => stage(client!, db, options, batches);
    return work({ db, stageRows });
  });
}

async function prepare(db: Db): Promise<void> {
  // An upload takes as long as its sender needs; the HTTP server says how long that may be.
  // Nested loops are what the planner chooses when it takes an unknown feed for a small one.
  await sql`select set_config('statement_timeout', '0', true),
                   set_config('idle_in_transaction_session_timeout', '0', true),
                   set_config('work_mem', '32MB', true),
                   set_config('enable_nestloop', 'off', true)`.execute(db);
  await sql`
    create temporary table staged_row (
      position integer not null,
      -- Of the row where it is not the sku's.
      item text collate "C",
      sku text collate "C",
      message text,
      succeeded boolean not null,
      hash uuid,
      -- Is the item to be absent?
      goes boolean not null,
      found boolean not null,
      differs boolean not null,
      -- Under which the row's data was added.
      version bigint
    ) on commit drop`.execute(db);
}

async function stage(
  client: PoolClient,
  db: Db,
  options: StagingOptions,
  { rows, isEmpty }: Batches,
): Promise<void> {
  // While PostgreSQL works on one batch, the next one is read.
  let flushed = Promise.resolve();
  try {
    for await (const batch of inBatches(rows)) {
      await flushed;
      flushed = flush(client, db, options, batch, isEmpty);
      // It is awaited below or in the next round; what fails until then is not unhandled.
      flushed.catch(() => undefined);
    }
  } catch (error) {
    // The transaction ends behind what is under way.
    await flushed.catch(() => undefined);
    throw error;
  }
  await flushed;
}

async function flush(
  client: PoolClient,
  db: Db,
  { key, dryRun }: StagingOptions,
  batch: readonly BatchRow[],
  isEmpty: boolean,
): Promise<void> {
  const compared = await compare(client, key, batch, isEmpty);
  let version: number | undefined;
  if (!dryRun && compared.some(({ differs }) => differs)) {
    version = await nextVersion(db);
    const columns = 'site_id, feed_id, version, sku, hash, data';
    await copy(client, `item_version (${columns})`, versionsOf(key, compared, version));
  }
  const columns = 'position, item, sku, message, succeeded, hash, goes, found, differs, version';
  await copy(client, `staged_row (${columns})`, stagedOf(compared, version));
}

async function compare(
  client: PoolClient,
  key: FeedKey,
  batch: readonly BatchRow[],
  isEmpty: boolean,
): Promise<Compared[]> {
  const named = batch.filter(({ sku }) => sku !== undefined);
  const signs = isEmpty ? '' : await selectSigns(client, key, named);
  let at = 0;
  return batch.map((row) => {
    if (row.sku === undefined) return { row, found: false, differs: false };
    const found = !isEmpty && signs[at] !== absent;
    const isSame = row.data === undefined ? !found : signs[at] === same;
    at += 1;
    return { row, found, differs: row.succeeded && !isSame };
  });
}

const absent = '-';
const same = '=';

/** A character for each row: whether its item is there, and whether it has the same hash. */
async function selectSigns(
  client: PoolClient,
  { siteId, feedId }: FeedKey,
  rows: readonly BatchRow[],
): Promise<string> {
  if (rows.length === 0) return '';
  const skus = rows.map(({ sku }) => `"${sku!.replace(/["\\]/g, '\\$&')}"`);
  const result = await client.query({
    name: 'staged signs',
    text: `
      select string_agg(
        case when newest.found is not true then '-' when newest.hash = asked.hash then '=' else '#'
        end, '' order by place) as signs
      from unnest($3::text[], $4::uuid[]) with ordinality as asked (sku, hash, place)
      left join lateral (
        select hash, data is not null as found from item_version
        where site_id = $1 and feed_id = $2 and sku = asked.sku
        order by version desc limit 1
      ) newest on true`,
    values: [siteId, feedId, `{${skus}}`, `{${rows.map((row) => row.hash ?? 'null')}}`],
  });
  return result.rows[0].signs;
}

async function nextVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ first: string }>`
    select nextval('item_version_number') as first`.execute(db);
  return Number(rows[0]?.first);
}

function versionsOf({ siteId, feedId }: FeedKey, compared: Compared[], first: number): Buffer {
  const rows = copyRows(2 * bytesPerBatch);
  let version = first;
  for (const { row, differs } of compared) {
    if (!differs) continue;
    rows.row(6);
    rows.integer(siteId);
    rows.bigintText(feedId);
    rows.bigint(version);
    rows.text(row.sku);
    rows.uuid(row.hash);
    rows.bytes(row.data);
    version += 1;
  }
  if (version - first > versionsPerBlock) throw new Error('more versions than a block has numbers');
  return rows.end();
}

function stagedOf(compared: readonly Compared[], first: number | undefined): Buffer {
  const rows = copyRows(128 * compared.length);
  let version = first ?? 0;
  for (const { row, found, differs } of compared) {
    const isAdded = differs && first !== undefined;
    rows.row(10);
    rows.integer(row.position);
    rows.text(row.item);
    rows.text(row.sku);
    rows.text(row.message);
    rows.flag(row.succeeded);
    rows.uuid(row.hash);
    rows.flag(row.succeeded && row.sku !== undefined && row.data === undefined);
    rows.flag(found);
    rows.flag(differs);
    addVersion(rows, isAdded ? version : undefined);
    if (isAdded) version += 1;
  }
  return rows.end();
}

function addVersion(rows: CopyRows, version: number | undefined): void {
  if (version === undefined) rows.text(undefined);
  else rows.bigint(version);
}

async function copy(client: PoolClient, target: string, bytes: Buffer): Promise<void> {
  const stream = client.query(copyFrom(`copy ${target} from stdin (format binary)`));
  await pipeline(Readable.from([bytes], { objectMode: false }), stream);
}
