// What came last over each connection, for those who hold it to limits or answer its mistakes.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpRequest, HttpResponse } from './plain/exchange.ts';

/** The request that came last over a connection, the answer to it, and the one before that. */
export interface Last {
  readonly request: HttpRequest | undefined;
  readonly response: HttpResponse | undefined;
  readonly before: HttpResponse | undefined;
  /** Has a request come over it whose key is known? */
  readonly isKnown: boolean;
  /** When who was refused over it was told to come back. */
  readonly backAt: number;
}

type Noted = { -readonly [Name in keyof Last]: Last[Name] };

/** Where a socket has what came last over it: a map of thousands is moved with each new one. */
const own = Symbol('last');
type Owned = Socket & { [own]?: Noted };

/** Notes what a server's connections bring; to be called before it has connections. */
export function noteRequests(server: Server): void {
  server.on('connection', (socket: Socket) => {
    const nothing = { request: undefined, response: undefined, before: undefined };
    (socket as Owned)[own] = { ...nothing, isKnown: false, backAt: 0 };
  });
  server.on('request', (request: HttpRequest, response: HttpResponse) => {
    const last = (request.socket as Owned)[own];
    if (!last) return;
    last.before = last.response;
    last.request = request;
    last.response = response;
  });
}

/** Notes that a request was called with a key that is known. */
export function noteCaller({ socket }: Pick<HttpRequest, 'socket'>): void {
  const last = (socket as Owned)[own];
  if (last) last.isKnown = true;
}

/** Notes that a request was refused, and until when. */
export function noteRefusal({ socket }: Pick<HttpRequest, 'socket'>, backAt: number): void {
  const last = (socket as Owned)[own];
  if (last) last.backAt = backAt;
}

/** Was a request's connection told to come later than `now`? */
export const isHasty = ({ socket }: Pick<HttpRequest, 'socket'>, now: number): boolean =>
  now < ((socket as Owned)[own]?.backAt ?? now);

/** What came last over a connection: the same object for as long as it is open. */
export function lastOf(socket: Socket): Last {
  const last = (socket as Owned)[own];
  if (!last) throw new Error('a connection that nobody notes');
  return last;
}
