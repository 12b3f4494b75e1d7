// The refusal of a request that was not let in: as cheap as can be, and as complete as any other.
import type { Socket } from 'node:net';
import type { Priority } from '@attune/contract';
import type { Log } from '../log/log.ts';
import { openHeaders } from './cors.ts';
import { isSentAhead } from './one-by-one.ts';
import type { HttpRequest, HttpResponse } from './plain/exchange.ts';
import type { Head } from './plain/head.ts';
import { problemText, problemType } from './problem.ts';
import type { Rank } from './rank.ts';
import { traceIdOf } from './trace.ts';
import { answerOnSocket } from './unreadable.ts';

/** Seconds until who is refused may be back: who matters most is first. */
export const retryAfter: Readonly<Record<Priority, number>> = {
  choose: 1,
  userprofile: 1,
  collect: 2,
  feeds: 10,
  management: 10,
};

const detail = 'More is asked than can be answered at the moment; try again soon.';

/** Around the trace id; made once a class, since nothing else in it changes. */
const [beforeId = '', afterId = ''] = problemText({
  code: 'overloaded',
  detail,
  traceId: '%',
}).split('%');
const bodyLength = String(beforeId.length + 32 + afterId.length);

/** Answers 503 `overloaded` to a request of which there is no more than its head, and ends. */
export function answerHeadOverloaded(
  log: Log,
  socket: Socket,
  head: Pick<Head, 'headers'>,
  priority: Priority,
): void {
  const traceId = traceIdOf(head);
  log.debug({ traceId, class: priority, status: 503 }, 'refused, overloaded');
  const problem = { code: 'overloaded' as const, detail, traceId };
  answerOnSocket(socket, { ...problem, retryAfter: retryAfter[priority] });
}

/** Answers 503 `overloaded`. The body of the request is left to the transport to throw away. */
export function answerOverloaded(
  log: Log,
  request: HttpRequest,
  response: HttpResponse,
  { priority, isOpen }: Rank,
): void {
  const traceId = traceIdOf(request);
  log.debug({ traceId, class: priority, status: 503 }, 'refused, overloaded');
  const headers = ['svc-trace-id', traceId, 'retry-after', String(retryAfter[priority])];
  headers.push('content-type', problemType, 'content-length', bodyLength);
  if (isOpen) headers.push(...Object.entries(openHeaders(request.headers.origin)).flat());
  // Else what was sent behind it would be refused as well, one by one.
  if (isSentAhead(request.socket)) response.setHeader('connection', 'close');
  response.writeHead(503, headers);
  response.end(request.method === 'HEAD' ? undefined : beforeId + traceId + afterId);
}
