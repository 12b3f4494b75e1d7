// Answers to what never becomes a request: bytes that are not HTTP, endless headers, silence.
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, errorCatalogue } from '@attune/contract';
import type { Log } from '../log/log.ts';
import { lastOf } from './last.ts';
import { isSentAhead } from './one-by-one.ts';
import { problemText, problemType } from './problem.ts';
import { newTraceId } from './trace.ts';

/** As Node names them; everything else is not HTTP. */
const nodeCodes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** `reason` is one of the parser's own sentences; it quotes nothing. */
type ConnectionError = NodeJS.ErrnoException & { readonly reason?: string };

/** Connections that end as soon as what came before their mistake is answered. */
const ending = new WeakSet<Socket>();

/** Makes the handler of a server's `clientError`. The connection ends with the answer. */
export function answerUnreadable(log: Log) {
  return (error: ConnectionError, socket: Socket): void => {
    // What comes behind the mistake is thrown away: to close on it would reset the connection,
    // which may overtake the answer.
    if (socket.writableEnded && error.code !== 'ECONNRESET') return;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    // Nothing is read of who waits for an answer: it is not he who is late.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isSentAhead(socket)) return;
    if (ending.has(socket)) return;
    ending.add(socket);
    const answer = () => {
      const code = nodeCodes[error.code ?? ''] ?? 'malformed_http';
      const { status, title } = errorCatalogue[code];
      const traceId = newTraceId();
      log.debug({ traceId, status, reason: error.code }, 'answered what is no request');
      answerOnSocket(socket, { code, detail: `${error.reason ?? title}.`, traceId });
    };
    const { request, response, before } = lastOf(socket);
    // The rest of a body whose request was answered before it came: a second answer is nobody's.
    const isAnswered = () => request?.complete === false && response?.headersSent;
    const end = () => (isAnswered() ? socket.destroySoon() : answer());
    // What was sent before the mistake is answered first: answers have no other name than order.
    const earlier = isAnswered() || request?.complete ? response : before;
    if (earlier && !earlier.writableFinished) earlier.once('close', end);
    else end();
  };
}

/** Answers with a problem where no reply can, and lets the connection end. */
export function answerOnSocket(
  socket: Socket,
  problem: {
    readonly code: ErrorCode;
    readonly detail: string;
    readonly traceId: string;
    /** Seconds; of a 503. */
    readonly retryAfter?: number;
  },
): void {
  const { retryAfter = 2 } = problem;
  const { status } = errorCatalogue[problem.code];
  const body = problemText(problem);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `svc-trace-id: ${problem.traceId}`,
    `content-type: ${problemType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    ...(status === 503 ? [`retry-after: ${retryAfter}`] : []),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
