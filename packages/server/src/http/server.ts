// The HTTP server: the order of things for every request, and nothing about any one endpoint.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { ApiError } from '../refusal.ts';
import type { App } from './app.ts';
import { readBodies } from './body.ts';
import { authenticate } from './caller.ts';
import { mountRoutes } from './mount.ts';
import { mountOperation } from './operation.ts';
import { sendProblem } from './problem.ts';
import type { Route } from './route.ts';

/** The W3C trace id that the caller sent, or a new one: 32 hex digits. */
function traceIdOf(request: IncomingMessage): string {
  const parent = request.headers['traceparent'];
  const sent = typeof parent === 'string' && /^00-([0-9a-f]{32})-[0-9a-f]{16}-/.exec(parent)?.[1];
  return sent && !/^0+$/.test(sent) ? sent : randomBytes(16).toString('hex');
}

const isApi = (url: string) => /^\/v2(\/|\?|$)/.test(url);

/**
 * Builds the server with every route. Under `/v2`: preflight, then authentication, then path and
 * method, then source and permission, then the body, then the handler.
 */
export function createHttpServer(ctx: Context, routes: readonly Route[]): App {
  const app = Fastify({
    loggerInstance: ctx.log,
    disableRequestLogging: true,
    genReqId: traceIdOf,
    trustProxy: ctx.config.trustedProxies.length > 0 ? [...ctx.config.trustedProxies] : false,
    routerOptions: { maxParamLength: 1000, caseSensitive: true },
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
    frameworkErrors: (error, request, reply) => {
      reply.header('svc-trace-id', request.id);
      sendProblem(error, request, reply);
    },
  });
  app.setErrorHandler(sendProblem);
  app.setNotFoundHandler(async () => {
    throw new ApiError('not_found', 'There is nothing at this address.');
  });
  readBodies(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('svc-trace-id', request.id);
    if (!isApi(request.url)) return;
    if (isPreflight(request)) return;
    refuseUnstorable(request.url);
    request.caller = await authenticate(ctx, request);
  });
  app.addHook('onResponse', async (request, reply) => {
    const endpoint = request.routeOptions.config?.endpoint?.id ?? 'none';
    const status = String(reply.statusCode);
    ctx.metrics.requests.observe({ endpoint, status }, reply.elapsedTime / 1000);
    request.log.debug(
      {
        traceId: request.id,
        endpoint,
        method: request.method,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 1000) / 1000,
        keyId: request.caller?.key.id,
      },
      'answered',
    );
  });
  mountRoutes(app, routes);
  mountOperation(app, ctx);
  return app;
}

/** Preflights reach the route that `mountRoutes` made for them, where there is one. */
function isPreflight(request: FastifyRequest): boolean {
  return request.method === 'OPTIONS' && request.routeOptions.config?.endpoint !== undefined;
}

function refuseUnstorable(url: string): void {
  if (/%00|%ed%[ab]/i.test(url)) {
    throw new ApiError('invalid_query', 'The address holds U+0000 or a lone surrogate.');
  }
}
