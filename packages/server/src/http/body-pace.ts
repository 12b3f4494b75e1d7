// Ends bodies that do not move: a JSON body is here within its time, a streamed one has a pace.
//
// Node bounds headers and the whole of a request; an upload of millions of items takes as long as
// its sender needs, so that its pace has to be looked at. Slow readers are the reverse proxy's.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import type { Metrics } from '../log/metrics.ts';
import { hasBody, sendsLines } from './body.ts';

export interface BodyPaceLimits {
  /** Milliseconds for the whole of a body that is read into memory. */
  readonly wholeMs: number;
  /** Milliseconds for each `leastBytes` of a body that is read as a stream. */
  readonly paceMs: number;
  readonly leastBytes: number;
  /** Milliseconds for what is still arriving once the server has stopped listening. */
  readonly stopMs: number;
}

const bodyPaceLimits: BodyPaceLimits = {
  wholeMs: 60_000,
  paceMs: 30_000,
  leastBytes: 16 * 1024,
  stopMs: 3_000,
};

export interface BodyPace {
  /** Watches over the body of a request that has come, where it is not here with it. */
  readonly watch: (request: FastifyRequest, reply: FastifyReply) => void;
  readonly stop: () => void;
}

interface Watched {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly isStream: boolean;
  pacedAt: number;
  pacedBytes: number;
}

const looksPerLimit = 6;
const longestLookMs = 1_000;

/** Starts the watch; each late sender is answered 408 `request_timeout` and let go of. */
export function watchBodies(metrics: Metrics, limits: BodyPaceLimits = bodyPaceLimits): BodyPace {
  const { wholeMs, paceMs, leastBytes, stopMs } = limits;
  let stoppedAt: number | undefined;
  const underWay = new Set<Watched>();
  const look = () => {
    const now = performance.now();
    for (const one of underWay) {
      const { raw, server } = one.request;
      if (!server.server.listening) stoppedAt ??= now;
      const isStopped = stoppedAt !== undefined && now - stoppedAt >= stopMs;
      if (raw.complete || raw.destroyed) underWay.delete(one);
      else if (isStopped || isLate(one, now)) {
        underWay.delete(one);
        if (!isStopped) metrics.slowBodies.inc();
        end(one, isStopped ? new ApiError('not_ready', 'The server stops.') : tooSlow(one));
      }
    }
  };
  const isLate = (one: Watched, now: number) => {
    // Refused already, behind an earlier request of the connection that is still worked on.
    if (one.reply.sent && !one.reply.raw.writableFinished) one.pacedAt = now;
    if (!one.isStream) return now - one.pacedAt >= wholeMs;
    const { raw } = one.request;
    const { bytesRead } = raw.socket;
    // While something waits to be read, we may be what keeps the sender from sending more.
    if (raw.readableLength > 0 || bytesRead - one.pacedBytes >= leastBytes) {
      one.pacedAt = now;
      one.pacedBytes = bytesRead;
    }
    return now - one.pacedAt >= paceMs;
  };
  const tooSlow = ({ isStream }: Watched) => {
    const bound = isStream
      ? `less than ${leastBytes / 1024} KiB in ${paceMs / 1000} s`
      : `not whole within ${wholeMs / 1000} s`;
    return new ApiError('request_timeout', `The body came too slowly: ${bound}.`);
  };
  const watchRest = (request: FastifyRequest, reply: FastifyReply) => {
    if (request.raw.complete || request.raw.destroyed) return;
    const { bytesRead } = request.raw.socket;
    const isStream = sendsLines(request);
    underWay.add({ request, reply, isStream, pacedAt: performance.now(), pacedBytes: bytesRead });
  };
  const everyMs = Math.min(Math.min(wholeMs, paceMs, stopMs) / looksPerLimit, longestLookMs);
  const looking = setInterval(look, everyMs).unref();
  return {
    watch(request, reply) {
      // Once the turn has read what there is: most bodies are here with their heads. If they were
      // kept until the next look, they would grow old, and be costly to collect.
      if (hasBody(request)) setImmediate(watchRest, request, reply);
    },
    stop: () => clearInterval(looking),
  };
}

/** Answers that the rest of a body is not waited for, and ends the handler's read of it. */
function end({ request, reply }: Watched, error: ApiError): void {
  const { raw } = request;
  raw.socket.once('close', () => raw.destroy(error));
  if (reply.sent) raw.socket.destroySoon();
  else reply.header('connection', 'close').send(error);
}
