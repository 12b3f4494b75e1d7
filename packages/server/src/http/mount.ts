// Mounts routes onto the server: applies everything in the contract of an endpoint.
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { defaultBodyLimitBytes, type Endpoint, type Fault, priorityOf } from '@attune/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { ApiError } from '../api-error.ts';
import type { Caller, Client } from '../context.ts';
import type { PassedOver } from '../passed-over.ts';
import { nothingHere } from './address.ts';
import type { App } from './app.ts';
import { translate } from './compatibility.ts';
import { isOpenToBrowsers, mountPreflight } from './cors.ts';
import { formingOf } from './identifiers.ts';
import { compileLenient, type LenientReading } from './lenient.ts';
import { refuseOtherMethods, takeEveryMethod } from './methods.ts';
import type { Call, Reply, Route } from './route.ts';
import { type Check, compileCheck } from './validate.ts';

/** A path as the router writes it. */
export const routerPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Mounts every route, its preflight, and 405 for the methods that its path does not have. */
export function mountRoutes(app: App, routes: readonly Route[]): void {
  takeEveryMethod(app);
  const all = [...routes, ...routes.flatMap(atOriginalPath)];
  for (const each of all) mountOne(app, each);
  for (const { url, at, allowed } of byUrl(all)) {
    const open = at.map(({ endpoint }) => endpoint).find(isOpenToBrowsers);
    if (open) mountPreflight(app, url, open, allowed);
    refuseOtherMethods(app, url, [...allowed, ...(open ? ['OPTIONS'] : [])]);
  }
}

/** The routes at each URL of the router, with the methods that it answers: HEAD where GET is. */
export function byUrl<R extends { readonly endpoint: Pick<Endpoint, 'path' | 'method'> }>(
  routes: readonly R[],
) {
  const urls = Map.groupBy(routes, ({ endpoint }) => routerPath(endpoint.path));
  return [...urls].map(([url, at]) => {
    const methods: string[] = at.map(({ endpoint }) => endpoint.method);
    return { url, at, allowed: methods.includes('GET') ? [...methods, 'HEAD'] : methods };
  });
}

/** The same route where the original API family has it. */
function atOriginalPath({ endpoint, handle }: Route): Route[] {
  const { originalPath: path, ...rest } = endpoint;
  if (path === undefined) return [];
  const refuse = () => {
    const detail = `This is ${endpoint.path} here, unless the key has compatibility on.`;
    throw new ApiError('not_found', detail);
  };
  return [
    {
      endpoint: { ...rest, path },
      handle: (call) => (call.caller.isCompatible ? handle(call) : refuse()),
    },
  ];
}

function mountOne(app: App, { endpoint, handle }: Route): void {
  const check = checksOf(endpoint);
  app.route({
    method: endpoint.method,
    url: routerPath(endpoint.path),
    config: { endpoint, priority: priorityOf(endpoint) },
    bodyLimit: endpoint.bodyLimitBytes ?? defaultBodyLimitBytes,
    handler: (request, reply) => {
      const { params, headers, id, ip } = request;
      const caller = callerOf(request);
      const { query, body, isOriginal, ...told } = translate(caller.isCompatible, request);
      const { unheld } = request;
      const passedOver = unheld ? joined(unheld, told.passedOver) : told.passedOver;
      const rest = { passedOver, isOriginal, caller, headers, id, ip };
      const arrived = { params, query, body, ...rest };
      const call = readCall(endpoint, check, arrived);
      request.passedOver = call.passedOver;
      const answer = handle(call);
      if (!(answer instanceof Promise)) return void send(reply, answer);
      return answer.then((one) => {
        send(reply, one);
        return reply;
      });
    },
  });
}

function callerOf(request: FastifyRequest) {
  const { caller } = request;
  if (!caller) throw new Error('a route outside of the authenticated tree');
  return caller;
}

type Schemas = Pick<Endpoint, 'params' | 'query' | 'body' | 'isLenient'>;

/** An endpoint's schemas as checks. */
export interface Checks {
  readonly params: Check | undefined;
  readonly query: Check | undefined;
  /** What there is of a body, and what was passed over. Throws where nothing can be made of it. */
  readonly body: ((body: unknown) => LenientReading) | undefined;
}

export function checksOf({ params, query, body, isLenient }: Schemas): Checks {
  const read = body && (isLenient ? lenientBody(body) : strictBody(body));
  const form = formingOf(body);
  return {
    params: params && formedCheck(params),
    query: query && formedCheck(query),
    body:
      read &&
      ((given) => {
        form(given);
        return read(given);
      }),
  };
}

function formedCheck(schema: TSchema): Check {
  const form = formingOf(schema);
  const check = compileCheck(schema);
  return (given) => {
    form(given);
    return check(given);
  };
}

function lenientBody(schema: TSchema): NonNullable<Checks['body']> {
  const read = compileLenient(schema);
  return (body) => {
    if (body === undefined) throw emptyBody();
    const reading = read(body);
    if (reading.value === undefined) throw invalidBody(reading.passedOver);
    return reading;
  };
}

function strictBody(schema: TSchema): NonNullable<Checks['body']> {
  const check = compileCheck(schema);
  return (body) => {
    const errors = check(body);
    if (errors.length > 0) throw body === undefined ? emptyBody() : invalidBody(errors);
    return { value: body, passedOver: [] };
  };
}

const emptyBody = () => new ApiError('malformed_json', 'The body is empty; send a JSON object.');

function invalidBody(faults: readonly Fault[]): ApiError {
  const errors = faults.map(({ pointer, detail }) => ({ pointer, detail }));
  return new ApiError('invalid_request', 'The body is not valid; see errors.', { errors });
}

/** A request whose caller is known and whose body was read. */
export interface Arrived {
  readonly params: unknown;
  readonly query: unknown;
  /** A JSON value, or a stream of lines or bytes. */
  readonly body: unknown;
  /** What was passed over of it so far. */
  readonly passedOver: readonly PassedOver[];
  readonly isOriginal: boolean;
  readonly caller: Caller;
  readonly headers: IncomingHttpHeaders;
  readonly id: string;
  /** The client's address. */
  readonly ip: string;
}

/** What a handler is given of a request. Throws an ApiError with every validation error. */
function readCall(endpoint: Endpoint, check: Checks, arrived: Arrived): Call<Endpoint> {
  const { caller, headers, id, ip, isOriginal } = arrived;
  const input = readInput(endpoint, check, arrived);
  return {
    ...input,
    passedOver: joined(arrived.passedOver, input.passedOver),
    isOriginal,
    caller,
    client: clientOf(headers, ip),
    traceId: id,
    headers: headers as Record<string, string | undefined>,
  } as Call<Endpoint>;
}

/** A field that is of another API family, and nearly one of ours, is told once. */
const joined = (first: readonly PassedOver[], then: readonly PassedOver[]): PassedOver[] => [
  ...first,
  ...then.filter(
    ({ code, pointer }) => !first.some((told) => told.code === code && told.pointer === pointer),
  ),
];

/**
 * The input of a request, checked by the schemas. Throws an ApiError with every validation error.
 */
export function readInput(
  { bodyForm }: { readonly bodyForm?: Endpoint['bodyForm'] },
  check: Checks,
  { params, query, body }: Pick<Arrived, 'params' | 'query' | 'body'>,
) {
  // An id that cannot exist is an id that does not exist.
  if (check.params && check.params(params).length > 0) {
    throw nothingHere();
  }
  if (check.query) refuseQuery(check.query(query));
  const lines = isStream(body) ? body : undefined;
  if (bodyForm === 'bytes' && !lines) {
    throw new ApiError('unsupported_media_type', 'A file is sent as application/octet-stream.');
  }
  const reading = lines ? undefined : check.body?.(body);
  return {
    ...{ params, query, lines },
    body: reading ? reading.value : lines ? undefined : body,
    passedOver: reading?.passedOver ?? [],
  };
}

const isStream = (body: unknown): body is Readable =>
  typeof (body as Readable | undefined)?.pipe === 'function';

function refuseQuery(faults: readonly Fault[]): void {
  if (faults.length === 0) return;
  const errors = faults.map(({ pointer, detail }) => ({ pointer: `/query${pointer}`, detail }));
  const named = errors.map(({ pointer, detail }) => `${pointer.slice(7)} ${detail}`).join('; ');
  throw new ApiError('invalid_query', `The query is not valid: ${named}.`, { errors });
}

/** What the transport shows of the client. */
function clientOf(headers: IncomingHttpHeaders, address: string): Client {
  // Headers by which well-known edges name the visitor's country.
  const country =
    headers['cf-ipcountry'] ?? headers['cloudfront-viewer-country'] ?? headers['x-country'];
  const isCode = typeof country === 'string' && /^[A-Za-z]{2}$/.test(country);
  return {
    userAgent: headers['user-agent'],
    country: isCode ? country.toUpperCase() : undefined,
    address,
    isPrefetch: /\bprefetch\b/i.test(String(headers['sec-purpose'] ?? headers['purpose'] ?? '')),
  };
}

const jsonType = 'application/json; charset=utf-8';

/** Sends what a handler answered. */
export function send(reply: FastifyReply, sent: Reply): void {
  const { status, headers, body, text, lines, type } = sent;
  reply.code(status);
  if (headers) reply.headers(headers);
  if (lines) {
    reply.header('content-type', type ?? 'application/x-ndjson');
    reply.send(Readable.from(lines, { objectMode: false }));
    return;
  }
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body));
  if (payload !== undefined) reply.header('content-type', type ?? jsonType);
  reply.send(payload);
}
