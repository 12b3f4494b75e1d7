// A day's events as blocks, made anew when the day has changed since they were made.
import { decodeEvent, encodeBlock, type InteractionRow, makeBlock } from '@attune/core';
import type { Db } from '../../db/schema.ts';
import { rowsOf } from './interactions.ts';
import {
  countDay,
  type DayChanges,
  type DayState,
  type EncodedBlock,
  replaceBlocks,
  selectDayChanges,
  selectDayEvents,
  selectDays,
} from './store.ts';

const dayMs = 86_400_000;

/** The UTC day of a time in ms, as YYYY-MM-DD. */
export const dayTextOf = (time: number) => new Date(time).toISOString().slice(0, 10);

export interface RefreshOptions {
  /** The first day that matters, YYYY-MM-DD. */
  readonly from: string;
  /** The most events that are in memory at once, about. */
  readonly atOnce: number;
  /** Told what is being read, what share of it is done, and how many events were read in all. */
  readonly onProgress?: (words: string, share: number, rows: number) => void;
}

/**
 * Makes the blocks of those days anew that have changed since theirs were made; gives all days as
 * they are now. One at a time for a site; others may add events and erase meanwhile.
 */
export async function refreshDays(
  db: Db,
  siteId: number,
  { from, atOnce, onProgress }: RefreshOptions,
): Promise<DayState[]> {
  const days = await selectDays(db, siteId, from);
  const changed = days.filter(({ changes, made }) => changes !== made);
  let rows = 0;
  for (const [at, { day }] of changed.entries()) {
    onProgress?.(`reading day ${day}`, at / changed.length, rows);
    const tell = (read: number) =>
      onProgress?.(`reading day ${day}`, at / changed.length, rows + read);
    rows += await refreshDay(db, siteId, day, atOnce, tell);
  }
  return changed.length === 0 ? days : selectDays(db, siteId, from);
}

/** Each try may be spoiled by an erasure. */
const mostTries = 5;

async function refreshDay(
  db: Db,
  siteId: number,
  day: string,
  atOnce: number,
  tell: (rows: number) => void,
): Promise<number> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { seen, blocks } = await readDay(db, siteId, day, atOnce, tell);
    const isWritten = await db
      .transaction()
      .execute((tx) => replaceBlocks(tx, siteId, day, seen, blocks));
    if (isWritten) return blocks.reduce((sum, { rows }) => sum + rows, 0);
  }
  throw new Error(`events of ${day} are erased again and again while they are read`);
}

/** Counters and events as of one moment. */
async function readDay(
  db: Db,
  siteId: number,
  day: string,
  atOnce: number,
  tell: (rows: number) => void,
): Promise<{ seen: DayChanges; blocks: EncodedBlock[] }> {
  const read = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return read.execute(async (tx) => {
    const seen = await selectDayChanges(tx, siteId, day);
    const of = Math.max(1, Math.ceil((await countDay(tx, siteId, day)) / atOnce));
    const blocks: EncodedBlock[] = [];
    let before = 0;
    for (let number = 0; number < of; number += 1) {
      const rows: InteractionRow[] = [];
      for await (const events of selectDayEvents(tx, siteId, day, { number, of })) {
        for (const { userId, data } of events) {
          rows.push(...rowsOf(BigInt(userId), decodeEvent(JSON.parse(data)).event));
        }
        tell(before + rows.length);
      }
      before += rows.length;
      const bytes = encodeBlock(makeBlock(Date.parse(day) / dayMs, rows));
      blocks.push({ rows: rows.length, bytes });
    }
    return { seen, blocks };
  });
}
