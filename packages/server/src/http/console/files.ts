// The console's front end as the browser gets it: one page for all of its addresses, and assets.
// Built with it: the client for pages of shops, `/sdk.js`, and the reference of the API, `/docs`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyStaticOptions } from '@fastify/static';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../api-error.ts';
import { builtConsole } from '../../places.ts';
import { nothingHere } from '../address.ts';
import type { App } from '../app.ts';
import { refuseOtherMethods } from '../methods.ts';
import { transportHeaders } from '../transport-security.ts';

/** The console's scripts and styles are its own; whatever else a page could load or be is shut. */
const headers = {
  // The page, and an address without a file; the files themselves are cached for good.
  'cache-control': 'no-cache',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    // Mantine places what floats, and states its colours, by inline styles.
    "style-src 'self' 'unsafe-inline'",
    // Pictures of items are wherever a feed says; they are requested without a referrer.
    "img-src 'self' data: https:",
    "connect-src 'self'",
    "font-src 'self'",
    // Views of templates: without an origin, and sandboxed (decision 0072).
    'frame-src data:',
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // The one policy is in packages/console/src/trusted-types.ts; no other can be made.
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), geolocation=(), microphone=(), payment=(), usb=(), clipboard-write=(self)',
};

/**
 * The reference is a library's, which writes markup and styles of its own. It reaches this server
 * alone: what it describes, and what its reader tries.
 */
const referenceHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

/** The client is for pages of every origin; a new version is there within the hour. */
const clientHeaders = {
  'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/** No site has such a name, so that no address of a page is one of a file. */
const assets = '_';
const pageName = 'index.html';
const clientName = 'sdk.js';
const referenceName = 'docs.html';
const script = 'javascript; charset=utf-8';

/**
 * Mounts `/console` and what is below it, but for its API, and leads there from `/`. Mounts
 * `/sdk.js` and `/docs`.
 */
export function mountConsoleFiles(app: App, folder = builtConsole): void {
  app.get('/', async (_request, reply) => reply.redirect('/console'));
  const isBuilt = existsSync(join(folder, pageName));
  app.register(async (files) => {
    files.addHook('onRequest', async (request, reply) => {
      reply.headers({ ...headers, ...transportHeaders(request) });
    });
    // The library gives scripts the name that RFC 9239 made obsolete.
    files.addHook('onSend', async (_request, reply) => {
      const type = reply.getHeader('content-type');
      if (type === `application/${script}`) reply.header('content-type', `text/${script}`);
    });
    // The library knows why it refuses a path; to the browser there is nothing at any of them.
    files.setErrorHandler<FastifyError>((error) => {
      throw (error.statusCode ?? 500) < 500 ? nothingHere() : error;
    });
    if (isBuilt) {
      // Loading it takes 40 ms of processor time: only a process that serves the console pays it.
      const { default: fastifyStatic } = await import('@fastify/static');
      await files.register(fastifyStatic, assetOptions(folder));
    }
    const page = async (_request: FastifyRequest, reply: FastifyReply) => {
      if (!isBuilt) throw notBuilt();
      return reply.sendFile(pageName, folder, { cacheControl: false });
    };
    files.get(`/${clientName}`, async (_request, reply) => {
      if (!isBuilt) throw notBuilt();
      reply.headers(clientHeaders);
      return reply.sendFile(clientName, folder, { cacheControl: false });
    });
    files.get('/docs', async (_request, reply) => {
      if (!isBuilt) throw notBuilt();
      reply.headers(referenceHeaders);
      return reply.sendFile(referenceName, folder, { cacheControl: false });
    });
    files.get('/console', page);
    files.get<{ Params: { '*': string } }>('/console/*', async (request, reply) => {
      const path = request.params['*'];
      if (path === 'api' || path.startsWith('api/')) throw nothingHere();
      return page(request, reply);
    });
  });
  for (const url of ['/', '/docs', `/${clientName}`, '/console', '/console/*']) {
    refuseOtherMethods(app, url, ['GET', 'HEAD']);
  }
}

const assetOptions = (folder: string): FastifyStaticOptions => ({
  root: join(folder, assets),
  prefix: `/console/${assets}/`,
  // The build leaves a `.br` and a `.gz` beside each file that they make smaller.
  preCompressed: true,
  // Its name has its content's hash.
  maxAge: '1y',
  immutable: true,
  dotfiles: 'ignore',
  index: false,
  acceptRanges: false,
});

const notBuilt = () =>
  new ApiError(
    'not_ready',
    'The console is not built here. Run "npm ci" and start Attune again: it is built then.',
  );
