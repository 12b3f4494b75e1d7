// How a server leaves without a failed request: it says that it goes, and shuts its door when
// nobody is in it.
import type { Server } from 'node:http';

const leaving = new WeakSet<Server>();

/** After that long, connections are cut whatever happens on them. */
const longestMs = 10_000;
const mostLooks = 500;
const quietMs = 0.2;
const sweepMs = 50;

/** Is the server about to stop? Whoever balances loads should send it nothing more. */
export const isLeaving = (server: Server): boolean => leaving.has(server);

/** From now on every answer is the last one of its connection; all are answered as ever. */
export function beginToLeave(server: Server): void {
  if (leaving.has(server)) return;
  leaving.add(server);
  server.prependListener('request', (_request, response) => {
    response.setHeader('connection', 'close');
  });
}

/**
 * Takes no more connections, and ends the idle ones; what is under way goes on. A connection that
 * the kernel has taken for us, or a request that has come on an idle one, would be reset: so both
 * are looked for first, and the door is shut right after a look that found nothing to do.
 */
export async function shutTheDoor(server: Server): Promise<void> {
  if (!server.listening) return;
  beginToLeave(server);
  for (let looks = 0; looks < mostLooks; looks++) {
    const since = performance.now();
    // One turn of the event loop, which takes what waits at every socket.
    await new Promise(setImmediate);
    if (performance.now() - since < quietMs) break;
  }
  // A request that came before we knew of the end has left its connection open.
  const sweeping = setInterval(() => server.closeIdleConnections(), sweepMs).unref();
  const cutting = setTimeout(() => server.closeAllConnections(), longestMs).unref();
  server.once('close', () => {
    clearInterval(sweeping);
    clearTimeout(cutting);
  });
  server.close();
}
