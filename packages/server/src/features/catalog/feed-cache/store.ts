// Reads a feed into memory: all of it, or what a revision changed; and listens for changes.
import { sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { binaryRows } from '../../../db/binary-rows.ts';
import type { DatabaseTarget } from '../../../db/connection.ts';
import { copyOut } from '../../../db/copy-out.ts';
import { listen } from '../../../db/listen.ts';
import type { Db } from '../../../db/schema.ts';
import type { Log } from '../../../log/log.ts';
import { feedChangesChannel } from '../feeds/index.ts';

export interface FeedKey {
  readonly siteId: number;
  /** Canonical. */
  readonly feedId: string;
}

/** An item as it is stored, or that there is none of a sku any more. */
export interface StoredItem {
  readonly sku: string;
  /** Canonical JSON text, in UTF-8; good until the next items are read. */
  readonly data: Uint8Array | string | null;
}

/** One moment of a feed. */
export interface FeedReading {
  /** Undefined where there is no such feed. */
  readonly feed: { readonly revision: string; readonly items: number } | undefined;
  /** Every item, some at a time, in no order that means something. */
  readonly all: () => AsyncIterable<readonly StoredItem[]>;
  /**
   * The items that changed after a revision, or went; undefined where that is not known any more.
   */
  readonly since: (revision: string) => Promise<AsyncIterable<readonly StoredItem[]> | undefined>;
}

/** Reads a feed as of one moment. */
export async function readingFeed<T>(
  pool: Pool,
  { siteId, feedId }: FeedKey,
  work: (reading: FeedReading) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read read only');
    // A large feed takes as long as it takes.
    await client.query('set local statement_timeout = 0');
    const { rows } = await client.query<{ revision: string; items: number }>(
      'select revision, items from feed where site_id = $1 and id = $2',
      [siteId, feedId],
    );
    const read = readerOf(client, { siteId: Number(siteId), feedId: String(BigInt(feedId)) });
    const done = await work({ feed: rows[0], ...read });
    await client.query('commit');
    return done;
  } catch (error) {
    failed = error as Error;
    throw error;
  } finally {
    // A connection that failed in the middle of an answer is of no more use.
    client.release(failed);
  }
}

function readerOf(
  client: PoolClient,
  { siteId, feedId }: FeedKey,
): Pick<FeedReading, 'all' | 'since'> {
  // COPY takes no parameters; both are numbers.
  const versions = (where: string) =>
    `select distinct on (sku) sku, data from item_version
     where site_id = ${siteId} and feed_id = ${feedId} ${where}
     order by sku desc, version desc`;
  const copy = (query: string) => {
    const { data } = client.query(copyOut(`copy (${query}) to stdout (format binary)`));
    return toItems(data);
  };
  return {
    all: () => copy(`select sku, data from (${versions('')}) newest where data is not null`),
    async since(revision) {
      const { rows } = await client.query<Changed>(
        `select revision, last_version, skus from feed_revision
         where site_id = $1 and feed_id = $2 and revision >= $3 order by revision`,
        [siteId, feedId, revision],
      );
      const from = rows.find((row) => row.revision === revision);
      const later = rows.filter((row) => row !== from);
      const skus = skusOf(revision, later);
      if (skus) return someItems(client, { siteId, feedId }, skus);
      if (!from) return undefined;
      return copy(versions(`and version > ${BigInt(from.last_version)}`));
    },
  };
}

interface Changed {
  readonly revision: string;
  readonly last_version: string;
  readonly skus: readonly string[] | null;
}

/** Of revisions that follow one another, the skus that they changed, where each knows them. */
function skusOf(after: string, changes: readonly Changed[]): string[] | undefined {
  const skus = new Set<string>();
  for (const [at, { revision, skus: some }] of changes.entries()) {
    if (!some || BigInt(revision) !== BigInt(after) + BigInt(at + 1)) return undefined;
    for (const sku of some) skus.add(sku);
  }
  return changes.length > 0 ? [...skus] : undefined;
}

const skusAtOnce = 500;

async function* someItems(
  client: PoolClient,
  { siteId, feedId }: FeedKey,
  skus: readonly string[],
): AsyncGenerator<readonly StoredItem[]> {
  for (let at = 0; at < skus.length; at += skusAtOnce) {
    const { rows } = await client.query<StoredItem>(
      `select distinct on (sku) sku, data from item_version
       where site_id = $1 and feed_id = $2 and sku = any($3::text[])
       order by sku desc, version desc`,
      [siteId, feedId, skus.slice(at, at + skusAtOnce)],
    );
    const found = new Set(rows.map(({ sku }) => sku));
    const gone = skus.slice(at, at + skusAtOnce).filter((sku) => !found.has(sku));
    yield [...rows, ...gone.map((sku) => ({ sku, data: null }))];
  }
}

async function* toItems(pieces: AsyncIterable<Buffer>): AsyncGenerator<readonly StoredItem[]> {
  for await (const rows of binaryRows(pieces)) {
    yield rows.map(([sku, data]) => ({ sku: sku!.toString(), data: data ?? null }));
  }
}

/** The revisions of feeds; those that there are not any more are left out. */
export async function selectRevisions(
  db: Db,
  keys: readonly FeedKey[],
): Promise<(FeedKey & { readonly revision: string })[]> {
  const { rows } = await sql<FeedKey & { revision: string }>`
    select feed.site_id as "siteId", feed.id as "feedId", feed.revision
    from unnest(${keys.map(({ siteId }) => siteId)}::integer[],
                ${keys.map(({ feedId }) => feedId)}::bigint[]) as wanted (site_id, id)
    join feed on feed.site_id = wanted.site_id and feed.id = wanted.id`.execute(db);
  return rows;
}

/** Listens for changed feeds, and for gaps in which one may have changed. */
export function listenToFeeds(target: DatabaseTarget, log: Log, onChange: () => void) {
  return listen({
    target,
    channel: feedChangesChannel,
    onMessage: onChange,
    onReconnect: onChange,
    log,
  });
}
