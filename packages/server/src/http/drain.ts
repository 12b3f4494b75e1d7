// How a server leaves without a failed request: it says that it goes, shuts its door when nobody is
// in it, and stays until those inside have gone quiet.
import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { letAllIn } from './anteroom.ts';
import { shutDoors } from './doors.ts';
import type { HttpRequest, HttpResponse } from './plain/exchange.ts';

/** Of each server that leaves: when the last connection or request has come since, if one has. */
const leaving = new WeakMap<Server, number>();
const heardAt = (server: Server) => leaving.get(server)!;

/** After that long, connections are cut whatever happens on them. */
const longestMs = 10_000;
/** Where nobody has connected or asked for so long, nobody is about to. */
const lullMs = 1_000;
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
  if (isLeaving(server)) return;
  leaving.set(server, Number.NEGATIVE_INFINITY);
  const hear = () => void leaving.set(server, performance.now());
  server.on('connection', hear);
  server.prependListener('request', (_request: HttpRequest, response: HttpResponse) => {
    hear();
    response.setHeader('connection', 'close');
  });
  // As if they had come just now.
  letAllIn(server);
}

/**
 * Takes no more connections, and ends the idle ones once nothing has been heard for a second; what
 * is under way is answered. Resolves when all are gone.
 *
 * A connection that the kernel has taken for us would be reset: so it is looked for first, and the
 * door is shut right after a look that found nothing to do. Whoever asks on an idle connection just
 * as it ends is not answered either: so those that are used go on until each has had its last
 * answer, and only those that nobody uses end without one.
 */
export async function leave(server: Server): Promise<void> {
  if (!server.listening) return;
  beginToLeave(server);
  // All but the last one: to shut them takes longer than to look.
  shutDoors(server);
  await shutAnother();
  await untilQuiet(server);
  shut(server);
  const gone = once(server, 'close');
  const sweep = () => {
    if (performance.now() - heardAt(server) >= lullMs) server.closeIdleConnections();
  };
  sweep();
  // Right after the loop has read what has come.
  const sweeping = setInterval(() => setImmediate(sweep), sweepMs);
  const cutting = setTimeout(() => server.closeAllConnections(), longestMs);
  await gone;
  clearInterval(sweeping);
  clearTimeout(cutting);
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
  for (let looks = 0; looks < mostLooks; looks++) {
    await delay(sleepMs);
    const since = performance.now();
    // One turn, which takes what waits at every socket.
    await new Promise(setImmediate);
    const isShort = performance.now() - since < quietMs * 2 ** Math.floor(looks / patience);
    if (heardAt(server) < since && isShort) return;
  }
}
