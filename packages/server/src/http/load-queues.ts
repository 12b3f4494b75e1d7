// Which request begins, waits or is refused, by priority. Pure: times are handed in.
import { type Priority, priorities } from '@attune/contract';
import type { LoadLimits, PriorityLimits } from './load-limits.ts';

/** Something to do, and what its body takes of the memory. */
export interface Waiting<T> {
  readonly work: T;
  readonly bytes: number;
  readonly since: number;
}

export interface Queue<T> extends PriorityLimits {
  readonly priority: Priority;
  readonly waiting: Waiting<T>[];
  underWay: number;
  bodyBytesHeld: number;
  /** When one began last. */
  begunAt: number;
}

export interface LoadQueues<T> {
  readonly queueOf: (priority: Priority) => Queue<T>;
  /** The part of a turn of the event loop begins in which waiting work begins. */
  readonly beginTurn: (now: number) => void;
  /** A connection was accepted: more may wait for it. */
  readonly accepted: () => void;
  /** New work waits until `next` or `late`; false where no more of its priority may wait. */
  readonly arrive: (priority: Priority, work: T, bytes: number, now: number) => boolean;
  /** What has waited and begins now; it has its place. */
  readonly next: (now: number) => { queue: Queue<T>; one: Waiting<T> } | undefined;
  /** What had begun has ended: its place is free again. */
  readonly leave: (queue: Queue<T>, bytes: number) => void;
  /** What has waited for longer than its deadline, the lowest priority first. */
  readonly late: (now: number) => { queue: Queue<T>; one: Waiting<T> } | undefined;
  /** Does something wait that has a place, and only needs a turn of the event loop? */
  readonly mayBegin: () => boolean;
  /** How many wait, of all priorities. */
  readonly waiting: () => number;
}

/**
 * The event loop accepts one connection a turn. If every turn began requests while connections
 * come, those that want to connect would wait for longer and longer: so many milliseconds of turns
 * that begin nothing come first. Many requests then begin together, and share what they write.
 */
const acceptingMs = 25;
/** A turn reads in any order: what was accepted in one tells of the next as well. */
const acceptingTurns = 2;
/** A longer gap is the machine's, or a collection of garbage: nothing is late for that. */
const longestTurnMs = 50;

/** Starts with nothing there. */
export function createLoadQueues<T>(limits: LoadLimits): LoadQueues<T> {
  const queues = priorities.map(
    (priority): Queue<T> => ({
      ...limits[priority],
      ...{ priority, waiting: [], underWay: 0, bodyBytesHeld: 0, begunAt: 0 },
    }),
  );
  const byPriority = new Map(queues.map((queue) => [queue.priority, queue]));
  const queueOf = (priority: Priority) => byPriority.get(priority)!;
  const management = queueOf('management');
  const { everyMs = Infinity } = management;
  const awake = awakeClock(() => waiting > 0);
  let waiting = 0;
  const turns = openTurns();
  const mayBegin = (queue: Queue<T>, bytes: number, now: number) =>
    turns.spentMs(now) < queue.turnBudgetMs && hasPlace(queue, bytes);
  const take = (queue: Queue<T>) => {
    waiting -= 1;
    return { queue, one: queue.waiting.shift()! };
  };
  const begin = (queue: Queue<T>, bytes: number, now: number) => {
    queue.begunAt = now;
    turns.hasWork();
    queue.underWay += 1;
    queue.bodyBytesHeld += bytes;
  };
  return {
    queueOf,
    beginTurn: turns.begin,
    accepted: turns.accepted,
    arrive(priority, work, bytes, now) {
      const queue = queueOf(priority);
      const free = Math.max(queue.concurrency - queue.underWay, 0);
      if (queue.waiting.length >= queue.queue + free) return false;
      queue.waiting.push({ work, bytes, since: awake(now) });
      waiting += 1;
      return true;
    },
    next(now) {
      if (waiting === 0) return undefined;
      const isOwed = management.waiting.length > 0 && now - management.begunAt >= everyMs;
      const queue = isOwed
        ? management
        : queues.find((one) => one.waiting[0] && mayBegin(one, one.waiting[0].bytes, now));
      if (!queue) return undefined;
      const taken = take(queue);
      begin(queue, taken.one.bytes, now);
      return taken;
    },
    leave(queue, bytes) {
      queue.underWay -= 1;
      queue.bodyBytesHeld -= bytes;
    },
    late(now) {
      if (waiting === 0) return undefined;
      const lateFrom = awake(now);
      const isLate = ({ waiting: [first], deadlineMs }: Queue<T>) =>
        first !== undefined && lateFrom - first.since > deadlineMs;
      const queue = queues.findLast(isLate);
      return queue && take(queue);
    },
    mayBegin: () => queues.some((one) => one.waiting[0] && hasPlace(one, one.waiting[0].bytes)),
    waiting: () => waiting,
  };
}

/** Turns of the event loop: what of one is spent; all of it where connections come first. */
function openTurns() {
  let beganAt = 0;
  let hasBegun = false;
  let acceptingFor = 0;
  let acceptingSince = 0;
  let isForConnections = false;
  return {
    begin(now: number) {
      beganAt = now;
      if (hasBegun) acceptingSince = now;
      hasBegun = false;
      acceptingFor = Math.max(acceptingFor - 1, 0);
      isForConnections = acceptingFor > 0 && now - acceptingSince < acceptingMs;
    },
    accepted() {
      acceptingFor = acceptingTurns;
    },
    hasWork() {
      hasBegun = true;
    },
    spentMs: (now: number) => (isForConnections ? Number.POSITIVE_INFINITY : now - beganAt),
  };
}

function hasPlace<T>(queue: Queue<T>, bytes: number): boolean {
  const hasMemory = queue.bodyBytesHeld === 0 || queue.bodyBytesHeld + bytes <= queue.bodyBytes;
  return queue.underWay < queue.concurrency && hasMemory;
}

/** A clock that goes on by 50 ms at most from one look to the next while something waits. */
function awakeClock(doesWait: () => boolean): (now: number) => number {
  let seenAt = 0;
  let lostMs = 0;
  return (now) => {
    if (doesWait()) lostMs += Math.max(now - seenAt - longestTurnMs, 0);
    seenAt = now;
    return now - lostMs;
  };
}
