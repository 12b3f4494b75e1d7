// The HTTP server: the order of things for every request, and nothing about any one endpoint.
import Fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Context } from '../context.ts';
import { ApiError } from '../refusal.ts';
import { isForApi, refuseUnreadable } from './address.ts';
import type { App } from './app.ts';
import { arrivalLimits, limitArrivals } from './arrivals.ts';
import { readBodies } from './body.ts';
import { authenticate } from './caller.ts';
import { isOpenToBrowsers, isPreflight, openToBrowser } from './cors.ts';
import { mountRoutes } from './mount.ts';
import { mountOperation } from './operation.ts';
import { sendProblem } from './problem.ts';
import type { Route } from './route.ts';
import { traceIdOf } from './trace.ts';
import { answerUnreadable } from './unreadable.ts';

/** Node counts the whole body: an upload of millions of items may take its time, if it moves. */
const requestMs = 3_600_000;

const nothingHere = () => new ApiError('not_found', 'There is nothing at this address.');

/**
 * Builds the server with every route. Under `/v2`: preflight, then authentication, then path and
 * method, then source and permission, then the body, then the handler.
 */
export function createHttpServer(
  ctx: Context,
  routes: readonly Route[],
  limits = arrivalLimits,
): App {
  const app = Fastify({
    loggerInstance: ctx.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'traceId' }),
    genReqId: traceIdOf,
    trustProxy: ctx.config.trustedProxies.length > 0 ? [...ctx.config.trustedProxies] : false,
    routerOptions: { maxParamLength: 1000, caseSensitive: true },
    forceCloseConnections: 'idle',
    requestTimeout: requestMs,
    // What is under way when the server stops is answered as ever.
    return503OnClosing: false,
    // Node would answer without a trace id; `admit` refuses what lacks a host.
    http: { requireHostHeader: false },
    clientErrorHandler: answerUnreadable(ctx.log),
    // The router has given up; who may not ask is told that, and not why.
    frameworkErrors: (error, request, reply) => {
      const refuse = (reason: unknown) => sendProblem(reason, request, reply);
      // No hook runs for these.
      reply.raw.once('finish', () => record(ctx, request, reply));
      admit(ctx, request, reply).then(() => refuse(error), refuse);
    },
  });
  // Node would answer an unknown `Expect` by itself, too; RFC 9110 lets us pass over it.
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
  limitArrivals(app, limits);
  app.setErrorHandler(sendProblem);
  app.setNotFoundHandler(async () => {
    throw nothingHere();
  });
  readBodies(app);
  app.addHook('onRequest', async (request, reply) => {
    await admit(ctx, request, reply);
    // Here, and not in its handler, because that one runs after the body was read.
    if (request.is404) throw nothingHere();
  });
  app.addHook('onResponse', async (request, reply) => record(ctx, request, reply));
  mountRoutes(app, routes);
  mountOperation(app, ctx);
  return app;
}

/** What every request passes, whether there is a route for it or not. */
async function admit(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('svc-trace-id', request.id);
  if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
    throw new ApiError('malformed_http', 'A request of HTTP/1.1 has a Host header.');
  }
  if (!isForApi(request) || isPreflight(request)) return;
  const endpoint = request.routeOptions.config?.endpoint;
  if (endpoint && isOpenToBrowsers(endpoint)) openToBrowser(request, reply);
  request.caller = await authenticate(ctx, request);
  refuseUnreadable(request.url);
}

function record(ctx: Context, request: FastifyRequest, reply: FastifyReply): void {
  const endpoint = request.routeOptions.config?.endpoint?.id ?? 'none';
  const { method } = request;
  const { statusCode, elapsedTime } = reply;
  ctx.metrics.requests.observe({ endpoint, status: String(statusCode) }, elapsedTime / 1000);
  const ms = Math.round(elapsedTime * 1000) / 1000;
  const keyId = request.caller?.key.id;
  request.log.debug({ endpoint, method, status: statusCode, ms, keyId }, 'answered');
}
