// How a server stops without a failed request: it reports that, stops listening in a quiet turn of
// the event loop, and stays until its connections have been silent.
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Of each server that stops: when a client last was heard, at the earliest as it began to stop. */
const leaving = new WeakMap<Server, number>();
const heardAt = (server: Server) => leaving.get(server)!;

/** After so long, connections are cut whatever happens on them. */
const longestMs = 10_000;
const mostLooks = 500;
/**
 * How long a quiet turn of the event loop takes at first, and after how many looks it may take
 * twice as long.
 */
const quietMs = 0.2;
const looksPerDoubling = 50;
const sweepMs = 50;

/** Is the server about to stop? A load balancer should send it nothing more. */
export const isLeaving = (server: Server): boolean => leaving.has(server);

/** From now on every answer is the last one of its connection; all are answered as ever. */
export function beginToLeave(server: Server): void {
  if (isLeaving(server)) return;
  leaving.set(server, Number.NEGATIVE_INFINITY);
  const hear = () => void leaving.set(server, performance.now());
  // A client that is connected may be about to ask.
  server.getConnections((_error, count) => count > 0 && hear());
  server.on('connection', hear);
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    hear();
    response.setHeader('connection', 'close');
  });
}

/**
 * Takes no more connections, and ends the idle ones once nothing has arrived for `silentMs`; what
 * is under way is answered. Resolves when all are gone.
 *
 * A connection that the kernel has accepted for us would be reset: the listener is closed right
 * after a turn of the event loop that found nothing to read. A request that arrives on an idle
 * connection as that ends would be lost as well: connections in use go on until each has had its
 * last answer, and only the unused ones end without one.
 */
export async function leave(server: Server, silentMs: number): Promise<void> {
  if (!server.listening) return;
  beginToLeave(server);
  await untilQuiet(server);
  // To Node a connection without a request is idle, and `close` of an HTTP server ends those.
  NetServer.prototype.close.call(server);
  const gone = once(server, 'close');
  const sweep = () => {
    if (performance.now() - heardAt(server) >= silentMs) server.closeIdleConnections();
  };
  // Right after the loop has read what has come.
  const sweeping = setInterval(() => setImmediate(sweep), sweepMs);
  const cutting = setTimeout(() => server.closeAllConnections(), longestMs);
  sweep();
  await gone;
  clearInterval(sweeping);
  clearTimeout(cutting);
}

/** Resolves right after a turn of the event loop that brought neither connection nor request. */
async function untilQuiet(server: Server): Promise<void> {
  for (let looks = 0; looks < mostLooks; looks++) {
    await delay(1);
    const since = performance.now();
    // One turn of the event loop, which takes what waits at every socket.
    await new Promise(setImmediate);
    const quietEnough = quietMs * 2 ** Math.floor(looks / looksPerDoubling);
    if (heardAt(server) < since && performance.now() - since < quietEnough) return;
  }
}
