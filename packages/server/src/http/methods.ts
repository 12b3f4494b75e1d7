// Wrong methods are told which ones would be right, whatever they are.
import { METHODS } from 'node:http';
import type { HTTPMethods } from 'fastify';
import { ApiError } from '../refusal.ts';
import type { App } from './app.ts';

/** Lets the router know every method that Node parses; those that it does not know are 404s. */
export function takeEveryMethod(app: App): void {
  const known = new Set(app.supportedMethods);
  for (const method of METHODS) if (!known.has(method)) app.addHttpMethod(method);
}

/** Mounts 405 at a URL of the router for every method but those. */
export function refuseOtherMethods(app: App, url: string, allowed: readonly string[]): void {
  app.route({
    method: app.supportedMethods.filter((method) => !allowed.includes(method)) as HTTPMethods[],
    url,
    onRequest: async (_request, reply) => {
      reply.header('allow', allowed.join(', '));
      throw new ApiError('method_not_allowed', `Allowed here: ${allowed.join(', ')}.`);
    },
    handler: async () => undefined,
  });
}
