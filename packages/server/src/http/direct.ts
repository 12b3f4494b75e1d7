// The short way for what pages wait for: the same steps in the same order, without a framework.
//
// It takes plain requests to endpoints that serve, collect and read profiles, and the preflights of
// browsers to them; what is unusual about a request (chunks, another type, an address of another
// form) makes it go the long way, before anything of it was read. Both are held to the same tests.
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeader } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import {
  defaultBodyLimitBytes,
  type Endpoint,
  type Permission,
  priorityOf,
} from '@attune/contract';
import type { Caller, Context, KeyRecord, NoteUse } from '../context.ts';
import type { ApiError } from '../refusal.ts';
import { refuseUnreadable } from './address.ts';
import { isPlainJson, parseJson } from './body.ts';
import { authenticate, authorise, expiredKeyOf } from './caller.ts';
import { stage } from './cohort.ts';
import { isOpenToBrowsers, openHeaders, preflightHeaders } from './cors.ts';
import { noteCaller } from './last.ts';
import { byUrl, type Checks, checksOf, jsonType, payloadOf, readCall } from './mount.ts';
import { type HttpRequest, type HttpResponse, PlainRequest } from './plain/exchange.ts';
import { problemOf, problemType } from './problem.ts';
import type { limitKeys } from './rate-limits.ts';
import type { Call, Reply, Route } from './route.ts';
import { showRequest } from './seen.ts';
import { traceIdOf } from './trace.ts';

interface Lane {
  readonly endpoint: Endpoint;
  readonly handle: Route['handle'];
  readonly check: Checks;
  readonly isOpen: boolean;
  /** What a preflight is told of the path. */
  readonly allowed: readonly string[];
}

/** What all requests share. */
interface Way {
  readonly ctx: Context;
  readonly limitKey: ReturnType<typeof limitKeys>;
  readonly isDebugging: boolean;
  readonly noteUse: NoteUse | undefined;
}

/** A request on its way, and what its answer will carry. */
interface Passage {
  readonly way: Way;
  readonly lane: Lane;
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  readonly traceId: string;
  readonly began: number;
  readonly headers: OutgoingHttpHeader[];
  key: KeyRecord | undefined;
  refusal: ApiError | undefined;
  /** The one that is used. */
  permission: Permission | null;
}

const hot = new Set(['choose', 'userprofile', 'collect']);

/** What of a request says whether it may go the short way. */
interface Asked {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** The short way to some of the routes. */
export interface ShortWay {
  readonly takes: (request: Asked) => boolean;
  /** Answers a request, if it is one that this way takes. */
  readonly answer: (request: HttpRequest, response: HttpResponse) => boolean;
}

/** Builds the short way to those routes that have one. */
export function direct(
  ctx: Context,
  routes: readonly Route[],
  limitKey: ReturnType<typeof limitKeys>,
  noteUse?: NoteUse,
): ShortWay {
  const lanes = new Map<string, Map<string, Lane>>();
  for (const { at, allowed } of byUrl(routes)) {
    for (const { endpoint, handle } of at) {
      if (endpoint.path.includes('{') || !hot.has(priorityOf(endpoint))) continue;
      const isOpen = isOpenToBrowsers(endpoint);
      const check = checksOf(endpoint);
      // A check is compiled when it is first used, which no page is to wait for.
      for (const one of [check.query, check.body]) one?.(undefined);
      const lane = { endpoint, handle, check, isOpen, allowed };
      const ofPath = lanes.get(endpoint.path) ?? new Map<string, Lane>();
      lanes.set(endpoint.path, ofPath.set(endpoint.method, lane));
      if (isOpen) ofPath.set('OPTIONS', lane);
    }
  }
  const way = { ctx, limitKey, isDebugging: ctx.log.isLevelEnabled('debug'), noteUse };
  const laneAt = ({ url = '', method = '' }: Asked) => {
    const end = url.indexOf('?');
    return lanes.get(end < 0 ? url : url.slice(0, end))?.get(method);
  };
  const laneOf = (request: Asked) => {
    const lane = laneAt(request);
    return lane && isPlain(request, lane.endpoint) ? lane : undefined;
  };
  return {
    takes: (request) => laneOf(request) !== undefined,
    answer(request, response) {
      // What was read as plain was taken already.
      const lane = request instanceof PlainRequest ? laneAt(request) : laneOf(request);
      if (lane) enter(way, lane, request, response);
      return lane !== undefined;
    },
  };
}

function enter(way: Way, lane: Lane, request: HttpRequest, response: HttpResponse): void {
  const traceId = traceIdOf(request);
  const headers: OutgoingHttpHeader[] = ['svc-trace-id', traceId];
  const began = performance.now();
  const passage: Passage = {
    way,
    lane,
    request,
    response,
    traceId,
    headers,
    began,
    key: undefined,
    refusal: undefined,
    permission: null,
  };
  try {
    if (lane.isOpen) add(headers, openHeaders(request.headers.origin));
    if (request.method === 'OPTIONS') {
      add(headers, preflightHeaders(request.headers, lane.allowed));
      send(passage, 204);
      return;
    }
    const caller = authenticate(way.ctx, request.headers);
    if (caller instanceof Promise) {
      caller.then((found) => receive(passage, found)).catch((error) => fail(passage, error));
    } else receive(passage, caller);
  } catch (error) {
    fail(passage, error);
  }
}

/** Once it is known who asks: may he, and what does he say? */
function receive(passage: Passage, caller: Caller): void {
  const { way, lane, request, headers } = passage;
  const { url = '' } = request;
  passage.key = caller.key;
  noteCaller(request);
  const limited = way.limitKey(caller.key);
  if (limited) add(headers, limited);
  refuseUnreadable(url);
  passage.permission = authorise(caller, lane.endpoint, request.headers.origin);
  if (lane.endpoint.method === 'GET') {
    const at = url.indexOf('?');
    read({ passage, caller, query: parseQuery(at < 0 ? '' : url.slice(at + 1)) });
    return;
  }
  readBody(request, (text) => read({ passage, caller, query: {}, text }));
}

/** Calls back with all of a body, once it is here. */
function readBody(request: HttpRequest, found: (body: Buffer) => void): void {
  if (request instanceof PlainRequest) {
    if (request.complete) found(request.takeBody());
    else request.once('end', () => found(request.takeBody()));
  } else readChunks(request as IncomingMessage, found);
}

function readChunks(request: IncomingMessage, found: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => found(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
}

/** A stage of the short way: what it throws is answered to the one whose request it was. */
function step<T extends { readonly passage: Passage }>(run: (one: T) => void): (one: T) => void {
  return stage((one) => {
    try {
      run(one);
    } catch (error) {
      fail(one.passage, error);
    }
  });
}

/** A request that is here as a whole. */
interface Whole {
  readonly passage: Passage;
  readonly caller: Caller;
  readonly query: unknown;
  readonly text?: Buffer;
}

const read = step(({ passage, caller, query, text }: Whole) => {
  const { lane, request, traceId: id } = passage;
  const body = text && parseJson(text);
  const arrived = { params: {}, query, body, caller, headers: request.headers, id };
  answer({ passage, call: readCall(lane.endpoint, lane.check, arrived) });
});

const answer = step(({ passage, call }: { passage: Passage; call: Call<Endpoint> }) => {
  const given = passage.lane.handle(call);
  if (given instanceof Promise) {
    given.then((one) => reply(passage, one)).catch((error) => fail(passage, error));
  } else replyTogether({ passage, given });
});

const replyTogether = step(({ passage, given }: { passage: Passage; given: Reply }) =>
  reply(passage, given),
);

function reply(passage: Passage, answer: Reply): void {
  const { headers } = passage;
  if (answer.headers) add(headers, answer.headers);
  const payload = payloadOf(answer);
  if (payload !== undefined) headers.push('content-type', jsonType);
  send(passage, answer.status, payload, answer.isAscii);
}

function fail(passage: Passage, error: unknown): void {
  const { way, request, traceId, headers } = passage;
  const problem = problemOf(error, { request, traceId, log: way.ctx.log });
  add(headers, problem.headers);
  passage.refusal = problem.refusal;
  passage.key ??= expiredKeyOf(problem.refusal);
  headers.push('content-type', problemType);
  send(passage, problem.status, problem.text);
}

function send(passage: Passage, status: number, payload = '', isAscii = false): void {
  const { way, lane, request, response, headers, traceId, began } = passage;
  const { key, permission, refusal } = passage;
  const bytes = isAscii ? payload.length : Buffer.byteLength(payload);
  if (bytes > 0) headers.push('content-length', String(bytes));
  response.writeHead(status, headers);
  // What has a byte for each character is ASCII, which need not be encoded.
  response.end(payload, bytes === payload.length ? 'latin1' : 'utf8');
  if (key) way.noteUse?.(key, permission, request);
  const ms = performance.now() - began;
  const { id: endpoint, method } = lane.endpoint;
  way.ctx.metrics.requests.observe(endpoint, status, ms / 1000);
  if (key && way.ctx.live.isWatched(key.siteId)) {
    showRequest(way.ctx, key, { endpoint, status, ms, traceId, refusal });
  }
  if (!way.isDebugging) return;
  way.ctx.log.debug({ traceId, endpoint, method, status, ms, keyId: key?.id }, 'answered');
}

/** Is there nothing about a request that only the long way knows? */
function isPlain(request: Asked, { bodyLimitBytes }: Endpoint): boolean {
  const { headers, method } = request;
  if (headers.host === undefined || headers.expect !== undefined) return false;
  if (headers['transfer-encoding'] !== undefined || headers.upgrade !== undefined) return false;
  const length = headers['content-length'];
  if (method === 'GET' || method === 'OPTIONS') return length === undefined;
  const isWithin = Number(length) <= (bodyLimitBytes ?? defaultBodyLimitBytes);
  return isWithin && isPlainJson(request) && !request.url?.includes('?');
}

function add(headers: OutgoingHttpHeader[], more: NonNullable<Reply['headers']>): void {
  for (const name in more) headers.push(name, more[name]!);
}
