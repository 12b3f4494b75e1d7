// Slow connections: who sends or reads too slowly is cut off, a few at a time.
//
// One watch goes over all connections; it costs a look at each, four times a second, whatever they
// ask. Who is cut is answered where that still makes sense. Thousands that stall together are cut
// over some hundred milliseconds, so that nobody else waits for their end. A crowd of connections
// is given less time than a few are: most of them are there to be slow.
import type { Socket } from 'node:net';
import type { ErrorCode } from '@attune/contract';
import type { Metrics } from '../log/metrics.ts';
import { countUnasked, noteCrowd } from './anteroom.ts';
import type { App } from './app.ts';
import type { ArrivalLimits } from './arrival-limits.ts';
import { sendsLines } from './body.ts';
import { openedAtOf } from './guest.ts';
import { type Last, lastOf } from './last.ts';
import type { HttpRequest } from './plain/exchange.ts';
import { createQueue } from './queue.ts';
import { newTraceId, traceIdOf } from './trace.ts';
import { answerOnSocket } from './unreadable.ts';

/** Looked at in one go: about half a millisecond. */
const lookedAtOnce = 500;
/** Thousands that are due together are cut in slices: nobody else waits for longer than one. */
const cutSliceMs = 0.25;
const betweenCutsMs = 2;
/** Where turns are long, so much of the time: a busy node must not be slow to get rid of them. */
const cutShare = 0.15;
const mostCutSliceMs = 4;
/** Where so many wait to be cut, or in a crowd, an answer each would cost others too much. */
const mostAnswered = 200;

/** What the watch remembers of a connection. */
interface Watched {
  readonly socket: Socket;
  readonly last: Last;
  /** What is waited for, of which request, since when, and how far it has come. */
  phase: Phase;
  of: HttpRequest | undefined;
  since: number;
  pacedAt: number;
  pacedBytes: number;
  isCut: boolean;
}

type Phase = 'headers' | 'body' | 'reader' | 'answer' | 'idle';

interface Cut {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly phase: Phase;
  /** The end of every connection that is not used any more, and nothing to look into. */
  readonly isUsual?: boolean;
}

/**
 * Holds every connection to the limits. Who is cut is answered 408, or 503 at the stop, unless the
 * answer was begun already or there is a crowd; the reader of a body finds that it was cut off.
 */
export function limitArrivals(app: App, metrics: Metrics, limits: ArrivalLimits): void {
  const all = new Set<Watched>();
  let stopAt = Number.POSITIVE_INFINITY;
  let crowdedUntil = Number.NEGATIVE_INFINITY;
  let packedUntil = Number.NEGATIVE_INFINITY;
  let uploads = 0;
  app.server.on('connection', (socket: Socket) => {
    const watched = watch(socket);
    all.add(watched);
    socket.once('close', () => all.delete(watched));
  });

  const due = createQueue<readonly [Watched, Cut]>();
  let cutting: NodeJS.Timeout | undefined;
  let cutAt = 0;
  const cutSome = () => {
    const began = performance.now();
    const end = began + Math.min(Math.max(cutSliceMs, cutShare * (began - cutAt)), mostCutSliceMs);
    for (let next = due.shift(); next; next = performance.now() < end ? due.shift() : undefined) {
      const [watched, why] = next;
      if (isSpared(watched, why)) continue;
      if (!why.isUsual) metrics.connectionsCut.inc({ waited_for: why.phase });
      if (began < crowdedUntil || due.size() > mostAnswered) watched.socket.destroy();
      else cut(watched, why);
    }
    cutAt = performance.now();
    cutting = due.size() > 0 ? cutLater(betweenCutsMs) : undefined;
  };
  // Right after the loop has read what has come: who asks at the last moment is seen to have asked.
  const cutLater = (ms: number) => setTimeout(() => setImmediate(cutSome), ms);

  const look = (iterator: Iterator<Watched>, counted: number) => {
    const now = performance.now();
    const open = all.size + countUnasked(app.server);
    if (open > limits.connectionCrowd) crowdedUntil = now + limits.crowdMs;
    if (open > limits.packedCrowd) packedUntil = now + limits.crowdMs;
    noteCrowd(app.server, crowdedUntil);
    let crawling = counted;
    for (let looked = 0; looked < lookedAtOnce; looked += 1) {
      const { value: watched, done } = iterator.next();
      if (done) {
        uploads = crawling;
        return;
      }
      const why = reasonToCut(watched, now, limits, {
        stops: now >= stopAt,
        isCrowd: now < crowdedUntil,
        isPacked: now < packedUntil,
        uploads,
      });
      if (watched.phase === 'body' && isOfLines(watched)) crawling += 1;
      if (why && !watched.isCut) {
        watched.isCut = true;
        due.push([watched, why]);
        if (cutting) continue;
        cutAt = now;
        cutting = cutLater(0);
      }
    }
    setImmediate(look, iterator, crawling);
  };
  const shortest = Math.min(limits.headersMs, limits.paceMs, limits.stopMs);
  const looking = setInterval(() => look(all.values(), 0), Math.min(250, shortest / 6)).unref();
  app.addHook('preClose', async () => {
    stopAt = performance.now() + limits.stopMs;
  });
  app.addHook('onClose', async () => {
    clearInterval(looking);
    clearTimeout(cutting);
  });
}

function watch(socket: Socket): Watched {
  const now = openedAtOf(socket);
  return {
    socket,
    last: lastOf(socket),
    phase: 'headers',
    of: undefined,
    since: now,
    pacedAt: now,
    pacedBytes: 0,
    isCut: false,
  };
}

interface Surroundings {
  readonly stops: boolean;
  /** Are there very many connections, or were there just now? */
  readonly isCrowd: boolean;
  /** So many that even callers with a key are in the way while they are idle? */
  readonly isPacked: boolean;
  readonly uploads: number;
}

/** Why a connection is to be cut now, if it is. Remembers how far it has come. */
function reasonToCut(
  watched: Watched,
  now: number,
  limits: ArrivalLimits,
  { stops, isCrowd, isPacked, uploads }: Surroundings,
): Cut | undefined {
  const { socket } = watched;
  const { request, isKnown } = watched.last;
  const phase = phaseOf(watched);
  const isReader = phase === 'reader';
  const progress = isReader ? socket.bytesWritten - unreadBytes(socket) : socket.bytesRead;
  const isOther = phase !== watched.phase || (request !== watched.of && !isReader);
  if (isOther) {
    // Else a byte now and then would keep a connection for as long again; and who reads none of
    // fifty answers, all of which the kernel has taken, would have it all once more.
    const isAgain = isCrowd && phase === 'headers';
    const from = isAgain ? now - limits.crowdMs + limits.againMs : now;
    begin(watched, phase, from, progress);
  }
  const mostMs = isCrowd ? limits.crowdMs : Number.POSITIVE_INFINITY;
  const { since } = watched;
  if (phase === 'answer') return undefined;
  if (phase === 'idle') {
    const isHurried = isPacked || (isCrowd && !isKnown);
    return now - since >= (isHurried ? limits.crowdMs : limits.idleMs)
      ? { code: 'request_timeout', detail: 'Idle.', phase, isUsual: !isHurried }
      : undefined;
  }
  if (stops) return { code: 'not_ready', detail: 'The server stops.', phase };
  if (phase === 'headers') {
    const headersMs = Math.min(limits.headersMs, mostMs);
    if (now - since < headersMs) return undefined;
    const detail = `The headers did not arrive within ${headersMs / 1000} s.`;
    return { code: 'request_timeout', detail, phase };
  }
  const isLines = phase === 'body' && isOfLines(watched);
  const isAtLeisure = isLines && uploads <= limits.crowd;
  const paceMs = isAtLeisure ? limits.linesPaceMs : Math.min(limits.paceMs, mostMs);
  const least = isLines ? limits.linesLeastBytes : limits.leastBytes;
  // While something waits to be read, it may be us who keep the sender from sending more.
  const isOurs = phase === 'body' && (request?.readableLength !== 0 || socket.isPaused());
  if (isOurs || progress - watched.pacedBytes >= least) {
    watched.pacedAt = now;
    watched.pacedBytes = progress;
  }
  if (now - watched.pacedAt >= paceMs) return tooSlow(phase, least, paceMs);
  if (isReader || isLines || now - since < limits.wholeMs) return undefined;
  const detail = `The body did not arrive within ${limits.wholeMs / 1000} s; nothing was changed.`;
  return { code: 'request_timeout', detail, phase };
}

function tooSlow(phase: Phase, leastBytes: number, paceMs: number): Cut {
  const what = phase === 'body' ? 'The body arrives' : 'The answer is read';
  const pace = `${leastBytes / 1024} KiB in ${paceMs / 1000} s`;
  const detail = `${what} too slowly: less than ${pace}; nothing was changed.`;
  return { code: 'request_timeout', detail, phase };
}

function begin(watched: Watched, phase: Phase, now: number, progress: number): void {
  watched.phase = phase;
  watched.of = watched.last.request;
  watched.since = now;
  watched.pacedAt = now;
  watched.pacedBytes = progress;
}

/** Does a connection send lines, which may have to be made first? */
const isOfLines = ({ last: { request } }: Watched) => request !== undefined && sendsLines(request);

/** What a connection keeps us waiting for. */
function phaseOf({ socket, last, of, phase, pacedBytes }: Watched): Phase {
  const { request, response, before } = last;
  if (request === undefined) return 'headers';
  if (unreadBytes(socket) > 0) return 'reader';
  // Whatever comes behind a request waits for the answer to it: it is not he who is slow.
  if (before && !before.writableFinished) return 'answer';
  if (!request.complete) return 'body';
  if (!response?.writableFinished) return 'answer';
  if (of !== request || (phase !== 'idle' && phase !== 'headers')) return 'idle';
  // Bytes that came after the answer are the next request's headers.
  return phase === 'headers' || socket.bytesRead > pacedBytes ? 'headers' : 'idle';
}

/**
 * Who has hurried up meanwhile is cut all the same: his time was over. But who was idle has kept
 * nobody waiting, and what he asks now is answered.
 */
function isSpared(watched: Watched, { phase }: Cut): boolean {
  const hasAsked = watched.last.request !== watched.of || phaseOf(watched) !== 'idle';
  watched.isCut = phase !== 'idle' || !hasAsked;
  return !watched.isCut;
}

/** What was given to a connection and has not left for the other side. */
function unreadBytes(socket: Socket): number {
  if (socket.writableLength === 0) return 0;
  // The stream counts whole writes; what the kernel has taken of one, only the handle tells.
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } };
  return Math.max(handle?.writeQueueSize ?? 0, 1);
}

function cut({ socket, last }: Watched, { code, detail, phase }: Cut): void {
  const { request, response } = last;
  if (socket.destroyed) return;
  // A connection that never said anything is told nothing; a reader who does not read cannot be.
  const isToBeTold = phase === 'headers' ? socket.bytesRead > 0 : !response?.headersSent;
  if (phase === 'reader' || phase === 'idle') socket.destroy();
  else if (isToBeTold && socket.writable) {
    const traceId = request && phase === 'body' ? traceIdOf(request) : newTraceId();
    answerOnSocket(socket, { code, detail, traceId });
  }
  // A sender who does not hang up would hold the connection, and what reads from it.
  socket.destroySoon();
}
