// One transaction on one connection, in which rows are compared and written as they come.
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { BackgroundWork } from '../../../../../background.ts';
import type { Db, Schema } from '../../../../../db/schema.ts';
import { outcomesMax } from '../../transactions/transactions.ts';
import type { FeedKey } from '../feed-key.ts';
import { stageWritten } from '../store.ts';
import { type BatchRow, bytesPerBatch, type Compared, inBatches, type Rows } from './batch.ts';
import { copyStaged, copyVersions } from './copies.ts';
import { type SkuMarks, skuMarks } from './sku-marks.ts';
import { blockNumbers, versionsPerBlock, type WrittenBlock } from './written-block.ts';

export interface StagingOptions {
  readonly key: FeedKey;
  /** Only compare. */
  readonly dryRun: boolean;
}

export interface Batches {
  /** Are they a whole upload, in the order of their positions, so that not all need be staged? */
  readonly isWhole?: boolean;
  /** May two rows name one item, of which the last counts, though the upload is not the whole? */
  readonly mayRepeat?: boolean;
  /** Is the feed known to have no items, so that none need be looked up? */
  readonly isEmpty: boolean;
  readonly rows: Rows;
  /** As in `BackgroundWork`: while pages are requested, little is done at once. */
  readonly watchPages?: BackgroundWork['watchPages'];
}

export interface Staging {
  readonly db: Db;
  /**
   * Compares rows with their items, and adds what differs as new versions. Of a whole upload, rows
   * beyond the first 10,000 that were added are not staged, until `stageAll` is called.
   */
  readonly stageRows: (batches: Batches) => Promise<void>;
  /** What the rows do that are not staged. */
  readonly unstaged: () => { readonly added: number; readonly changed: number };
  /** May two rows of a whole upload be about the same item? Only `true` may be wrong. */
  readonly mayRepeat: () => boolean;
  readonly stageAll: () => Promise<void>;
}

/** What is known of a change's rows besides the table. */
interface Ledger {
  /** Numbers under which versions were added. */
  readonly blocks: WrittenBlock[];
  readonly marks: SkuMarks;
  /** What is sent to PostgreSQL is made in here, one COPY after the other: fresh memory is dear. */
  readonly room: Buffer;
  rows: number;
  mayRepeat: boolean;
}

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
    const room = Buffer.allocUnsafeSlow(2 * bytesPerBatch);
    const ledger: Ledger = { blocks: [], marks: skuMarks(), room, rows: 0, mayRepeat: false };
    const unstaged = () => ledger.blocks.filter(({ isStaged }) => !isStaged);
    return work({
      db,
      stageRows: (batches) => stage({ client: client!, db, ledger, ...options }, batches),
      unstaged: () => ({
        added: unstaged().reduce((sum, { added }) => sum + added, 0),
        changed: unstaged().reduce((sum, { changed }) => sum + changed, 0),
      }),
      mayRepeat: () => ledger.mayRepeat,
      stageAll: () => stageWritten(db, options.key, ledger.blocks),
    });
  });
}

async function prepare(db: Db): Promise<void> {
  // An upload takes as long as its sender needs; the HTTP server limits that. Nested loops are what
  // the planner chooses when it mistakes an unknown feed for a small one.
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

interface Stage extends StagingOptions {
  readonly client: PoolClient;
  readonly db: Db;
  readonly ledger: Ledger;
}

async function stage(to: Stage, batches: Batches): Promise<void> {
  const { rows, isWhole, mayRepeat, watchPages = () => () => false } = batches;
  const isPageRequested = watchPages();
  // While PostgreSQL works on one batch, the next one is read.
  let flushed = Promise.resolve();
  try {
    for await (const batch of inBatches(rows, watchPages())) {
      if (isWhole || mayRepeat) markAll(to.ledger, batch);
      await flushed;
      flushed = flush(to, batch, batches);
      // It is awaited below or in the next round; what fails until then is not unhandled.
      flushed.catch(() => undefined);
      // But beside pages, where the rest before the next one counts PostgreSQL's work.
      if (isPageRequested()) await flushed;
    }
  } catch (error) {
    // The transaction ends behind what is under way.
    await flushed.catch(() => undefined);
    throw error;
  }
  await flushed;
}

function markAll(ledger: Ledger, batch: readonly BatchRow[]): void {
  for (const { sku } of batch) {
    if (sku !== undefined && ledger.marks.mark(sku)) ledger.mayRepeat = true;
  }
}

async function flush(
  { client, db, ledger, key, dryRun }: Stage,
  batch: readonly BatchRow[],
  { isEmpty, isWhole }: Batches,
): Promise<void> {
  const to = { client, room: ledger.room };
  const position = batch[0]!.position;
  const span = 1 + batch.at(-1)!.position - position;
  // The rows of a small upload are all listed; of a large one, those that were added can be found.
  const isStaged = !isWhole || ledger.rows < outcomesMax || span > versionsPerBlock;
  const known = isEmpty ? undefined : ledger.blocks;
  const compared = await compare(client, key, batch, known, isStaged ? undefined : position);
  const written = dryRun ? [] : compared.filter(({ differs }) => differs);
  let first: number | undefined;
  if (written.length > 0) {
    const extent = isStaged ? batch.length : span;
    const block = await blockWithRoom(db, ledger, { position, isStaged, extent });
    first = block.version + block.used;
    block.used += extent;
    const changed = written.filter(({ found }) => found).length;
    block.changed += changed;
    block.added += written.length - changed;
    await copyVersions(to, key, written, first);
  }
  ledger.rows += batch.length;
  const isLeftOut = !isStaged && !dryRun;
  const staged = isLeftOut ? compared.filter(({ differs }) => !differs) : compared;
  if (staged.length > 0) await copyStaged(to, staged, first);
}

async function compare(
  client: PoolClient,
  key: FeedKey,
  batch: readonly BatchRow[],
  blocks: readonly WrittenBlock[] | undefined,
  firstPosition: number | undefined,
): Promise<Compared[]> {
  const named = blocks ? batch.filter(({ sku }) => sku !== undefined) : [];
  const signs = blocks ? await selectSigns(client, key, named, blocks) : '';
  let at = 0;
  return batch.map((row, index) => {
    const place = firstPosition === undefined ? index : row.position - firstPosition;
    if (row.sku === undefined) return { row, place, found: false, differs: false };
    const found = blocks !== undefined && signs[at] !== absent;
    const isSame = row.data === undefined ? !found : signs[at] === same;
    at += 1;
    return { row, place, found, differs: row.succeeded && !isSame };
  });
}

const absent = '-';
const same = '=';

/**
 * A character for each row: whether its item is there, and whether it has the same hash. What this
 * change added itself is none of the feed's.
 */
async function selectSigns(
  client: PoolClient,
  { siteId, feedId }: FeedKey,
  rows: readonly BatchRow[],
  blocks: readonly WrittenBlock[],
): Promise<string> {
  if (rows.length === 0) return '';
  const skus = rows.map(({ sku }) => `"${sku!.replace(/["\\]/g, '\\$&')}"`);
  const result = await client.query({
    name: 'staged signs',
    text: `
      select string_agg(coalesce((
        select case when data is null then '-' when hash = asked.hash then '=' else '#' end
        from item_version
        where site_id = $1 and feed_id = $2 and sku = asked.sku
          and (version < $5::bigint or version >> 12 <> all($6::bigint[]))
        order by version desc limit 1
      ), '-'), '' order by place) as signs
      from unnest($3::text[], $4::uuid[]) with ordinality as asked (sku, hash, place)`,
    values: [
      ...[siteId, feedId, `{${skus}}`, `{${rows.map((row) => row.hash ?? 'null')}}`],
      ...[blocks[0]?.version ?? Number.MAX_SAFE_INTEGER, blockNumbers(blocks)],
    ],
  });
  return result.rows[0].signs;
}

interface Room {
  readonly position: number;
  readonly isStaged: boolean;
  /** How many numbers are wanted. */
  readonly extent: number;
}

/**
 * The block that was begun last, where there is room for a batch in it: small batches would have
 * more blocks than can be named in each comparison. Of rows that are not staged, the numbers
 * follow the positions.
 */
async function blockWithRoom(
  db: Db,
  { blocks }: Ledger,
  { position, isStaged, extent }: Room,
): Promise<WrittenBlock> {
  const last = blocks.at(-1);
  if (last?.isStaged === isStaged) {
    if (!isStaged) last.used = position - last.position;
    if (last.used + extent <= versionsPerBlock) return last;
  }
  const version = await nextVersion(db);
  const block = { version, position, isStaged, used: 0, added: 0, changed: 0 };
  blocks.push(block);
  return block;
}

async function nextVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ first: string }>`
    select nextval('item_version_number') as first`.execute(db);
  const first = Number(rows[0]?.first);
  if (first % versionsPerBlock !== 0) throw new Error(`version ${first} begins no block`);
  return first;
}
