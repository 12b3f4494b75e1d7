// What COPY is given of a batch's rows.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { FeedKey } from '../feed-key.ts';
import type { Compared } from './batch.ts';
import { type CopyRows, copyRows } from './copy-rows.ts';

/** How a COPY goes. */
export interface Copying {
  readonly client: PoolClient;
  /** Where it is made; it stays there until it has been sent. */
  readonly room: Buffer;
}

/** Adds versions, the first of the batch's numbers being `first`. */
export async function copyVersions(
  to: Copying,
  { siteId, feedId }: FeedKey,
  written: readonly Compared[],
  first: number,
): Promise<void> {
  const columns = 'site_id, feed_id, version, sku, hash, data';
  await copy(to, `item_version (${columns})`, written, (rows, { row, place }) => {
    rows.row(6);
    rows.integer(siteId);
    rows.bigintText(feedId);
    rows.bigint(first + place);
    rows.text(row.sku);
    rows.uuid(row.hash);
    rows.bytes(row.data);
  });
}

/** Stages rows; without a first number nothing was added for them. */
export async function copyStaged(
  to: Copying,
  staged: readonly Compared[],
  first: number | undefined,
): Promise<void> {
  const columns = 'position, item, sku, message, succeeded, hash, goes, found, differs, version';
  await copy(to, `staged_row (${columns})`, staged, (rows, { row, place, found, differs }) => {
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
    addVersion(rows, differs && first !== undefined ? first + place : undefined);
  });
}

function addVersion(rows: CopyRows, version: number | undefined): void {
  if (version === undefined) rows.text(undefined);
  else rows.bigint(version);
}

async function copy<T>(
  { client, room }: Copying,
  target: string,
  rows: readonly T[],
  add: (to: CopyRows, row: T) => void,
): Promise<void> {
  const made = copyRows(room);
  for (const row of rows) add(made, row);
  const stream = client.query(copyFrom(`copy ${target} from stdin (format binary)`));
  await pipeline(Readable.from([made.end()], { objectMode: false }), stream);
}
