// Of the requests that a client sends ahead of their answers, one is worked on at a time.
//
// Node reads whatever has come and would have all of it answered at once, to send the answers in
// their order: who asks for much and reads nothing would have the most done for him. What is plain
// is held to the same where it is read, in `plain/connection.ts`.
import type { Socket } from 'node:net';
import type { Handler } from './plain/exchange.ts';

/** Of a connection: how many requests wait for the answers to those before them. */
const waiting = new WeakMap<Socket, number>();

/** Do further requests wait for the answer to the one that is worked on? */
export const isSentAhead = (socket: Socket): boolean => (waiting.get(socket) ?? 0) > 0;

/** Gives a handler each request when the answers to those before it have left. */
export function oneByOne(handle: Handler): Handler {
  return (request, response) => {
    if (response.socket !== null) {
      handle(request, response);
      return;
    }
    const { socket } = request;
    if (!waiting.has(socket)) {
      endCheaply(socket);
      // Node itself goes on reading after each request.
      socket.on('resume', () => void (isSentAhead(socket) && socket.pause()));
    }
    waiting.set(socket, (waiting.get(socket) ?? 0) + 1);
    // Else more would be read all the time, to wait as well.
    socket.pause();
    response.once('socket', () => {
      const left = (waiting.get(socket) ?? 1) - 1;
      waiting.set(socket, left);
      if (left === 0) socket.resume();
      handle(request, response);
    });
  };
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
