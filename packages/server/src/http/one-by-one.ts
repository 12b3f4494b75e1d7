// Of the requests that a client sends ahead of their answers, one is worked on at a time.
//
// Node reads whatever has come and would have all of it answered at once, to send the answers in
// their order: who asks for much and reads nothing would have the most done for him. What is plain
// is held to the same where it is read, in `plain/connection.ts`.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Handler } from './plain/exchange.ts';

/** What waits of a connection. */
interface Held {
  /** Requests, for the answers to those before them. */
  requests: number;
  /** Its end, since Node would give up what it has not been given by then: who is to hear of it. */
  enders: (() => void)[];
  hasEnded: boolean;
  readonly noteEnd: () => void;
}
const waiting = new WeakMap<Socket, Held>();

/** Do further requests wait for the answer to the one that is worked on? */
export const isSentAhead = (socket: Socket): boolean => (waiting.get(socket)?.requests ?? 0) > 0;

/** Gives a handler each request when the answers to those before it have left. */
export function oneByOne(handle: Handler): Handler {
  return (request, response) => {
    if (response.socket !== null) {
      handle(request, response);
      return;
    }
    const { socket } = request;
    hold(socket);
    response.once('socket', () => {
      letGo(socket);
      handle(request, response);
    });
  };
}

/** Something of a connection waits: until it is let go no more is read, which would wait, too. */
function hold(socket: Socket): void {
  const held = waiting.get(socket) ?? watch(socket);
  if (held.requests === 0) {
    held.enders = socket.rawListeners('end') as (() => void)[];
    socket.removeAllListeners('end').on('end', held.noteEnd);
  }
  held.requests += 1;
  socket.pause();
}

function watch(socket: Socket): Held {
  const noteEnd = () => {
    held.hasEnded = true;
  };
  const held: Held = { requests: 0, enders: [], hasEnded: false, noteEnd };
  waiting.set(socket, held);
  endCheaply(socket);
  // Node itself goes on reading after each request, and, by the event alone, for what had called
  // `resume` before the pause.
  socket.on('resume', () => {
    if (!isSentAhead(socket)) return;
    if (socket.isPaused()) socket.emit('pause');
    else socket.pause();
  });
  return held;
}

function letGo(socket: Socket): void {
  const held = waiting.get(socket);
  if (!held) return;
  held.requests -= 1;
  if (held.requests > 0) return;
  socket.off('end', held.noteEnd);
  for (const each of held.enders) {
    if (held.hasEnded) each.call(socket);
    else socket.on('end', each);
  }
  socket.resume();
}

const ignore = () => undefined;

/**
 * Gives Node what has come over a connection, and of requests without a body one at a time, the
 * next when the one before it was answered: Node would make objects for all of them at once, which
 * live as long as the answers take. What `endOfRequest` knows no end of is given as it is.
 * In a crowd the first answer is the last: who reads none of many would have his share of what no
 * page waits for until the kernel takes no more of them. He may send the rest again (RFC 9112,
 * 9.3.2).
 */
export function giveOneByOne(
  server: Server,
  socket: Socket,
  bytes: Buffer,
  endOfRequest: (bytes: Buffer) => number | undefined,
  isCrowded: () => boolean,
): void {
  const end = endOfRequest(bytes) ?? bytes.length;
  if (end >= bytes.length) {
    socket.emit('data', bytes);
    return;
  }
  if (!waiting.has(socket)) {
    watch(socket);
    // Node's parser takes bytes from beneath the socket, paused or not, and would have those that
    // come next before those that are held here. Once somebody hears of `data`, it has them from
    // the socket, in their order, when that is not paused.
    socket.on('data', ignore);
  }
  let begun: ServerResponse | undefined;
  const note = (_request: IncomingMessage, response: ServerResponse) => {
    begun = response;
  };
  server.once('request', note);
  socket.emit('data', bytes.subarray(0, end));
  server.off('request', note);
  const behind = bytes.subarray(end);
  if (!begun) {
    socket.emit('data', behind);
    return;
  }
  hold(socket);
  begun.once('close', () => {
    // In a turn of its own: who sends thousands at once is not all that there is.
    setImmediate(() => {
      if (!socket.writable) return;
      if (isCrowded()) {
        socket.destroySoon();
        return;
      }
      giveOneByOne(server, socket, behind, endOfRequest, isCrowded);
      // Of who says no more, Node ends the connection as soon as it reads that.
      setImmediate(letGo, socket);
    });
  });
}

/**
 * Node tells each request that was not answered of the end by an error of its own, whose stack is
 * most of what it costs; thousands of connections with dozens each would hold up everybody else.
 */
function endCheaply(socket: Socket): void {
  let limit = Error.stackTraceLimit;
  socket.prependOnceListener('close', () => {
    limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
  });
  socket.once('close', () => {
    Error.stackTraceLimit = limit;
  });
}
