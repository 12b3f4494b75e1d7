// A server that answers what it was asked, plain requests read or not, and a client of it.
import { createServer, IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createLog } from '../../log/log.ts';
import { createMetrics } from '../../log/metrics.ts';
import { keepAnteroom } from '../anteroom.ts';
import { arrivalLimits } from '../arrival-limits.ts';
import { noteRequests } from '../last.ts';
import { oneByOne } from '../one-by-one.ts';
import { answerUnreadable } from '../unreadable.ts';
import { readPlainRequests } from './connection.ts';
import { type Handler, PlainRequest } from './exchange.ts';

/** How many requests of a server were read by whom. */
interface Counts {
  plain: number;
  others: number;
}

export const isTaken = ({ url }: { url: string }) => url !== '/other';

/** Reads plain requests as the service does, and leaves all others to Node. */
function readPlainOnes(server: Server): void {
  readPlainRequests(server, isTaken);
  const gate = { isFull: () => false, patienceMs: () => 0, mostWaiting: 0 };
  const context = { log: createLog('silent'), metrics: createMetrics() };
  keepAnteroom(server, { ...context, limits: arrivalLimits, gate });
}

/** Where a server listens from now on, until the tests are over. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/**
 * Answers what it was asked, so many turns of the loop later. What is called `/refused` is answered
 * at once, before its body is here. Its requests are read as the service does, or by Node alone.
 */
export async function startEcho(reader: 'service' | 'node', turns = () => 0) {
  const counts: Counts = { plain: 0, others: 0 };
  const handle: Handler = (request, response) => {
    counts[request instanceof PlainRequest ? 'plain' : 'others'] += 1;
    const answer = async (body: string) => {
      for (let left = turns(); left > 0; left -= 1) await turn();
      const { method, url, headers } = request;
      const said = JSON.stringify({ method, url, headers, body });
      response.writeHead(200, ['content-length', String(Buffer.byteLength(said))]);
      response.end(said);
    };
    if (request.url === '/refused') {
      response.writeHead(403, ['content-length', '2']);
      response.end('no');
    } else if (request instanceof IncomingMessage) text(request).then(answer, () => undefined);
    else if (request instanceof PlainRequest) {
      const found = () => answer(request.takeBody().toString());
      if (request.complete) found();
      else request.once('end', found);
    }
  };
  const server = createServer(reader === 'service' ? oneByOne(handle) : handle);
  server.keepAliveTimeout = 72_000;
  noteRequests(server);
  server.on('clientError', answerUnreadable(createLog('silent')));
  if (reader === 'service') readPlainOnes(server);
  return { server, port: await listen(server), counts };
}

/** Longer than any answer takes here: who waits on would wait for ever. */
const silenceMs = 10_000;

export function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % bytes.length)), bytes.length];
  ends.sort((a, b) => a - b);
  return ends.map((end, at) => bytes.subarray(at === 0 ? 0 : ends[at - 1], end));
}

/**
 * All that is answered to some bytes, sent in pieces; dates and trace ids are left out. Who sends
 * them says at once that this was all, unless he `rests` for so many turns behind each: then he
 * waits for the server to end the connection.
 */
export async function answersOf(
  port: number,
  pieces: readonly Buffer[],
  rests?: readonly number[],
): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.on('error', () => undefined);
  socket.setTimeout(silenceMs, () => socket.destroy(new Error('neither answered nor closed')));
  const answered = text(socket);
  answered.catch(() => undefined);
  for (const [nth, piece] of pieces.entries()) {
    if (!socket.writable) break;
    socket.write(piece);
    // Else the kernel would put them together again.
    for (let left = 3 + (rests?.[nth] ?? 0); left > 0; left -= 1) await turn();
  }
  if (!rests) socket.end();
  const answers = (await answered).replaceAll(/^Date: .*\r\n/gim, '');
  return answers.replaceAll(/[0-9a-f]{32}/g, 'trace id').toLowerCase();
}
