// The HTTP server: the order of things for every request, and nothing about any one endpoint.
import { createServer } from 'node:http';
import { originalHeaders } from '@attune/contract';
import Fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { ApiError } from '../api-error.ts';
import { type Clock, createBuckets } from '../buckets.ts';
import type { Caller, Context, NotePassedOver, NoteUse } from '../context.ts';
import { nameRequest } from '../log/tracing/spans.ts';
import type { PassedOver } from '../passed-over.ts';
import { nothingHere, refuseInvalidUrl, refuseMalformed } from './address.ts';
import { type ApiStatus, statusOf } from './api-status.ts';
import type { App } from './app.ts';
import { readBodies } from './body.ts';
import { type BodyPaceLimits, watchBodies } from './body-pace.ts';
import { authenticate, authorise, expiredKeyOf } from './caller.ts';
import { answerClientErrors, noteAnswers, refuseOtherProtocols } from './client-errors.ts';
import { compressBodies } from './compression.ts';
import { mountConsoleFiles } from './console/files.ts';
import { type Identity, mountConsole } from './console/mount.ts';
import type { ConsoleRoute } from './console/route.ts';
import { isOpenToBrowsers, isPreflight, openToBrowser } from './cors.ts';
import { leave } from './drain.ts';
import { showRequest } from './live-tap.ts';
import { type LoadLimits, loadLimits, partOf } from './load-limits.ts';
import { shedLoad } from './load-shedder.ts';
import { isForApi, isForOfrep, refuseUnrouted, routerOptions, takeEveryMethod } from './methods.ts';
import { mountRoutes } from './mount.ts';
import { mountDescription, mountHealth } from './operation.ts';
import { sendProblem } from './problem.ts';
import { limitKeys } from './rate-limits.ts';
import type { Route } from './route.ts';
import { traceIdOf } from './trace.ts';

/** How slow a connection may be. A proxy does the rest: docs/guides/reverse-proxy.md. */
const connectionLimits = {
  headersTimeout: 10_000,
  // An upload of millions of items takes as long as its sender needs: body-pace.ts ends those that
  // do not move.
  requestTimeout: 0,
  // Above what proxies keep idle connections for: the one that closes first is to be the proxy.
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 1_000,
  // Node would answer without a trace id; `admit` refuses what lacks a host.
  requireHostHeader: false,
};
const connectionsMax = 10_000;

/** What there is for teammates. */
export interface Console {
  readonly routes: readonly ConsoleRoute[];
  readonly identity: Identity;
}

export interface HttpOptions {
  readonly console: Console;
  readonly load: LoadLimits;
  readonly bodyPace: BodyPaceLimits;
  /** For tests: other time-outs than those above. */
  readonly connections: Partial<typeof connectionLimits>;
  /** By which keys' limits are reckoned. */
  readonly clock: Clock;
  readonly noteUse: NoteUse;
  readonly notePassedOver: NotePassedOver;
  /** Of a node that answers by several processes, where it differs from this server's own. */
  readonly status: Partial<ApiStatus>;
}

/** What happens to every request, whether a route takes it or not. */
interface EveryRequest {
  /** Passes it on, or refuses it with what `done` is given. */
  readonly admit: (
    request: FastifyRequest,
    reply: FastifyReply,
    done: (error?: Error) => void,
  ) => void;
  /** Counts a request and shows it in the live view. */
  readonly record: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** A Fastify instance whose errors and 404s are problem documents. */
function createFastify(
  ctx: Context,
  { admit, record }: EveryRequest,
  connections: HttpOptions['connections'] = {},
): App {
  const { log, config } = ctx;
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'traceId' }),
    // A logger of its own for each request costs more than to say the trace id where it is needed.
    childLoggerFactory: (logger) => logger,
    genReqId: traceIdOf,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    routerOptions,
    serverFactory: (handle) =>
      createServer({ ...connectionLimits, ...connections }, refuseOtherProtocols(log, handle)),
    // Which bounds its end as well: `leave` may take longer than the usual 10 s.
    pluginTimeout: 30_000,
    // What is under way when the server stops is answered as ever.
    return503OnClosing: false,
    clientErrorHandler: answerClientErrors(log),
    // The router has given up, and no hook runs; a caller without access is told that first.
    frameworkErrors: (error, request, reply) => {
      begin(request, reply);
      reply.raw.once('finish', () => record(request, reply));
      admit(request, reply, (shed) => sendProblem(log, shed ?? error, request, reply));
    },
  });
  app.server.maxConnections = Math.ceil(connectionsMax / ctx.apiProcesses);
  noteAnswers(app.server);
  // Node would answer an unknown `Expect` by itself, too; RFC 9110 lets us pass over it.
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
  app.addHook('preClose', () => leave(app.server, config.silentMs));
  app.setErrorHandler((error, request, reply) => sendProblem(log, error, request, reply));
  app.setNotFoundHandler(async () => {
    throw nothingHere();
  });
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    record(request, reply);
    done();
  });
  return app;
}

/** What every answer has, an error included. */
function begin(request: FastifyRequest, reply: FastifyReply): void {
  const { headers, routeOptions } = request;
  nameRequest(request.method, routeOptions.url);
  reply.header('svc-trace-id', request.id);
  if (headers[originalHeaders.key] !== undefined) {
    reply.header(originalHeaders.traceId, request.id);
  }
  // The header of the key is no `Authorization`, so that shared caches would not know.
  if (isForApi(request)) reply.header('cache-control', 'private, no-store');
  const { endpoint } = routeOptions.config;
  if (endpoint && isOpenToBrowsers(endpoint)) openToBrowser(request, reply);
}

/**
 * Builds the server with every route. First comes the load shedder. Under `/v2`: preflight, then
 * authentication, then path and method, then source and permission, then the body, then the
 * handler.
 */
export function createHttpServer(
  ctx: Context,
  routes: readonly Route[],
  options: Partial<HttpOptions> = {},
): App {
  const { load = partOf(loadLimits, ctx.apiProcesses), clock, console } = options;
  const { admit, admitByBody } = admission(ctx, clock);
  const record: EveryRequest['record'] = (request, reply) =>
    recordAnswer(ctx, request, reply, options);
  const app = createFastify(ctx, { admit, record }, options.connections);
  const { requestsShed, requestsWaiting } = ctx.metrics;
  const bodyPace = watchBodies(ctx.metrics, options.bodyPace);
  app.addHook('onClose', async () => bodyPace.stop());
  app.addHook('onRequest', (request, reply, done) => {
    bodyPace.watch(request, reply);
    done();
  });
  readBodies(app);
  shedLoad(app, {
    limits: load,
    onPageRequest: ctx.background.pageRequested,
    onShed: (priority) => requestsShed.inc({ priority }),
    onWaiting: (count) => requestsWaiting.set(count),
  });
  app.addHook('onRequest', admit);
  app.addHook('preHandler', admitByBody);
  compressBodies(app);
  // Routes have what is loaded before them.
  app.after(() => {
    mountRoutes(app, routes);
    if (console) mountConsole(app, ctx, console.routes, console.identity);
    mountConsoleFiles(app);
    mountDescription(app);
    if (ctx.config.adminPort === undefined) {
      mountHealth(app, ctx, { ...statusOf(ctx, app.server), ...options.status });
    }
  });
  return app;
}

/** Builds the server of `/healthz`, `/readyz` and `/metrics` alone, which report on the API's. */
export function createAdminServer(ctx: Context, api: ApiStatus): App {
  const app = createFastify(ctx, {
    admit: (_request, _reply, done) => done(),
    record: () => undefined,
  });
  takeEveryMethod(app);
  app.addHook('onRequest', async (request) => refuseUnrouted(request));
  mountHealth(app, ctx, api);
  return app;
}

/** Makes what every request passes before its route, whether there is one or not. */
function admission(ctx: Context, clock: Clock | undefined) {
  const limitKey = limitKeys(ctx.metrics, clock ? createBuckets(clock) : ctx.buckets.of('key'));

  function enter(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    refuseMalformed(request);
    if (isPreflight(request)) return undefined;
    if (!isForApi(request) || request.routeOptions.config.endpoint?.hasKeyInBody) {
      refuseInvalidUrl(request.url);
      refuseUnrouted(request);
      return undefined;
    }
    return passOnce(authenticate(ctx, request.headers, isForOfrep(request)), request, reply);
  }

  /** Without waiting where the key is cached. */
  function passOnce(
    caller: Caller | Promise<Caller>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> | undefined {
    if (caller instanceof Promise) return caller.then((found) => pass(request, reply, found));
    pass(request, reply, caller);
    return undefined;
  }

  function pass(request: FastifyRequest, reply: FastifyReply, caller: Caller): void {
    request.caller = caller;
    if (caller.isCompatible) reply.header(originalHeaders.traceId, request.id);
    const limited = limitKey(caller.key, request.ip);
    if (limited) reply.headers(limited);
    refuseInvalidUrl(request.url);
    refuseUnrouted(request);
    const { endpoint } = request.routeOptions.config;
    if (endpoint) request.permission = authorise(caller, endpoint, request.headers.origin);
  }

  /** Of a request whose body holds the key: once that is here. */
  function enterByBody(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint?.hasKeyInBody || isPreflight(request)) return undefined;
    const { key } = (request.body ?? {}) as { readonly key?: unknown };
    const [name = ''] = ctx.config.apiKeyHeaders;
    const headers = typeof key === 'string' ? { [name]: key } : {};
    return passOnce(authenticate(ctx, headers), request, reply);
  }

  return { admit: hookOf(enter), admitByBody: hookOf(enterByBody) };
}

/** As a hook; without a promise where nothing has to be waited for. */
function hookOf(
  enter: (request: FastifyRequest, reply: FastifyReply) => Promise<void> | undefined,
): EveryRequest['admit'] {
  return (request, reply, done) => {
    let entering: Promise<void> | undefined;
    try {
      entering = enter(request, reply);
    } catch (thrown) {
      done(thrown as ApiError);
      return;
    }
    if (entering) entering.then(() => done(), done);
    else done();
  };
}

/** What a page's request is refused for is told like what is passed over of others. */
const refusedOf = (error: ApiError | undefined): readonly PassedOver[] =>
  error?.errors?.map((fault) => ({ code: 'invalid_request', ...fault })) ?? [];

function recordAnswer(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { noteUse, notePassedOver }: Partial<HttpOptions>,
): void {
  const { method, id: traceId, apiError } = request;
  const { endpoint: keyed, consoleEndpoint } = request.routeOptions.config;
  const endpoint = keyed?.id ?? consoleEndpoint?.id ?? 'none';
  const { statusCode: status, elapsedTime: ms } = reply;
  ctx.metrics.requests.observe(endpoint, status, ms / 1000);
  const key = request.caller?.key ?? expiredKeyOf(apiError);
  if (key) {
    noteUse?.(key, request.permission ?? null, request.raw);
    if (keyed?.isLenient && notePassedOver) {
      const { body } = request;
      const passedOver = [...(request.passedOver ?? []), ...refusedOf(apiError)];
      if (passedOver.length > 0) notePassedOver(key, { endpoint, traceId, body, passedOver });
    }
    if (ctx.live.isWatched(key.siteId)) {
      showRequest(ctx, key, { endpoint, status, ms, traceId, apiError });
    }
  }
  ctx.log.debug({ traceId, endpoint, method, status, ms, keyId: key?.id }, 'answered');
}
