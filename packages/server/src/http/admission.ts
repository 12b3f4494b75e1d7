// Who is answered now, who waits and who is refused, when more is asked than a node can answer.
//
// Pure: times are handed in, nothing is read or done here. Work is answered as it comes for as long
// as its class has a place, nobody before it waits, and the turn of the event loop takes it.
// Otherwise it waits, in the order of coming, behind every class of a higher priority; what has
// waited for too long is refused, the lowest class first. Who was refused and is back too soon
// waits behind the others of his class. A queue that has been standing for a while is a load and no
// burst: then patience is short, so that what is answered is answered soon.
// Where work takes longer than its class aims at, more waits behind the node (for its database)
// than that can do: the class has fewer places then, and more again once there is room.
import { type Priority, priorities } from '@attune/contract';
import type { AdmissionLimits, ClassLimits } from './admission-limits.ts';
import { createQueue, type Queue } from './queue.ts';
import { createTurn, isForPage, type Turn } from './turn.ts';

/** How often the places of a class are reckoned anew, and by how much they change. */
const reckonedMs = 100;
const shrinkBy = 0.7;
const growBy = 1.1;

export interface Waiting<T> {
  readonly work: T;
  readonly priority: Priority;
  readonly bytes: number;
  readonly since: number;
}

export interface Admission<T> {
  /** The turn of the event loop: who reads what arrives says when one begins. */
  readonly turn: Pick<Turn, 'begin' | 'beginRemainder' | 'restMs'>;
  /**
   * What is to become of new work. What waits comes out of `next` or `late`. `isHasty` is who was
   * told to come later than this.
   */
  readonly arrive: (
    work: T,
    priority: Priority,
    bytes: number,
    now: number,
    isHasty?: boolean,
  ) => Verdict;
  /** What has waited and may run now; its place is taken. */
  readonly next: (now: number) => Waiting<T> | undefined;
  /** What waited for longer than it may, and has been known to for this long. */
  readonly late: (now: number, graceMs: number) => Waiting<T> | undefined;
  /** Work that ran has ended, and took so long. */
  readonly leave: (priority: Priority, bytes: number, now: number, tookMs: number) => void;
  /** Work that runs has to wait for its client: nobody is kept waiting by that meanwhile. */
  readonly pause: (priority: Priority) => void;
  readonly resume: (priority: Priority) => void;
  /** Work that was paused is given up. */
  readonly abandon: (priority: Priority, bytes: number) => void;
  /** Gives every class all its places: what is waited for is lost, and no longer slow. */
  readonly restore: () => void;
  /** Does something wait that has a place, and lacks a turn only? */
  readonly isRunnable: (now: number) => boolean;
  /** What waits, to run or to be refused; of one class, or of all. */
  readonly waiting: (priority?: Priority) => number;
  readonly running: (priority: Priority) => number;
  /** How long who waits is kept before he is refused. */
  readonly patienceMs: (priority: Priority, now: number) => number;
}

export type Verdict = 'run' | 'wait' | 'refuse';

interface Room extends ClassLimits {
  running: number;
  bytesHeld: number;
  placesNow: number;
  /** Since the last reckoning: when that was, answers and their time, were there too few places? */
  reckonedAt: number;
  ended: number;
  tookMs: number;
  wasFull: boolean;
}

interface Class<T> extends Room {
  readonly priority: Priority;
  readonly queue: Queue<Waiting<T>>;
  /** Behind those. */
  readonly hasty: Queue<Waiting<T>>;
  readonly expired: Queue<Waiting<T> & { readonly expiredAt: number }>;
  /** When the queue was empty last; kept while it is not. */
  emptyAt: number;
  /** When one that waited began last. */
  begunAt: number;
}

/** Starts with nobody there. */
export function createAdmission<T>(limits: AdmissionLimits): Admission<T> {
  const classes = priorities.map((priority) => openClass<T>(priority, limits[priority]));
  const byName = new Map(classes.map((one) => [one.priority, one]));
  const classOf = (priority: Priority) => byName.get(priority) as Class<T>;
  const turn = createTurn();
  /** Waiting in any class; while it is 0, nothing else has to be looked at. */
  let waiting = 0;
  return {
    turn,
    arrive(work, priority, bytes, now, isHasty = false) {
      const one = classOf(priority);
      const queue = isHasty && one.hastyPatienceMs > 0 ? one.hasty : one.queue;
      turn.comes(priority);
      const isFree = turn.takes(priority, one.sliceMs, now) && hasPlace(one, bytes);
      if (isFree && (waiting === 0 || !isBehind(classes, one, queue))) {
        enter(one, bytes);
        return 'run';
      }
      if (waitingIn(one) >= one.waiting) return 'refuse';
      if (one.queue.size() === 0) one.emptyAt = now;
      queue.push({ work, priority, bytes, since: now });
      waiting += 1;
      return 'wait';
    },
    next(now) {
      if (waiting === 0) return undefined;
      const owed = classes.find((each) => isOwed(each, now));
      const one = owed ?? classes.find((each) => isReady(each, now));
      const mayBegin = one && (owed || turn.takesWaiting(one.priority, one.sliceMs, now));
      const first = mayBegin ? take(one, now) : undefined;
      if (!one || !first) return undefined;
      one.begunAt = now;
      waiting -= 1;
      enter(one, first.bytes);
      return first;
    },
    late(now, graceMs) {
      if (waiting === 0 || !turn.isQuiet()) return undefined;
      for (const one of classes) firstOf(one, now);
      const isDue = ({ expired, priority, sliceMs }: Class<T>) =>
        now - (expired.first()?.expiredAt ?? now + 1) >= graceMs &&
        turn.takesRefusal(priority, sliceMs, now);
      const one = classes.findLast(isDue);
      if (one) waiting -= 1;
      return one?.expired.shift();
    },
    leave(priority, bytes, now, tookMs) {
      const one = classOf(priority);
      one.running -= 1;
      one.bytesHeld -= bytes;
      one.ended += 1;
      one.tookMs += tookMs;
      if (now - one.reckonedAt >= reckonedMs) reckon(one, now);
    },
    pause(priority) {
      classOf(priority).running -= 1;
    },
    resume(priority) {
      classOf(priority).running += 1;
    },
    abandon(priority, bytes) {
      classOf(priority).bytesHeld -= bytes;
    },
    restore() {
      for (const one of classes) one.placesNow = one.places;
    },
    isRunnable: (now) => waiting > 0 && isSomeRunnable(classes, turn.restMs(now) > 0, now),
    waiting: (priority) => (priority ? waitingIn(classOf(priority)) : waiting),
    running: (priority) => classOf(priority).running,
    patienceMs: (priority, now) => patienceOf(classOf(priority), now),
  };
}

function enter(one: Room, bytes: number): void {
  one.running += 1;
  one.bytesHeld += bytes;
}

const waitingIn = <T>({ queue, hasty, expired }: Class<T>) =>
  queue.size() + hasty.size() + expired.size();

/** Does someone wait who comes before, or as early? */
function isBehind<T>(classes: readonly Class<T>[], one: Class<T>, own: Class<T>['queue']): boolean {
  for (const before of classes) {
    if (before.queue.size() > 0) return true;
    if (before === one && own === one.queue) return false;
    if (before.hasty.size() > 0) return true;
    if (before === one) return false;
  }
  return false;
}

function isReady<T>(one: Class<T>, now: number): boolean {
  const first = firstOf(one, now) ?? lastLate(one, now);
  return first !== undefined && hasPlace(one, first.bytes);
}

function isSomeRunnable<T>(classes: readonly Class<T>[], isRest: boolean, now: number): boolean {
  return classes.some((one) => (!isRest || isForPage(one.priority)) && isReady(one, now));
}

/** Has a class waited for a turn for longer than it has to? */
function isOwed<T>(one: Class<T>, now: number): boolean {
  return now - Math.max(one.begunAt, one.emptyAt) >= one.owedMs && isReady(one, now);
}

/** Takes who is to run next: the first in time or, rather than nobody, the last who is too late. */
function take<T>(one: Class<T>, now: number): Waiting<T> | undefined {
  if (!firstOf(one, now)) return one.expired.pop();
  return shift(one, one.queue.size() > 0 ? one.queue : one.hasty, now);
}

/** Who came too late last, while somebody may still want the answer. */
function lastLate<T>(one: Class<T>, now: number): Waiting<T> | undefined {
  const last = one.expired.last();
  return last && now - last.since <= 2 * one.patienceMs ? last : undefined;
}

/** The first of a class that has not waited for too long; those who have go to the expired. */
const firstOf = <T>(one: Class<T>, now: number) =>
  firstIn(one, one.queue, now) ?? firstIn(one, one.hasty, now);

function firstIn<T>(one: Class<T>, queue: Class<T>['queue'], now: number): Waiting<T> | undefined {
  for (let first = queue.first(); first; first = queue.first()) {
    const patienceMs = queue === one.hasty ? one.hastyPatienceMs : patienceOf(one, now);
    if (now - first.since <= patienceMs) return first;
    shift(one, queue, now);
    one.expired.push({ ...first, expiredAt: now });
  }
  return undefined;
}

function patienceOf<T>(one: Class<T>, now: number): number {
  const stands = one.queue.size() > 0 && now - one.emptyAt > one.standingMs;
  return stands ? one.standingPatienceMs : one.patienceMs;
}

function shift<T>(one: Class<T>, queue: Class<T>['queue'], now: number): Waiting<T> | undefined {
  const first = queue.shift();
  if (one.queue.size() === 0) one.emptyAt = now;
  return first;
}

function openClass<T>(priority: Priority, limits: ClassLimits): Class<T> {
  return {
    ...limits,
    priority,
    queue: createQueue(),
    hasty: createQueue(),
    expired: createQueue(),
    running: 0,
    bytesHeld: 0,
    placesNow: limits.places,
    reckonedAt: 0,
    ended: 0,
    tookMs: 0,
    wasFull: false,
    emptyAt: 0,
    begunAt: 0,
  };
}

/** A body larger than the class may hold has the class to itself. */
function hasPlace(one: Room, bytes: number): boolean {
  if (one.running >= one.placesNow) {
    one.wasFull = true;
    return false;
  }
  return one.bytesHeld === 0 || one.bytesHeld + bytes <= one.bytes;
}

/** Fewer places where answers took too long, more where they did not and places were short. */
function reckon(one: Room, now: number): void {
  const isSlow = one.tookMs / one.ended > one.aimMs;
  if (isSlow) {
    const held = Math.min(one.placesNow, Math.max(one.running, one.leastPlaces));
    one.placesNow = Math.max(one.leastPlaces, Math.floor(held * shrinkBy));
  } else if (one.wasFull) {
    one.placesNow = Math.min(one.places, Math.ceil(one.placesNow * growBy));
  }
  one.reckonedAt = now;
  one.ended = 0;
  one.tookMs = 0;
  one.wasFull = false;
}
