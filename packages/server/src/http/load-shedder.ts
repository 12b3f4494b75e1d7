// Sheds load by priority: what a node cannot answer soon is refused before any work goes into it.
//
// It is the first onRequest hook that refuses anything: after routing, so that the route's config
// says the priority, and before authentication and body. Each priority has a limit of requests
// under way and a bounded queue with a deadline. Decisions are made without waiting, so that a
// count alone would never bind: a budget of each turn of the event loop does. ADR 0011.
import type { Priority } from '@attune/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import type { App } from './app.ts';
import { hasBody, sendsLines } from './body.ts';
import type { LoadLimits } from './load-limits.ts';
import { createLoadQueues, type LoadQueues, type Queue } from './load-queues.ts';

interface Entry {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly done: (error?: ApiError) => void;
}

export interface LoadShedderOptions {
  readonly limits: LoadLimits;
  /** Called for each request that a page waits for. */
  readonly onPageRequest: () => void;
  readonly onShed: (priority: Priority) => void;
  readonly onWaiting: (count: number) => void;
}

/** Begun in one go; what they do at once is done before the next ones begin. */
const batch = 16;
/** How often deadlines are looked at while everything that waits lacks a place. */
const lookMs = 10;
/** What a body may come to that does not say how long it is, and what is too small to count. */
const unknownBytes = 1024 * 1024;
const smallBytes = 4 * 1024;

/** Does a page wait for it? */
const isForPage = (priority: Priority) => priority === 'choose' || priority === 'userprofile';

/** Adds the hook. A route without a priority, such as `/healthz`, is never refused. */
export function shedLoad(app: App, options: LoadShedderOptions): void {
  const { limits, onPageRequest } = options;
  const queues = createLoadQueues<Entry>(limits);
  const refuse = ({ priority, retryAfterSeconds }: Queue<Entry>, { done }: Entry) => {
    options.onShed(priority);
    const headers = { 'retry-after': String(retryAfterSeconds) };
    const detail = 'More is requested than can be answered at the moment; try again soon.';
    done(new ApiError('overloaded', detail, { headers }));
  };
  const begin = (queue: Queue<Entry>, entry: Entry, bytes: number) => {
    followPlace(queue, entry, () => {
      queues.leave(queue, bytes);
      if (queues.waiting() > 0) drainSoon();
    });
    entry.done();
  };
  const drainSoon = drainer(queues, begin, refuse, options.onWaiting);
  app.server.on('connection', () => queues.accepted());

  app.addHook('onRequest', (request, reply, done) => {
    const priority = request.is404 ? 'management' : request.routeOptions.config.priority;
    if (!priority) return done();
    const now = performance.now();
    if (isForPage(priority)) onPageRequest();
    const entry: Entry = { request, reply, done };
    if (queues.arrive(priority, entry, bodyBytesOf(request), now)) drainSoon();
    else refuse(queues.queueOf(priority), entry);
  });
}

/**
 * Gives back a request's place when its answer has left, or its connection is gone. A body that is
 * still on its way takes no place meanwhile: it may be slow on purpose.
 */
function followPlace<T>(queue: Queue<T>, { request, reply }: Entry, leave: () => void): void {
  let hasPlace = true;
  reply.raw.once('close', () => {
    if (!hasPlace) queue.underWay += 1;
    leave();
  });
  if (!hasBody(request)) return;
  process.nextTick(() => {
    if (request.raw.complete || reply.raw.writableEnded || request.raw.destroyed) return;
    hasPlace = false;
    queue.underWay -= 1;
    request.raw.once('end', () => {
      if (reply.raw.destroyed) return;
      hasPlace = true;
      queue.underWay += 1;
    });
  });
}

/**
 * Returns the function that begins what waits, or refuses it, once a turn of the event loop has
 * read what has arrived: only then it is known what comes first.
 */
function drainer(
  queues: LoadQueues<Entry>,
  begin: (queue: Queue<Entry>, entry: Entry, bytes: number) => void,
  refuse: (queue: Queue<Entry>, entry: Entry) => void,
  onWaiting: (count: number) => void,
): () => void {
  let isDue = false;
  let isLooking = false;

  function drainSoon(): void {
    if (isDue) return;
    isDue = true;
    setImmediate(drain);
  }

  function drain(): void {
    isDue = false;
    const now = performance.now();
    queues.beginTurn(now);
    if (queues.waiting() === 0) return;
    for (let late = queues.late(now); late; late = queues.late(now)) {
      if (!late.one.work.reply.raw.destroyed) refuse(late.queue, late.one.work);
    }
    beginNext();
  }

  function beginNext(): void {
    for (let begun = 0; begun < batch; begun += 1) {
      const next = queues.next(performance.now());
      if (!next) {
        lookLater();
        return;
      }
      const { queue, one } = next;
      if (one.work.reply.raw.destroyed) queues.leave(queue, one.bytes);
      else begin(queue, one.work, one.bytes);
    }
    // Behind what those do in microtasks and ticks, which is part of what they cost.
    queueMicrotask(() => process.nextTick(beginNext));
  }

  /** What lacks budget begins in the next turn; what lacks a place, when one is given back. */
  function lookLater(): void {
    onWaiting(queues.waiting());
    if (queues.mayBegin()) drainSoon();
    else if (queues.waiting() > 0 && !isLooking) {
      isLooking = true;
      setTimeout(() => {
        isLooking = false;
        drainSoon();
      }, lookMs);
    }
  }

  return drainSoon;
}

/** Small bodies are bounded by the places, and lines are read as they come. */
function bodyBytesOf(request: FastifyRequest): number {
  if (!hasBody(request)) return 0;
  const { 'content-length': length } = request.headers;
  const bytes = length === undefined ? unknownBytes : Number(length);
  return bytes <= smallBytes || sendsLines(request) ? 0 : bytes;
}
