// Works the inbox off: lanes that take partitions as they find them, on as many nodes as there are.
import type { Context } from '../../context.ts';
import type { Db } from '../../db/schema.ts';
import { dayText, eventDays } from './days.ts';
import { type Entry, fromInboxRow } from './entry.ts';
import type { Inbox } from './inbox.ts';
import { IdentityRace, type Outcome, processEntries } from './process.ts';
import { insertRejected, type WaitingRow } from './store.ts';

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
  const handle = batchHandler(ctx);
  let stopping = false;
  let wakeUp: () => void = () => undefined;
  let woken = Promise.withResolvers<void>();
  const wake = () => wakeUp();
  wakeUp = () => {
    woken.resolve();
    woken = Promise.withResolvers<void>();
  };

  async function lane(number: number): Promise<void> {
    while (!stopping) {
      const arrived = woken.promise;
      const done = await drain(number).catch((error) => {
        ctx.log.warn({ err: error }, 'the inbox cannot be worked off at the moment');
        return pause(retryMs).then(() => -1);
      });
      if (done === 0 && !stopping) await Promise.race([arrived, pause(pollMs)]);
    }
  }

  /** One round over the partitions that hold something; lanes begin at different ones. */
  async function drain(number: number): Promise<number> {
    let done = 0;
    const waiting = await inbox.waiting();
    const start = Math.floor((number * waiting.length) / lanes);
    for (const partition of [...waiting.slice(start), ...waiting.slice(0, start)]) {
      if (stopping) break;
      done += await consume(ctx, inbox, partition, handle);
    }
    return done;
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

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

type Handle = (tx: Db, rows: readonly WaitingRow[]) => Promise<void>;

/** A batch that fails for another reason than the database is done row by row, to find the one. */
async function consume(
  ctx: Context,
  inbox: Inbox,
  partition: number,
  handle: Handle,
): Promise<number> {
  try {
    return await inbox.consume(partition, batchSize, handle);
  } catch (error) {
    if (error instanceof IdentityRace) return 1;
    if (isDatabaseError(error)) throw error;
    ctx.log.error({ err: error, partition }, 'a batch failed; its rows are tried one by one');
  }
  return inbox.consume(partition, 1, async (tx, rows) => {
    try {
      await handle(tx, rows);
    } catch (error) {
      if (error instanceof IdentityRace || isDatabaseError(error)) throw error;
      for (const row of rows) {
        await insertRejected(tx, row, new Date(ctx.now()), String((error as Error).message));
      }
      ctx.metrics.eventsFolded.inc({ outcome: 'rejected' }, rows.length);
    }
  });
}

/** Errors of PostgreSQL and of connections carry a code; a fault of ours does not. */
function isDatabaseError(error: unknown): boolean {
  return typeof (error as { code?: unknown }).code === 'string' || /onnection/.test(String(error));
}

function batchHandler(ctx: Context): Handle {
  const ensureDays = eventDays(ctx.db);
  return async (tx, rows) => {
    const entries = rows.map(fromInboxRow);
    await ensureDays(entries.map(({ event }) => dayText(event.time)));
    const outcome = { folded: 0, repeated: 0 };
    for (const [siteId, those] of Map.groupBy(entries, (entry) => entry.siteId)) {
      const { folded, repeated } = await processSite(ctx, tx, siteId, those);
      outcome.folded += folded;
      outcome.repeated += repeated;
    }
    ctx.metrics.eventsFolded.inc({ outcome: 'folded' }, outcome.folded);
    ctx.metrics.eventsFolded.inc({ outcome: 'repeated' }, outcome.repeated);
  };
}

async function processSite(
  ctx: Context,
  tx: Db,
  siteId: number,
  entries: readonly Entry[],
): Promise<Outcome> {
  if (!ctx.snapshots.site(siteId)) await ctx.snapshots.catchUp();
  const snapshot = ctx.snapshots.site(siteId);
  if (!snapshot) throw new Error(`there is no site ${siteId}`);
  return processEntries(tx, snapshot, entries);
}
