// A day's events as they stand at one moment, read by COPY and made blocks without being parsed.
import { randomInt } from 'node:crypto';
import { type BlockBuilder, decodeEvent, encodeBlock, startBlock } from '@attune/core';
import type { Database } from '../../../db/pool.ts';
import { reportRows } from './interactions.ts';
import { scanEvents } from './scan-event.ts';
import {
  copyDay,
  countDay,
  type DayChanges,
  type DayKey,
  dayChanges,
  type EncodedBlock,
  toDayChanges,
} from './store.ts';

const dayMs = 86_400_000;
const scanner = scanEvents();
/** The item and the session of an event are text from outside. */
const seed = randomInt(2 ** 32);

/** Where the log is, and how reading it rests. */
export interface LogReader extends Pick<Database, 'kysely' | 'pool'> {
  /** Called after each part of some hundred rows. Default: it does not rest. */
  readonly rest?: () => Promise<void>;
}

export interface ReadDay {
  /** How often the day had changed at that moment. */
  readonly seen: DayChanges;
  readonly blocks: readonly EncodedBlock[];
}

/**
 * Reads a day: about `atOnce` events are a block, of whole users. `tell` is called with the number
 * of rows read.
 */
export async function readDay(
  { kysely, pool, rest }: LogReader,
  key: DayKey,
  atOnce: number,
  tell: (rows: number) => void,
): Promise<ReadDay> {
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read read only');
    // A large day takes as long as it takes.
    await client.query('set local statement_timeout = 0');
    // And no core of those that answer pages.
    await client.query('set local max_parallel_workers_per_gather = 0');
    const { sql: text, parameters } = dayChanges(key.siteId, key.day).compile(kysely);
    const seen = toDayChanges((await client.query(text, [...parameters])).rows);
    const of = Math.max(1, Math.ceil((await countDay(client, key)) / atOnce));
    const blocks: EncodedBlock[] = [];
    let rows = 0;
    for (let number = 0; number < of; number += 1) {
      const block = startBlock(Date.parse(key.day) / dayMs, seed);
      for await (const { bytes, starts, ends } of copyDay(client, key, { number, of })) {
        for (let at = 0; at < starts.length; at += 2) {
          addEvent(block, bytes, starts[at]!, { from: starts[at + 1]!, end: ends[at + 1]! });
        }
        tell(rows + block.rows());
        await rest?.();
      }
      rows += block.rows();
      blocks.push({ rows: block.rows(), bytes: encodeBlock(block.finish()) });
    }
    await client.query('commit');
    return { seen, blocks };
  } catch (error) {
    failed = error as Error;
    throw error;
  } finally {
    // A connection that failed in the middle of an answer is of no more use.
    client.release(failed);
  }
}

/** Adds an event of the user whose id lies at `user`; its JSON lies at `json`. */
function addEvent(
  block: BlockBuilder,
  bytes: Buffer,
  user: number,
  json: { readonly from: number; readonly end: number },
): void {
  const [low, high] = [bytes.readUInt32BE(user + 4), bytes.readUInt32BE(user)];
  const scanned = scanner.scan(bytes, json.from);
  if (scanned) {
    block.turnTo(low, high, scanned.time);
    reportRows(scanned, (kind, sku, group) => block.addAt(bytes, kind, sku, group));
    return;
  }
  const { event } = decodeEvent(JSON.parse(bytes.toString('utf8', json.from, json.end)));
  block.turnTo(low, high, event.time);
  reportRows<string>(event, block.add);
}
