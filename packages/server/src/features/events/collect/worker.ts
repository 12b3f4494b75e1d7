// Works the inbox off: lanes that take partitions as they find them, on as many nodes as there are.
import { partitionCount } from '@attune/core';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { selectSite } from '../../configuration/sites/index.ts';
import { dayText, eventDays } from './days.ts';
import { type Entry, fromInboxRow, splitRow } from './entry.ts';
import type { Inbox, Work } from './inbox/inbox.ts';
import { attempt, insertRejected, isFaultOfRows, type WaitingRow } from './inbox/store.ts';
import { type Outcome, processEntries } from './process.ts';
import { IdentityRace } from './resolve.ts';
import { isDayMissing } from './store.ts';

const batchSize = 500;
const pollMs = 500;
const retryMs = 500;

export interface Worker {
  /** Something arrived: do not wait for the next poll. */
  readonly wake: () => void;
  /** Finishes the batches under way. */
  readonly stop: () => Promise<void>;
}

/** Starts working the inbox off with some lanes, each with a connection of its own. */
export function startWorker(ctx: Context, inbox: Inbox, lanes = 2): Worker {
  const handlerOf = batchHandler(ctx);
  let stopping = false;
  let woken = Promise.withResolvers<void>();
  const wake = () => {
    woken.resolve();
    woken = Promise.withResolvers<void>();
  };

  async function lane(number: number): Promise<void> {
    // Lanes begin at different partitions, and go on behind one that failed.
    let last = Math.floor((number * partitionCount) / lanes) - 1;
    while (!stopping) {
      const arrived = woken.promise;
      let done = 0;
      try {
        for (const partition of startingAfter(last, await inbox.waiting())) {
          if (stopping) break;
          last = partition;
          done += await consume(ctx, inbox, partition, batchSize, handlerOf(partition));
        }
      } catch (error) {
        ctx.log.warn({ err: error }, 'the inbox cannot be worked off at the moment');
        await pause(retryMs);
        continue;
      }
      if (done === 0 && !stopping) await Promise.race([arrived, pause(pollMs)]);
    }
  }

  const running = Promise.all([...Array(lanes).keys()].map(lane));
  return {
    wake,
    async stop() {
      stopping = true;
      wake();
      await running;
    },
  };
}

function startingAfter(last: number, partitions: readonly number[]): number[] {
  return [...partitions.filter((one) => one > last), ...partitions.filter((one) => one <= last)];
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Works some rows of a partition off. When one of them cannot be, the batch is halved until that
 * row is alone, which is then set aside.
 */
async function consume(
  ctx: Context,
  inbox: Inbox,
  partition: number,
  limit: number,
  handle: Work,
): Promise<number> {
  let size = 0;
  const work: Work = (tx, rows) => {
    size = rows.length;
    return size === 1 ? handleOrReject(ctx, tx, rows[0]!, handle) : handle(tx, rows);
  };
  try {
    return await inbox.consume(partition, limit, work);
  } catch (error) {
    if (error instanceof IdentityRace) return 1;
    if (size <= 1 || !isFaultOfRows(error)) throw error;
    ctx.log.warn({ err: error, partition, size }, 'a batch failed; it is tried in halves');
    return consume(ctx, inbox, partition, Math.floor(size / 2), handle);
  }
}

/** A row alone: whole, else entry by entry, of which those that cannot be read are set aside. */
async function handleOrReject(ctx: Context, tx: Db, row: WaitingRow, handle: Work): Promise<void> {
  try {
    await attempt(tx, () => handle(tx, [row]));
  } catch (error) {
    if (error instanceof IdentityRace || !isFaultOfRows(error)) throw error;
    const parts = splitRow(row);
    if (parts.length > 1) {
      for (const part of parts) await handleOrReject(ctx, tx, part, handle);
      return;
    }
    const reason = error instanceof Error ? error.message : String(error);
    await insertRejected(tx, row, new Date(ctx.now()), reason);
    ctx.log.error({ err: error, siteId: row.siteId }, 'an entry of the inbox was set aside');
    ctx.metrics.eventsFolded.inc({ outcome: 'rejected' });
  }
}

/** Gives, for a partition, what folds rows of it. */
export function batchHandler(ctx: Context): (partition: number) => Work {
  const days = eventDays(ctx.db);
  const handle = async (tx: Db, partition: number, rows: readonly WaitingRow[]) => {
    const entries = rows.flatMap(fromInboxRow);
    await days.ensure(entries.map(({ event }) => dayText(event.time)));
    const outcome = { folded: 0, repeated: 0 };
    const bySite = [...Map.groupBy(entries, ({ siteId }) => siteId)];
    // In the order of ids: two lanes must not hold rows of one site each and wait for the other's.
    for (const [siteId, those] of bySite.sort(([a], [b]) => a - b)) {
      const { folded, repeated } = await processSite(tx, siteId, partition, those);
      outcome.folded += folded;
      outcome.repeated += repeated;
    }
    ctx.metrics.eventsFolded.inc({ outcome: 'folded' }, outcome.folded);
    ctx.metrics.eventsFolded.inc({ outcome: 'repeated' }, outcome.repeated);
  };
  return (partition) => async (tx, rows) => {
    try {
      await handle(tx, partition, rows);
    } catch (error) {
      if (isDayMissing(error)) await days.renew();
      throw error;
    }
  };
}

async function processSite(
  tx: Db,
  siteId: number,
  partition: number,
  entries: readonly Entry[],
): Promise<Outcome> {
  const site = await selectSite(tx, siteId);
  if (!site) throw new Error(`there is no site ${siteId}`);
  return processEntries(tx, site, partition, entries);
}
