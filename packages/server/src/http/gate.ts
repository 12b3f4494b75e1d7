// The gate before the router: lets requests in by priority, refuses what a node cannot answer.
//
// It knows the event loop. In the calm it costs a look-up, three clock readings and a few counters:
// what a turn of the loop has read is let in together, a cohort at a time.
// Under load, work begins in the order of its priority and in slices, between which the loop reads
// what has arrived; what waited for too long is refused without having been routed, authenticated
// or read. A client is not read again before it is answered, so that refusals a little later, and
// only as many of them as a slice has time for, are what keeps a flood from costing the rest.
import type { Priority } from '@attune/contract';
import type { Context } from '../context.ts';
import { type Admission, createAdmission } from './admission.ts';
import type { AdmissionLimits } from './admission-limits.ts';
import { awakeClock } from './awake.ts';
import { sendsLines } from './body.ts';
import { cohortMost } from './cohort.ts';
import { isHasty, noteRefusal } from './last.ts';
import { answerOverloaded, retryAfter } from './overloaded.ts';
import type { Handler, HttpRequest, HttpResponse } from './plain/exchange.ts';
import { type Rank, rankOf } from './rank.ts';
import { isForPage } from './turn.ts';

interface Visit {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  readonly rank: Rank;
}

/** Who is let in last. */
export const lastPriority: Priority = 'management';
/** So many of them wait here; more that come with a connection of their own wait before it. */
const lastWaiting = 4;

/** Of each turn for refusals at most; for those that have been due for the grace as well. */
const refusalSliceMs = 1;
const overdueSliceMs = 4;
const graceMs = 200;
/** While all who wait do so for others to end, somebody has to look at the time. */
const idleLookMs = 10;
/** What a body may come to that does not say how long it is. */
const unknownBytes = 1024 * 1024;
/** What is so small does not count. */
const smallBytes = 64 * 1024;

/** A handler with the gate before it, and how full it is there. */
export interface Gate {
  readonly answer: Handler;
  /** Do as many wait whom no page waits for as should wait here? */
  readonly isFull: () => boolean;
  /** How long they wait before they are refused, and how many may elsewhere. */
  readonly patienceMs: () => number;
  readonly mostWaiting: number;
}

/** Puts the gate before a handler. */
export function guard(
  { log, metrics, snapshots, turns }: Pick<Context, 'log' | 'metrics' | 'snapshots' | 'turns'>,
  limits: AdmissionLimits,
  handle: Handler,
): Gate {
  const admission = createAdmission<Visit>(limits);
  const look = awakeClock(() => performance.now());
  const enter = (visit: Visit, bytes: number, at: number) => {
    const { request, response, rank } = visit;
    const arrival = { isPaused: false, at };
    response.on('close', () => {
      const now = look();
      if (arrival.isPaused) admission.abandon(rank.priority, bytes);
      else admission.leave(rank.priority, bytes, now, now - arrival.at);
      drainSoon(now);
    });
    handle(request, response);
    if (!request.complete && hasBody(request))
      process.nextTick(pauseUnlessComplete, admission, look, visit, arrival);
  };
  const refuse = refuserOf(log, metrics, look);
  const drainSoon = drainOf(admission, look, {
    begin: () => {
      // Who waits for a database that is away decides without it, and holds nobody up.
      if (!snapshots.isConfirmed()) admission.restore();
      takeCohort();
    },
    enter,
    refuse,
    end: () => metrics.requestsWaiting.set(admission.waiting()),
  });
  let arrived: Visit[] = [];
  const takeCohort = () => {
    const cohort = arrived;
    arrived = [];
    for (const visit of cohort) admit(visit);
  };
  const admit = (visit: Visit) => {
    // He hung up, and is told nothing.
    if (visit.response.destroyed) return;
    const { priority } = visit.rank;
    const now = look();
    const bytes = bytesOf(visit.request);
    const verdict = admission.arrive(visit, priority, bytes, now, isHasty(visit.request, now));
    if (verdict === 'run') enter(visit, bytes, now);
    else if (verdict === 'refuse') refuse(visit);
    else drainSoon(now);
  };
  let isTurnOpen = false;
  const endTurn = () => {
    isTurnOpen = false;
    takeCohort();
  };
  const answer: Handler = (request, response) => {
    const rank = rankOf(request);
    if (!rank) {
      handle(request, response);
      return;
    }
    if (!isTurnOpen) {
      isTurnOpen = true;
      admission.turn.begin(look());
      setImmediate(endTurn);
    }
    if (isForPage(rank.priority)) turns.pageAsked();
    if (arrived.push({ request, response, rank }) === cohortMost) queueMicrotask(takeCohort);
  };
  return {
    answer,
    isFull: () => admission.waiting(lastPriority) >= lastWaiting,
    patienceMs: () => admission.patienceMs(lastPriority, look()),
    mostWaiting: limits[lastPriority].waiting,
  };
}

/** Gives what refuses a visit, and says until when. */
function refuserOf(
  log: Context['log'],
  metrics: Context['metrics'],
  look: () => number,
): (visit: Visit) => void {
  const shed = new Map<Priority, number>();
  // Counting each by itself would cost as much as the refusal.
  const tell = () => {
    for (const [priority, count] of shed) metrics.requestsShed.inc({ class: priority }, count);
    shed.clear();
  };
  return ({ request, response, rank }) => {
    const { priority } = rank;
    if (shed.size === 0) setImmediate(tell);
    shed.set(priority, (shed.get(priority) ?? 0) + 1);
    noteRefusal(request, look() + 1000 * retryAfter[priority]);
    if (!response.destroyed) answerOverloaded(log, request, response, rank);
  };
}

/** A request of which some has been read: since when it is worked on, or that it is not yet. */
interface ArrivalState {
  isPaused: boolean;
  at: number;
}

/** Whose body is still on its way takes nobody's place: it may be slow on purpose. */
function pauseUnlessComplete(
  admission: Admission<Visit>,
  look: () => number,
  { request, response, rank }: Visit,
  arrival: ArrivalState,
): void {
  if (request.complete || response.writableEnded || request.destroyed) return;
  admission.pause(rank.priority);
  arrival.isPaused = true;
  request.once('end', () => {
    if (response.destroyed) return;
    admission.resume(rank.priority);
    arrival.isPaused = false;
    arrival.at = look();
  });
}

interface Steps {
  readonly begin: () => void;
  readonly enter: (visit: Visit, bytes: number, now: number) => void;
  readonly refuse: (visit: Visit) => void;
  readonly end: () => void;
}

/**
 * Gives the function that lets in or refuses those who wait: once a turn while somebody may begin,
 * else, as in a rest, a few times in a while.
 */
function drainOf(
  admission: Admission<Visit>,
  look: () => number,
  { begin, enter, refuse, end }: Steps,
): (now: number) => void {
  const { turn } = admission;
  let isDraining = false;
  let later: NodeJS.Timeout | undefined;

  function drainSoon(now: number): void {
    if (isDraining || admission.waiting() === 0) return;
    if (admission.isRunnable(now)) {
      clearTimeout(later);
      drainNext();
    } else later ??= setTimeout(drainLater, Math.min(turn.restMs(now) || idleLookMs, idleLookMs));
  }

  function drainLater(): void {
    // What has been read until now was of turns before this one.
    turn.begin(look());
    drainNext();
  }

  function drainNext(): void {
    isDraining = true;
    later = undefined;
    setImmediate(drain);
  }

  function drain(): void {
    // Takes what the turn has read: only then it is known whether it is a quiet one.
    begin();
    turn.beginRemainder(look());
    step();
  }

  /**
   * A cohort of those that pages wait for, or one other: what requests do in microtasks and ticks
   * is part of what they cost.
   */
  function step(): void {
    for (let nth = 0; nth < cohortMost; nth += 1) {
      const now = look();
      const one = admission.next(now);
      if (!one) {
        refuseLate();
        return;
      }
      if (one.work.response.destroyed) admission.leave(one.priority, one.bytes, now, 0);
      else enter(one.work, one.bytes, now);
      if (!isForPage(one.priority)) break;
    }
    queueMicrotask(stepLater);
  }
  const stepLater = () => process.nextTick(step);

  function refuseLate(): void {
    const began = look();
    for (let now = began; now - began < overdueSliceMs; now = look()) {
      const late = admission.late(now, now - began < refusalSliceMs ? 0 : graceMs);
      if (!late) break;
      refuse(late.work);
    }
    isDraining = false;
    end();
    drainSoon(look());
  }

  return drainSoon;
}

const hasBody = ({ headers }: HttpRequest) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/**
 * What a request's body may take of the memory while it is read. Small ones are bounded by the
 * places, and lines are read as they come.
 */
function bytesOf(request: HttpRequest): number {
  if (!hasBody(request)) return 0;
  const { 'content-length': length } = request.headers;
  const bytes = length === undefined ? unknownBytes : Number(length);
  return bytes <= smallBytes || sendsLines(request) ? 0 : bytes;
}
