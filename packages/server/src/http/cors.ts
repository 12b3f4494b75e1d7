// CORS: preflights, and answers that scripts of other origins may read.
import type { IncomingHttpHeaders } from 'node:http';
import { type Endpoint, priorityOf } from '@attune/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './app.ts';

/** Is the endpoint one that scripts in a browser call, with a key that is public anyway? */
export const isOpenToBrowsers = (endpoint: Endpoint) => endpoint.sources.includes('Client-side');

/** Headers that let scripts of any origin read an answer. */
const openHeaders = (origin: string | undefined) => ({
  'access-control-allow-origin': origin ?? '*',
  'access-control-expose-headers':
    'svc-trace-id, svc-warnings, etag, retry-after, ratelimit, ratelimit-policy',
  vary: 'origin',
});

/**
 * Lets scripts of any origin read the answer, an error included. No cookie is ever read under
 * `/v2`, so that there is no authority to be abused; the key decides.
 */
export function openToBrowser(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(openHeaders(request.headers.origin));
}

/** Headers of the answer to a preflight, beside `openHeaders`. */
const preflightHeaders = (headers: IncomingHttpHeaders, allowed: readonly string[]) => ({
  'access-control-allow-methods': allowed.join(', '),
  'access-control-allow-headers': headers['access-control-request-headers'] ?? '',
  'access-control-max-age': '600',
});

/** Mounts the preflight of a path, at a URL in the router's form. */
export function mountPreflight(
  app: App,
  url: string,
  endpoint: Endpoint,
  allowed: readonly string[],
): void {
  app.options(
    url,
    { config: { endpoint, priority: priorityOf(endpoint) } },
    async (request, reply) => {
      openToBrowser(request, reply);
      reply.code(204).headers(preflightHeaders(request.headers, allowed));
    },
  );
}

/** Preflights reach the route that `mountPreflight` made for them, where there is one. */
export function isPreflight(request: FastifyRequest): boolean {
  return request.method === 'OPTIONS' && request.routeOptions.config?.endpoint !== undefined;
}
