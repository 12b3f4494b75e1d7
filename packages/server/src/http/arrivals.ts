// Bodies on their way: one that stalls or takes too long is cut, and each of them at the stop.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorCode } from '@attune/contract';
import type { App } from './app.ts';
import { isNdjson } from './body.ts';
import { traceIdOf } from './trace.ts';
import { answerOnSocket } from './unreadable.ts';

export interface ArrivalLimits {
  /** Without a byte from the sender. */
  readonly idleMs: number;
  /** For the whole of a body, unless it is NDJSON, which may be millions of lines. */
  readonly wholeMs: number;
  /** For what is still arriving when the server begins to stop. */
  readonly stopMs: number;
}

export const arrivalLimits: ArrivalLimits = { idleMs: 30_000, wholeMs: 60_000, stopMs: 3_000 };

interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly since: number;
  heardAt: number;
  bytes: number;
}

interface Cut {
  readonly code: ErrorCode;
  readonly detail: string;
}

/**
 * Holds every body to the limits. Its sender is answered 408, or 503 at the stop, unless the answer
 * was begun already; its reader finds that it was cut off, and the connection ends.
 */
export function limitArrivals(app: App, limits: ArrivalLimits): void {
  const arrivals = new Set<Arrival>();
  let stopAt = Number.POSITIVE_INFINITY;
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
    if (length === '0' && coding === undefined) return;
    const now = performance.now();
    const { bytesRead: bytes } = request.socket;
    const arrival = { request, response, since: now, heardAt: now, bytes };
    arrivals.add(arrival);
    request.once('close', () => arrivals.delete(arrival));
  });
  const sweep = () => {
    const now = performance.now();
    for (const arrival of arrivals) {
      if (arrival.request.complete) arrivals.delete(arrival);
      else if (now >= stopAt) cut(arrival, { code: 'not_ready', detail: 'The server stops.' });
      else {
        const late = lateness(arrival, now, limits);
        if (late) cut(arrival, { code: 'request_timeout', detail: late });
      }
    }
  };
  const sweeping = setInterval(sweep, Math.min(...Object.values(limits)) / 6).unref();
  app.addHook('preClose', async () => {
    stopAt = performance.now() + limits.stopMs;
  });
  app.addHook('onClose', async () => clearInterval(sweeping));
}

/** Why a body is to be cut now, if it is. */
function lateness(arrival: Arrival, now: number, limits: ArrivalLimits): string | undefined {
  const { request, since } = arrival;
  const { bytesRead } = request.socket;
  // While something waits to be read, it may be us who keep the sender from sending more.
  if (bytesRead !== arrival.bytes || request.readableLength > 0) {
    arrival.bytes = bytesRead;
    arrival.heardAt = now;
  }
  if (now - arrival.heardAt >= limits.idleMs) {
    return `Nothing of the body arrived for ${limits.idleMs / 1000} s; nothing was changed.`;
  }
  if (now - since < limits.wholeMs || isNdjson(request)) return undefined;
  return `The body did not arrive within ${limits.wholeMs / 1000} s; nothing was changed.`;
}

function cut({ request, response }: Arrival, why: Cut): void {
  const { socket } = request;
  if (!response.headersSent && socket.writable) {
    answerOnSocket(socket, { ...why, traceId: traceIdOf(request) });
  }
  // A sender who does not hang up would hold the connection, and what reads from it.
  socket.destroySoon();
}
