// Works the inbox off, on as many nodes as there are workers: what a pause brings in one batch.
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import { batchConsumer } from './batches.ts';
import type { Inbox } from './inbox/inbox.ts';

const pollMs = 500;
const retryMs = 500;
/** Of a backlog, so many batches at once while no page is requested. */
const batchesAtOnce = 2;
/**
 * After a batch that leaves more, while pages are requested: they come first. It is short enough to
 * work off what 500 pages a second bring, or a backlog would never end. ADR 0003.
 */
const restFactor = 2;
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

  /** A batch of each partition by itself: so nodes share a backlog. Ends once pages come. */
  async function workOffEach(partitions: readonly number[]): Promise<void> {
    const waiting = [...partitions];
    let haveCome = false;
    const workOffNext = async () => {
      while (waiting.length > 0 && !haveCome) {
        await consume([waiting.shift()!]);
        haveCome ||= arePagesRequested();
      }
    };
    await Promise.all(Array.from({ length: batchesAtOnce }, workOffNext));
  }

  /** Works off what waits; returns whether that was anything. */
  async function work(): Promise<boolean> {
    const rested = ctx.background.begin(restFactor, longestRestMs, signal);
    for (let worked = false; ; worked = true) {
      const { rows, hasMore } = await consume(await inbox.waiting());
      if (!hasMore || signal.aborted) return worked || rows > 0;
      if (arePagesRequested()) await rested();
      else await workOffEach(await inbox.waiting());
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const arrived = woken.promise;
      try {
        const worked = await work();
        await (worked ? pause(gatherMs) : Promise.race([arrived, pause(pollMs)]));
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
