// Which paths are ours: wrong methods are answered with the right ones, whatever they are.
import { METHODS } from 'node:http';
import type { FastifyRequest } from 'fastify';
import FindMyWay, { type HTTPVersion, type Instance } from 'find-my-way';
import { ApiError } from '../api-error.ts';
import { nothingHere } from './address.ts';
import type { App } from './app.ts';

/** As the server's own router, in which a route for each of 35 methods takes long to make. */
export const routerOptions = { maxParamLength: 1000, caseSensitive: true };

interface Known {
  readonly url: string;
  readonly allowed: readonly string[];
}

const knownBy = new WeakMap<object, Instance<HTTPVersion.V1>>();

/** Lets the router know every method that Node parses; those that it does not know are 404s. */
export function takeEveryMethod(app: App): void {
  const known = new Set(app.supportedMethods);
  for (const method of METHODS) if (!known.has(method)) app.addHttpMethod(method);
}

/** From now on every other method at a URL of the router is refused with 405. */
export function refuseOtherMethods(app: App, url: string, allowed: readonly string[]): void {
  let cached = knownBy.get(app.server);
  if (!cached) {
    cached = FindMyWay(routerOptions);
    knownBy.set(app.server, cached);
  }
  cached.on('GET', url, () => undefined, { url, allowed } satisfies Known);
}

/**
 * Refuses what no route takes. Before the body is read: the handler of what is not found would run
 * after that.
 */
export function refuseUnrouted(request: FastifyRequest): void {
  if (request.is404 || isShadowed(request)) throw noRoute(request);
}

/** The one of our paths that an address is of, whatever the method. */
function knownPath({ server, url }: FastifyRequest): Known | undefined {
  return knownBy.get(server.server)?.find('GET', url)?.store;
}

/** `PUT /fields` where only `GET /fields` and `PUT /:id` are: that `fields` is no id. */
function isShadowed(request: FastifyRequest): boolean {
  const { url } = request.routeOptions;
  return url?.includes(':') === true && knownPath(request)?.url !== url;
}

/** The error for a request without a route; other paths get no details. */
export function noRoute(request: FastifyRequest, prefix = ''): ApiError {
  const known = knownPath(request);
  if (!known?.url.startsWith(prefix)) return nothingHere();
  const allowed = known.allowed.join(', ');
  return new ApiError('method_not_allowed', `Allowed here: ${allowed}.`, {
    headers: { allow: allowed },
  });
}

/**
 * Is the request for the API, so that it needs a key? Where one of our paths matches, that decides:
 * the address as it was sent may be absolute or percent-encoded.
 */
export function isForApi(request: FastifyRequest): boolean {
  return /^\/(v2|ofrep\/v1)([/?]|$)/.test(pathOf(request));
}

/** Is the request for the part of the API that OpenFeature's providers call? */
export const isForOfrep = (request: FastifyRequest) => pathOf(request).startsWith('/ofrep/');

const pathOf = (request: FastifyRequest) =>
  request.routeOptions.url ?? knownPath(request)?.url ?? request.url;
