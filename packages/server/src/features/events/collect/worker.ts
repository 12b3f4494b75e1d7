// Works the inbox off, on as many nodes as there are workers: what a pause brings in one batch.
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import { batchConsumer } from './batches.ts';
import type { Consumed } from './inbox/consume.ts';
import type { Inbox } from './inbox/inbox.ts';

const pollMs = 500;
const retryMs = 500;
/** Of a backlog, so many batches at once while no page is requested; else one. */
const batchesAtOnce = 2;
/** After a batch of a backlog, while pages are requested: they come before what can wait. */
const restFactor = 10;
const longestRestMs = 500;

export interface Worker {
  /** Something arrived: do not wait for the next poll. */
  readonly wake: () => void;
  /** Finishes the batches under way. */
  readonly stop: () => Promise<void>;
}

/** Starts working the inbox off. */
export function startWorker(ctx: Context, inbox: Inbox): Worker {
  const { gatherMs } = ctx.config;
  const stopping = new AbortController();
  const { signal } = stopping;
  const consume = batchConsumer(ctx, inbox, signal);
  const arePagesRequested = ctx.background.watchPages();
  let woken = Promise.withResolvers<void>();
  const wake = () => {
    woken.resolve();
    woken = Promise.withResolvers<void>();
  };
  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined);

  /** A batch of each partition by itself: so nodes share a backlog. Returns whether more waits. */
  async function workOffEach(partitions: readonly number[]): Promise<boolean> {
    const waiting = [...partitions];
    let hasMore = false;
    const work = async () => {
      const rested = ctx.background.begin(restFactor, longestRestMs);
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
        if ((await consume([one])).hasMore) hasMore = true;
        await rested();
      }
    };
    const length = arePagesRequested() ? 1 : batchesAtOnce;
    await Promise.all(Array.from({ length }, work));
    return hasMore && !signal.aborted;
  }

  async function work(): Promise<Consumed> {
    const done = await consume(await inbox.waiting());
    let { hasMore } = done;
    while (hasMore) hasMore = await workOffEach(await inbox.waiting());
    return done;
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const arrived = woken.promise;
      try {
        const { rows, hasMore } = await work();
        if (hasMore) continue;
        await (rows > 0 ? pause(gatherMs) : Promise.race([arrived, pause(pollMs)]));
      } catch (error) {
        ctx.log.warn({ err: error }, 'the inbox cannot be worked off at the moment');
        await pause(retryMs);
      }
    }
  }

  inbox.onArrival?.(wake);
  const running = run();
  return {
    wake,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
