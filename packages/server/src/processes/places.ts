// The places of a node's API processes: each has a process at all times until the node stops.
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../log/log.ts';
import type { ApiProcess } from './api-process.ts';

/** A process that ends soon after its start is replaced after a pause, longer each time. */
const pauses = { shortestMs: 100, longestMs: 10_000, soonMs: 30_000 };

export interface Places {
  readonly running: ReadonlySet<ApiProcess>;
  /** Starts a process at each place. Resolves with their address; rejects where one cannot. */
  readonly fill: (count: number) => Promise<string>;
  /** Replaces them one after another. What was asked for meanwhile is the same. */
  readonly roll: () => Promise<void>;
  /** Ends them all. */
  readonly clear: () => Promise<void>;
}

interface Parts {
  readonly log: Log;
  readonly fork: (place: number) => ApiProcess;
  readonly onEnd: (one: ApiProcess) => void;
}

/** Starts with no process. */
export function openPlaces({ log, fork, onEnd }: Parts): Places {
  const running = new Set<ApiProcess>();
  /** Those that end because another takes their place. */
  const replaced = new WeakSet<ApiProcess>();
  const stopping = new AbortController();
  let rolling: Promise<void> | undefined;

  function start(place: number): ApiProcess {
    const one = fork(place);
    running.add(one);
    void one.ended.then(() => {
      running.delete(one);
      onEnd(one);
    });
    logStart(one, log, stopping.signal);
    return one;
  }

  /** Has a process at its place, whatever happens to it. */
  async function keep(one: ApiProcess, failures = 0): Promise<void> {
    const since = performance.now();
    const end = await one.ended;
    if (stopping.signal.aborted || replaced.has(one)) return;
    log.error(
      { process: one.place, pid: one.pid, ...end },
      'an API process ended, and is replaced',
    );
    const failed = performance.now() - since < pauses.soonMs ? failures + 1 : 0;
    const pauseMs = Math.min(pauses.shortestMs * 2 ** failed, pauses.longestMs);
    await delay(failed > 1 ? pauseMs : 0, undefined, stopping).catch(() => undefined);
    if (!stopping.signal.aborted) await keep(start(one.place), failed);
  }

  async function replace(one: ApiProcess): Promise<void> {
    replaced.add(one);
    const next = start(one.place);
    await next.ready.catch((error) => {
      replaced.delete(one);
      if (!running.has(one)) void keep(start(one.place));
      throw error;
    });
    void keep(next);
    await one.stop(true);
    log.info({ process: one.place, pid: one.pid }, 'an API process has left its place');
  }

  async function replaceAll(): Promise<void> {
    for (const one of [...running].toSorted((a, b) => a.place - b.place)) {
      if (one.isReady() && !stopping.signal.aborted) await replace(one);
    }
  }

  return {
    running,
    async fill(count) {
      const all = Array.from({ length: count }, (_, at) => start(at + 1));
      const [url = ''] = await Promise.all(all.map(({ ready }) => ready));
      for (const one of all) void keep(one);
      return url;
    },
    roll() {
      rolling ??= replaceAll()
        .catch(() => log.error('the other API processes stay as they were'))
        .finally(() => {
          rolling = undefined;
        });
      return rolling;
    },
    async clear() {
      stopping.abort();
      await Promise.all([...running].map((one) => one.stop(false)));
    },
  };
}

function logStart({ place, pid, ready }: ApiProcess, log: Log, stopping: AbortSignal): void {
  const facts = { process: place, pid };
  ready.then(
    () => log.info(facts, 'an API process is ready'),
    (error) => {
      if (!stopping.aborted) log.error({ ...facts, err: error }, 'an API process does not start');
    },
  );
}
