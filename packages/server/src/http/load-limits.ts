// How much of each priority a node answers at once, how much waits, and for how long. ADR 0011.
import type { Priority } from '@attune/contract';

export interface PriorityLimits {
  /** Requests under way at most. */
  readonly concurrency: number;
  /** Requests that wait at most; more are refused at once. */
  readonly queue: number;
  /** Milliseconds that a request waits before it is refused. */
  readonly deadlineMs: number;
  /** Milliseconds of a turn of the event loop after which no more of this priority begins. */
  readonly turnBudgetMs: number;
  /** Bytes of request bodies in memory at most. */
  readonly bodyBytes: number;
  /** Seconds of the `Retry-After` of a refused request. */
  readonly retryAfterSeconds: number;
  /** Of `management`: milliseconds after which one begins whatever else there is. */
  readonly everyMs?: number;
}

export type LoadLimits = Readonly<Record<Priority, PriorityLimits>>;

const mebibyte = 1024 * 1024;

export const loadLimits: LoadLimits = {
  choose: {
    concurrency: 1_024,
    queue: 2_048,
    deadlineMs: 250,
    turnBudgetMs: 25,
    bodyBytes: 64 * mebibyte,
    retryAfterSeconds: 1,
  },
  userprofile: {
    concurrency: 256,
    queue: 512,
    deadlineMs: 250,
    turnBudgetMs: 5,
    bodyBytes: 8 * mebibyte,
    retryAfterSeconds: 1,
  },
  // A flood of events begins little in each turn of the loop: choose waits for the next turn.
  collect: {
    concurrency: 512,
    queue: 2_048,
    deadlineMs: 2_500,
    turnBudgetMs: 2,
    bodyBytes: 64 * mebibyte,
    retryAfterSeconds: 2,
  },
  feeds: {
    concurrency: 64,
    queue: 256,
    deadlineMs: 2_500,
    turnBudgetMs: 2,
    bodyBytes: 128 * mebibyte,
    retryAfterSeconds: 10,
  },
  // However much there is of the others, operators can steer.
  management: {
    everyMs: 100,
    concurrency: 32,
    queue: 128,
    deadlineMs: 2_500,
    turnBudgetMs: 2,
    bodyBytes: 32 * mebibyte,
    retryAfterSeconds: 10,
  },
};
