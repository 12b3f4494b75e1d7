// The places of a node's processes: each has one at all times until the node stops.
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../log/log.ts';
import { type ChildProcess, nameOf } from './child-process.ts';
import type { ChildRole } from './messages.ts';

/** A process that ends soon after its start is replaced after a pause, longer each time. */
const pauses = { shortestMs: 100, longestMs: 10_000, soonMs: 30_000 };

export interface Places {
  readonly running: ReadonlySet<ChildProcess>;
  /**
   * Starts so many processes of each role. Resolves with the address of those that answer, '' where
   * none does; rejects where one cannot start.
   */
  readonly fill: (counts: Readonly<Record<ChildRole, number>>) => Promise<string>;
  /** Replaces them one after another. What was asked for meanwhile is the same. */
  readonly roll: () => Promise<void>;
  /** Ends them all. */
  readonly clear: () => Promise<void>;
}

interface Parts {
  readonly log: Log;
  readonly fork: (role: ChildRole, place: number) => ChildProcess;
  readonly onEnd: (one: ChildProcess) => void;
}

/** Starts with no process. */
export function openPlaces({ log, fork, onEnd }: Parts): Places {
  const running = new Set<ChildProcess>();
  /** Those that end because another takes their place. */
  const replaced = new WeakSet<ChildProcess>();
  const stopping = new AbortController();
  let rolling: Promise<void> | undefined;

  function start(role: ChildRole, place: number): ChildProcess {
    const one = fork(role, place);
    running.add(one);
    void one.ended.then(() => {
      running.delete(one);
      onEnd(one);
    });
    logStart(one, log, stopping.signal);
    return one;
  }

  /** Has a process at its place, whatever happens to it. */
  async function keep(one: ChildProcess, failures = 0): Promise<void> {
    const since = performance.now();
    const end = await one.ended;
    if (stopping.signal.aborted || replaced.has(one)) return;
    log.error(
      { process: one.place, pid: one.pid, ...end },
      `${nameOf[one.role]} ended, and is replaced`,
    );
    const failed = performance.now() - since < pauses.soonMs ? failures + 1 : 0;
    const pauseMs = Math.min(pauses.shortestMs * 2 ** failed, pauses.longestMs);
    await delay(failed > 1 ? pauseMs : 0, undefined, stopping).catch(() => undefined);
    if (!stopping.signal.aborted) await keep(start(one.role, one.place), failed);
  }

  async function replace(one: ChildProcess): Promise<void> {
    replaced.add(one);
    const next = start(one.role, one.place);
    await next.ready.catch((error) => {
      replaced.delete(one);
      if (!running.has(one)) void keep(start(one.role, one.place));
      throw error;
    });
    void keep(next);
    await one.stop(true);
    log.info({ process: one.place, pid: one.pid }, `${nameOf[one.role]} has left its place`);
  }

  async function replaceAll(): Promise<void> {
    for (const one of [...running].toSorted((a, b) => a.place - b.place)) {
      if (one.isReady() && !stopping.signal.aborted) await replace(one);
    }
  }

  return {
    running,
    async fill(counts) {
      const all = rolesIn(counts).map((role, at) => start(role, at + 1));
      const urls = await Promise.all(all.map(({ ready }) => ready));
      for (const one of all) void keep(one);
      return urls.find((url) => url !== '') ?? '';
    },
    roll() {
      rolling ??= replaceAll()
        .catch(() => log.error('the other processes stay as they were'))
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

/** One for each process: those that answer come first. */
const rolesIn = (counts: Readonly<Record<ChildRole, number>>): ChildRole[] =>
  (['api', 'worker'] as const).flatMap((role) => Array<ChildRole>(counts[role]).fill(role));

function logStart(
  { role, place, pid, ready }: ChildProcess,
  log: Log,
  stopping: AbortSignal,
): void {
  const facts = { process: place, pid };
  ready.then(
    () => log.info(facts, `${nameOf[role]} is ready`),
    (error) => {
      if (!stopping.aborted) log.error({ ...facts, err: error }, `${nameOf[role]} does not start`);
    },
  );
}
