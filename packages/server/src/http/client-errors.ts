// Answers to what never becomes a request: bytes that are not HTTP, endless headers, silence.
import {
  type IncomingMessage,
  METHODS,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, errorCatalogue } from '@attune/contract';
import type { Log } from '../log/log.ts';
import { problemText, problemType } from './problem.ts';
import { newTraceId, traceIdOf } from './trace.ts';

/** As Node names them; everything else is not HTTP. */
const nodeCodes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** `reason` is one of the parser's own sentences; it quotes nothing. */
type ConnectionError = NodeJS.ErrnoException & { readonly reason?: string };

/** What came last over a connection, and the answer before that one. */
interface Last {
  request: IncomingMessage;
  response: ServerResponse;
  before: ServerResponse | undefined;
}

const lastOf = new WeakMap<Socket, Last>();
/** Connections that end as soon as what came before their mistake is answered. */
const ending = new WeakSet<Socket>();

/** Notes what a server's connections bring, so that a malformed request is answered in order. */
export function noteAnswers(server: Server): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const last = lastOf.get(request.socket);
    if (!last) lastOf.set(request.socket, { request, response, before: undefined });
    else {
      last.before = last.response;
      last.request = request;
      last.response = response;
    }
  });
}

/** Makes the handler of a server's `clientError`. The connection ends with the answer. */
export function answerClientErrors(log: Log) {
  return (error: ConnectionError, socket: Socket): void => {
    // What comes behind the mistake is thrown away: to close on it would reset the connection,
    // which may overtake the answer.
    if (socket.writableEnded && error.code !== 'ECONNRESET') return;
    // A connection that never sent anything is answered nothing.
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
      socket.destroy();
      return;
    }
    if (ending.has(socket)) return;
    ending.add(socket);
    const { request, response, before } = lastOf.get(socket) ?? {};
    // The rest of a body whose request was answered before it came: there is no second answer.
    const isAnswered = () => request?.complete === false && response?.headersSent;
    const end = () => (isAnswered() ? socket.destroySoon() : answer(error, socket, log));
    // What was sent before the mistake is answered first: answers have no other name than order.
    const earlier = isAnswered() || request?.complete ? response : before;
    if (earlier && !earlier.writableFinished) earlier.once('close', end);
    else end();
  };
}

/** Passes on what is HTTP: Node's parser also takes methods of RTSP, which no router knows. */
export function refuseOtherProtocols(log: Log, handle: RequestListener): RequestListener {
  const known = new Set(METHODS);
  return (request, response) => {
    if (known.has(request.method!)) {
      handle(request, response);
      return;
    }
    const traceId = traceIdOf(request);
    log.debug({ traceId, status: 400 }, 'answered what is no request');
    const detail = 'The method is none of HTTP.';
    const body = problemText({ code: 'malformed_http', detail, traceId });
    const headers = { 'svc-trace-id': traceId, 'content-type': problemType, connection: 'close' };
    response.writeHead(400, headers).end(body);
  };
}

/** Answers with a problem where no reply can, and lets the connection end. */
function answer(error: ConnectionError, socket: Socket, log: Log): void {
  const code = nodeCodes[error.code ?? ''] ?? 'malformed_http';
  const { status, title } = errorCatalogue[code];
  const traceId = newTraceId();
  log.debug({ traceId, status, reason: error.code }, 'answered what is no request');
  const body = problemText({ code, detail: `${error.reason ?? title}.`, traceId });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `svc-trace-id: ${traceId}`,
    `content-type: ${problemType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
