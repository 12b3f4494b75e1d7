// The HTTP server: the order of things for every request, and nothing about any one endpoint.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Context, NoteUse } from '../context.ts';
import { ApiError } from '../refusal.ts';
import { nothingHere, refuseUnreadable } from './address.ts';
import { type AdmissionLimits, admissionLimits } from './admission-limits.ts';
import { keepAnteroom } from './anteroom.ts';
import type { App } from './app.ts';
import { type ArrivalLimits, arrivalLimits } from './arrival-limits.ts';
import { limitArrivals } from './arrivals.ts';
import { readBodies } from './body.ts';
import { authenticate, expiredKeyOf } from './caller.ts';
import { mountConsoleFiles } from './console/files.ts';
import { type Identity, mountConsole } from './console/mount.ts';
import type { ConsoleRoute } from './console/route.ts';
import { isOpenToBrowsers, isPreflight, openToBrowser } from './cors.ts';
import { direct } from './direct.ts';
import { leave } from './drain.ts';
import { guard } from './gate.ts';
import { noteCaller, noteRequests } from './last.ts';
import { isForApi, routerOptions } from './methods.ts';
import { mountRoutes } from './mount.ts';
import { oneByOne } from './one-by-one.ts';
import { mountOperation } from './operation.ts';
import { readPlainRequests } from './plain/connection.ts';
import type { Handler } from './plain/exchange.ts';
import { sendProblem } from './problem.ts';
import { type Clock, limitKeys } from './rate-limits.ts';
import type { Route } from './route.ts';
import { showRequest } from './seen.ts';
import { traceIdOf } from './trace.ts';
import { answerUnreadable } from './unreadable.ts';

/**
 * What Node itself bounds. It counts the whole body, and an upload of millions of items takes hours
 * beside pages; `limitArrivals` ends it where it does not move. Its bound on headers catches what
 * `limitArrivals` cannot see: of what was not handed to Node there is nothing such.
 */
const nodeOptions = {
  requestTimeout: 24 * 3_600_000,
  headersTimeout: 5_500,
  connectionsCheckingInterval: 500,
  // Node would answer without a trace id; `admit` refuses what lacks a host.
  requireHostHeader: false,
};
/** More would be many times what the queues hold; they are turned away as they come. */
const connectionsMax = 20_000;

/** What there is for teammates. */
export interface Console {
  readonly routes: readonly ConsoleRoute[];
  readonly identity: Identity;
}

export interface HttpOptions {
  readonly console: Console;
  readonly arrivals: ArrivalLimits;
  readonly admission: AdmissionLimits;
  /** By which keys' limits are reckoned. */
  readonly clock: Clock;
  readonly noteUse: NoteUse;
}

/**
 * Builds the server with every route. Under `/v2`: preflight, then authentication, then path and
 * method, then source and permission, then the body, then the handler.
 */
export function createHttpServer(
  ctx: Context,
  routes: readonly Route[],
  {
    arrivals = arrivalLimits,
    admission = admissionLimits,
    clock,
    console,
    noteUse,
  }: Partial<HttpOptions> = {},
): App {
  const limitKey = limitKeys(ctx.metrics, clock);
  const app = Fastify({
    loggerInstance: ctx.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'traceId' }),
    // A logger of its own for each request costs more than to say the trace id where it is needed.
    childLoggerFactory: (logger) => logger,
    genReqId: traceIdOf,
    trustProxy: ctx.config.trustedProxies.length > 0 ? [...ctx.config.trustedProxies] : false,
    routerOptions,
    serverFactory: (handle) => {
      const shortWay = direct(ctx, routes, limitKey, noteUse);
      const answer: Handler = (request, response) => {
        // What was read as plain is what the short way takes.
        if (!shortWay.answer(request, response)) {
          handle(request as IncomingMessage, response as ServerResponse);
        }
      };
      const keepAliveTimeout = arrivals.idleMs - 1_000;
      const options = { ...nodeOptions, keepAliveTimeout };
      const gate = guard(ctx, admission, answer);
      const server = createServer(options, oneByOne(gate.answer));
      server.maxConnections = connectionsMax;
      readPlainRequests(server, shortWay.takes);
      keepAnteroom(server, { log: ctx.log, metrics: ctx.metrics, limits: arrivals, gate });
      return server;
    },
    // What is under way when the server stops is answered as ever.
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable(ctx.log),
    // The router has given up; who may not ask is told that, and not why.
    frameworkErrors: (error, request, reply) => {
      const refuse = (reason: unknown) => sendProblem(ctx.log, reason, request, reply);
      // No hook runs for these.
      reply.raw.once('finish', () => record(ctx, request, reply, noteUse));
      admit(ctx, limitKey, request, reply).then(() => refuse(error), refuse);
    },
  });
  // Node would answer an unknown `Expect` by itself, too; RFC 9110 lets us pass over it.
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
  noteRequests(app.server);
  limitArrivals(app, ctx.metrics, arrivals);
  app.addHook('preClose', () => leave(app.server));
  app.setErrorHandler((error, request, reply) => sendProblem(ctx.log, error, request, reply));
  app.setNotFoundHandler(async () => {
    throw nothingHere();
  });
  readBodies(app);
  app.addHook('onRequest', async (request, reply) => {
    await admit(ctx, limitKey, request, reply);
  });
  app.addHook('onResponse', async (request, reply) => record(ctx, request, reply, noteUse));
  mountRoutes(app, routes);
  if (console) mountConsole(app, ctx, console.routes, console.identity);
  mountConsoleFiles(app);
  mountOperation(app, ctx);
  return app;
}

/** What every request passes, whether there is a route for it or not. */
async function admit(
  ctx: Context,
  limitKey: ReturnType<typeof limitKeys>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  reply.header('svc-trace-id', request.id);
  // A request line alone; whoever stands before this server may have taken it for something else.
  if (request.raw.httpVersion === '0.9') {
    throw new ApiError('malformed_http', 'HTTP/0.9 is not spoken here.');
  }
  if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
    throw new ApiError('malformed_http', 'A request of HTTP/1.1 has a Host header.');
  }
  if (!isForApi(request) || isPreflight(request)) return;
  const endpoint = request.routeOptions.config?.endpoint;
  if (endpoint && isOpenToBrowsers(endpoint)) openToBrowser(request, reply);
  request.caller = await authenticate(ctx, request.headers);
  noteCaller(request.raw);
  const limited = limitKey(request.caller.key);
  if (limited) reply.headers(limited);
  refuseUnreadable(request.url);
}

function record(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  noteUse?: NoteUse,
): void {
  const { config } = request.routeOptions;
  const endpoint = config?.endpoint?.id ?? config?.consoleEndpoint?.id ?? 'none';
  const { method } = request;
  const { statusCode, elapsedTime } = reply;
  ctx.metrics.requests.observe(endpoint, statusCode, elapsedTime / 1000);
  const ms = Math.round(elapsedTime * 1000) / 1000;
  const { id: traceId, refusal } = request;
  const key = request.caller?.key ?? expiredKeyOf(refusal);
  const keyId = key?.id;
  if (key) noteUse?.(key, request.permission ?? null, request.raw);
  if (key && ctx.live.isWatched(key.siteId)) {
    showRequest(ctx, key, { endpoint, status: statusCode, ms, traceId, refusal });
  }
  ctx.log.debug({ traceId, endpoint, method, status: statusCode, ms, keyId }, 'answered');
}
