// How a server leaves without a failed request: it says that it goes, and shuts its door when
// nobody is in it.
import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { letAllIn } from './anteroom.ts';
import { shutDoors } from './doors.ts';
import type { HttpRequest, HttpResponse } from './plain/exchange.ts';

/** Of each server that leaves: the connections that have come since and brought no request yet. */
const leaving = new WeakMap<Server, Set<Socket>>();

/** After that long, connections are cut whatever happens on them. */
const longestMs = 10_000;
/** Whoever has connected sends its request within that time. */
const firstRequestMs = 1_000;
const mostLooks = 500;
/** How long a quiet turn takes at first, and after how many looks it may take twice as long. */
const quietMs = 0.2;
const patience = 50;
/** Whoever has slept keeps its core for a turn, even where many want it. */
const sleepMs = 1;
const sweepMs = 50;

/** Is the server about to stop? Whoever balances loads should send it nothing more. */
export const isLeaving = (server: Server): boolean => leaving.has(server);

/** From now on every answer is the last one of its connection; all are answered as ever. */
export function beginToLeave(server: Server): void {
  if (leaving.has(server)) return;
  const unasked = new Set<Socket>();
  leaving.set(server, unasked);
  server.on('connection', (socket: Socket) => {
    unasked.add(socket);
    socket.once('close', () => unasked.delete(socket));
  });
  server.prependListener('request', ({ socket }: HttpRequest, response: HttpResponse) => {
    unasked.delete(socket);
    response.setHeader('connection', 'close');
  });
  // As if they had come just now.
  letAllIn(server);
}

/**
 * Takes no more connections, and ends the idle ones; what is under way goes on. A connection that
 * the kernel has taken for us, or a request that has come on an idle one, would be reset: so both
 * are looked for first, and the door is shut right after a look that found nothing to do.
 */
export async function shutTheDoor(server: Server): Promise<void> {
  if (!server.listening) return;
  beginToLeave(server);
  const unasked = leaving.get(server);
  await shutAnother();
  await untilQuiet(server);
  const shutAt = performance.now();
  shutDoors(server);
  shut(server);
  const sweep = () => {
    if (unasked?.size === 0 || performance.now() - shutAt > firstRequestMs) {
      server.closeIdleConnections();
    }
  };
  sweep();
  const sweeping = setInterval(sweep, sweepMs).unref();
  const cutting = setTimeout(() => server.closeAllConnections(), longestMs).unref();
  server.once('close', () => {
    clearInterval(sweeping);
    clearTimeout(cutting);
  });
}

/**
 * To Node a connection without a request is idle, and `close` of an HTTP server ends those: whoever
 * connected just now would be sent away while he speaks.
 */
const shut = (server: NetServer) => NetServer.prototype.close.call(server);

/** What runs for the first time takes a tenth of a millisecond, in which others connect. */
async function shutAnother(): Promise<void> {
  const another = new NetServer();
  // Where there is no descriptor left, there is none for others to connect with either.
  await new Promise<void>((resolve) => {
    another.once('error', () => resolve());
    another.listen(0, '127.0.0.1', resolve);
  });
  shut(another);
}

/** Resolves right after a turn of the event loop that brought neither connection nor request. */
async function untilQuiet(server: Server): Promise<void> {
  let arrivals = 0;
  const count = () => {
    arrivals += 1;
  };
  server.on('connection', count);
  server.on('request', count);
  for (let looks = 0; looks < mostLooks; looks++) {
    await delay(sleepMs);
    arrivals = 0;
    const since = performance.now();
    // One turn, which takes what waits at every socket.
    await new Promise(setImmediate);
    const isShort = performance.now() - since < quietMs * 2 ** Math.floor(looks / patience);
    if (arrivals === 0 && isShort) break;
  }
  server.off('connection', count);
  server.off('request', count);
}
