// How much of each priority a node answers at once, how much waits, and for how long. ADR 0011.
import { type Priority, priorities } from '@attune/contract';

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
  // A flood of events begins little in each turn of the loop: choose waits for the next turn. What
  // has begun takes only memory until its commit, for up to 10 s while NATS servers elect a leader.
  collect: {
    concurrency: 4_096,
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

/** Of each priority, even with many processes: what waits for the database takes no processor. */
const fewest = 8;

/** The part of a node's limits that each of so many processes has. */
export function partOf(limits: LoadLimits, processes: number): LoadLimits {
  if (processes === 1) return limits;
  const part = (whole: number) => Math.max(Math.ceil(whole / processes), fewest);
  const parts = priorities.map((priority) => {
    const whole = limits[priority];
    const { concurrency, queue } = whole;
    const bodyBytes = Math.ceil(whole.bodyBytes / processes);
    return [
      priority,
      { ...whole, concurrency: part(concurrency), queue: part(queue), bodyBytes },
    ] as const;
  });
  return Object.fromEntries(parts) as LoadLimits;
}
