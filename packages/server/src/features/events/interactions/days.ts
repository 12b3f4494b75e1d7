// A day's events as blocks, made again when the day has changed since they were made.
import { type LogReader, readDay } from './read-day.ts';
import { type DayState, replaceBlocks, selectDays } from './store.ts';

/** The UTC day of a time in ms, as YYYY-MM-DD. */
export const dayTextOf = (time: number) => new Date(time).toISOString().slice(0, 10);

export interface RefreshOptions {
  /** The first day that matters, YYYY-MM-DD. */
  readonly from: string;
  /** The most events that are in memory at once, about. */
  readonly atOnce: number;
  /**
   * Called with what is being read, what share of it is done, and how many events were read in all.
   */
  readonly onProgress?: (words: string, share: number, rows: number) => void;
}

/**
 * Makes the blocks of those days again that have changed since theirs were made; returns all days
 * as they are now. One at a time for a site; other workers may add events and erase meanwhile.
 */
export async function refreshDays(
  on: LogReader,
  siteId: number,
  { from, atOnce, onProgress }: RefreshOptions,
): Promise<DayState[]> {
  const days = await selectDays(on.kysely, siteId, from);
  const changed = days.filter(({ changes, made }) => changes !== made);
  let rows = 0;
  for (const [at, { day }] of changed.entries()) {
    onProgress?.(`reading day ${day}`, at / changed.length, rows);
    const tell = (read: number) =>
      onProgress?.(`reading day ${day}`, at / changed.length, rows + read);
    rows += await refreshDay(on, siteId, day, atOnce, tell);
  }
  return changed.length === 0 ? days : selectDays(on.kysely, siteId, from);
}

/** Each try may be spoiled by an erasure. */
const mostTries = 5;

async function refreshDay(
  on: LogReader,
  siteId: number,
  day: string,
  atOnce: number,
  tell: (rows: number) => void,
): Promise<number> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { seen, blocks } = await readDay(on, { siteId, day }, atOnce, tell);
    const isWritten = await on.kysely
      .transaction()
      .execute((tx) => replaceBlocks(tx, siteId, day, seen, blocks));
    if (isWritten) return blocks.reduce((sum, { rows }) => sum + rows, 0);
  }
  throw new Error(`events of ${day} are erased again and again while they are read`);
}
