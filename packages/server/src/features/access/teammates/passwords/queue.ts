// The queue before hashing: which password is hashed next. One at a time, within a share of a core,
// and never only those of the addresses that try most.
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '../../../../api-error.ts';

/** In the long run hashing takes that share of a core; for a while they may take all of it. */
const share = 1 / 4;
const aheadMs = 20_000;
/** Each takes a place among the requests of the console that a node answers at once. */
const mostWaiting = 12;
/** Of each process, however many there are. */
const fewestWaiting = 3;

interface QueueOptions {
  /** Never goes back. */
  readonly clock?: () => number;
  /** Resolves after so many milliseconds of the clock. */
  readonly pause?: (ms: number) => Promise<unknown>;
  /** How many processes of the node hash: each has its part of the share. */
  readonly processes?: number;
}

/** What decides how soon the work is begun. */
export interface Place {
  /** A device that signed in before, a session or a valid link: these go before all others. */
  readonly isTrusted: boolean;
  /** The account or the address: of several that wait for one, each stands one lower. */
  readonly name: string;
  /** The higher goes first: what the name has left of what it may try. */
  readonly standing: number;
}

export interface PasswordQueue {
  /**
   * Does the work when it is first in the queue. Throws `overloaded`, before or while it waits,
   * where too many that go first wait as well; the work is not begun then.
   */
  readonly run: <T>(place: Place, work: () => Promise<T>) => Promise<Awaited<T>>;
}

interface Waiting {
  readonly isTrusted: boolean;
  readonly name: string;
  readonly rank: number;
  readonly begin: () => Promise<void>;
  readonly refuse: (error: ApiError) => void;
}

/** Starts empty. */
export function createPasswordQueue({
  clock = () => performance.now(),
  pause = delay,
  processes = 1,
}: QueueOptions = {}): PasswordQueue {
  const most = Math.max(Math.ceil(mostWaiting / processes), fewestWaiting);
  const waiting: Waiting[] = [];
  let isBusy = false;
  /** When what was hashed will have been no more than the share. */
  let evenAt = 0;

  async function workOff(): Promise<void> {
    isBusy = true;
    while (waiting.length > 0) {
      const restMs = evenAt - clock() - aheadMs;
      // Which is next is decided afterwards.
      if (restMs > 0) await pause(restMs);
      const began = clock();
      await waiting.shift()?.begin();
      const now = clock();
      evenAt = Math.max(evenAt, began) + (processes * (now - began)) / share;
    }
    isBusy = false;
  }

  return {
    run<T>({ isTrusted, name, standing }: Place, work: () => Promise<T>) {
      const { promise, resolve, reject } = Promise.withResolvers<Awaited<T>>();
      const rank = standing - waiting.filter((one) => one.name === name).length;
      const begin = () => Promise.resolve(work()).then(resolve, reject);
      const entry = { isTrusted, name, rank, begin, refuse: reject };
      const at = waiting.findIndex((one) => goesBefore(entry, one));
      waiting.splice(at < 0 ? waiting.length : at, 0, entry);
      if (waiting.length > most) waiting.pop()?.refuse(tooMany());
      if (!isBusy) void workOff();
      return promise;
    },
  };
}

/** Of two that are alike, the one that came first goes first. */
const goesBefore = (a: Waiting, b: Waiting) =>
  a.isTrusted === b.isTrusted ? a.rank > b.rank : a.isTrusted;

const tooMany = () =>
  new ApiError('overloaded', 'Too many are signing in; try again in a few seconds.', {
    headers: { 'retry-after': '5' },
  });
