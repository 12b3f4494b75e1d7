// The console's front end as the browser gets it: one page for all of its addresses, and assets.
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../refusal.ts';
import { nothingHere } from '../address.ts';
import type { App } from '../app.ts';
import { refuseOtherMethods } from '../methods.ts';
import { transportHeaders } from '../transport-security.ts';

/** Where the build of the console is. */
export const builtConsole = resolve(import.meta.dirname, '../../../../console/dist');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The console's scripts and styles are its own; whatever else a page could load or be is shut. */
const headers = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    // Mantine places what floats, and states its colours, by inline styles.
    "style-src 'self' 'unsafe-inline'",
    // Pictures of items are wherever a feed says; they are asked for without a referrer.
    "img-src 'self' data: https:",
    "connect-src 'self'",
    "font-src 'self'",
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

interface File {
  readonly type: string;
  readonly bytes: Buffer;
  /** The same, compressed, where that is smaller. */
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
}

/** The files by their path below `/console/`; none where nothing was built. */
export type ConsoleFiles = ReadonlyMap<string, File>;

/** Reads a build into memory: it is small, and what is not in it cannot be asked for. */
export function readConsoleFiles(folder = builtConsole): ConsoleFiles {
  const names = new Set(namesIn(folder));
  const read = (name: string) => (names.has(name) ? readFileSync(join(folder, name)) : undefined);
  const files = [...names].flatMap((name): [string, File][] => {
    const type = types[extname(name)];
    const bytes = type && read(name);
    return bytes ? [[name, { type, bytes, br: read(`${name}.br`), gzip: read(`${name}.gz`) }]] : [];
  });
  return new Map(files);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Mounts `/console` and what is below it, but for its API, and leads there from `/`. */
export function mountConsoleFiles(app: App, files: ConsoleFiles): void {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ ...headers, ...transportHeaders(request) });
  };
  app.get('/', async (_request, reply) => reply.redirect('/console'));
  app.get('/console', { onRequest }, async (request, reply) => sendPage(files, request, reply));
  app.get<{ Params: { '*': string } }>('/console/*', { onRequest }, async (request, reply) => {
    const path = request.params['*'];
    reply.header('cache-control', 'no-cache');
    if (path === 'api' || path.startsWith('api/')) throw nothingHere();
    if (!path.startsWith(assets)) return sendPage(files, request, reply);
    const file = files.get(path);
    if (!file) throw nothingHere();
    // Its name has its content's hash.
    return sendFile(file, 'public, max-age=31536000, immutable', request, reply);
  });
  for (const url of ['/', '/console', '/console/*']) refuseOtherMethods(app, url, ['GET', 'HEAD']);
}

/** No site has such a name, so that no address of a page is one of a file. */
const assets = '_/';

function sendPage(files: ConsoleFiles, request: FastifyRequest, reply: FastifyReply) {
  const page = files.get('index.html');
  if (!page) {
    throw new ApiError(
      'not_ready',
      'The console is not built here. Run "npm ci" and start Attune again: it is built then.',
    );
  }
  return sendFile(page, 'no-cache', request, reply);
}

function sendFile(file: File, caching: string, request: FastifyRequest, reply: FastifyReply) {
  reply.headers({ 'content-type': file.type, 'cache-control': caching, vary: 'accept-encoding' });
  const accepted = encodingsOf(request.headers['accept-encoding']);
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.has(name) && file[name]);
  if (encoding) reply.header('content-encoding', encoding);
  return reply.send((encoding && file[encoding]) ?? file.bytes);
}

/** What a client takes; what it gives a weight of 0 it does not. */
function encodingsOf(header = ''): ReadonlySet<string> {
  const taken = header.split(',').flatMap((part) => {
    const [name = '', weight = 'q=1'] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return Number(weight.replace(/^q=/, '')) > 0 ? [name] : [];
  });
  return new Set(taken);
}
