// Answers to what never becomes a request: bytes that are not HTTP, endless headers, silence.
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, errorCatalogue } from '@attune/contract';
import type { Log } from '../log/log.ts';
import { problemText, problemType } from './problem.ts';
import { newTraceId } from './trace.ts';

/** As Node names them; everything else is not HTTP. */
const nodeCodes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** `reason` is one of the parser's own sentences; it quotes nothing. */
type ConnectionError = NodeJS.ErrnoException & { readonly reason?: string };

/** Makes the handler of a server's `clientError`. The connection ends with the answer. */
export function answerUnreadable(log: Log) {
  return (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const code = nodeCodes[error.code ?? ''] ?? 'malformed_http';
    const { status, title } = errorCatalogue[code];
    const traceId = newTraceId();
    log.debug({ traceId, status, reason: error.code }, 'answered what is no request');
    answerOnSocket(socket, { code, detail: `${error.reason ?? title}.`, traceId });
  };
}

/** Answers with a problem where no reply can, and lets the connection end. */
export function answerOnSocket(
  socket: Socket,
  problem: { readonly code: ErrorCode; readonly detail: string; readonly traceId: string },
): void {
  const { status } = errorCatalogue[problem.code];
  const body = problemText(problem);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `svc-trace-id: ${problem.traceId}`,
    `content-type: ${problemType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    ...(status === 503 ? ['retry-after: 2'] : []),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
