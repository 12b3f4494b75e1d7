// The console's API onto the server: session, origin and role. Cookies count here alone.
import {
  type ConsoleEndpoint,
  consoleApi,
  defaultBodyLimitBytes,
  type ErrorCode,
  type Membership,
  mayUse,
  taskWith,
} from '@attune/contract';
import type { FastifyRequest } from 'fastify';
import { addressHeader } from '../../address-header.ts';
import { ApiError } from '../../api-error.ts';
import type { Context, SiteSnapshot, Teammate } from '../../context.ts';
import { withinSite } from '../../tenant-guard.ts';
import { refuseInvalidUrl } from '../address.ts';
import type { App } from '../app.ts';
import { noRoute, refuseOtherMethods } from '../methods.ts';
import { byUrl, checksOf, readInput, routerPath, send } from '../mount.ts';
import { transportHeaders } from '../transport-security.ts';
import type { ConsoleRoute } from './route.ts';

/** How the console identifies its callers. */
export interface Identity {
  /** The teammate of a session; undefined where there is none. */
  readonly identify: (headers: Headers) => Promise<Teammate | undefined>;
  /** What a teammate may do on a site, as the database has it now. */
  readonly membershipOf: (teammate: Teammate, siteId: number) => Promise<Membership | undefined>;
}

interface Access {
  /** The request's headers, which identify sessions. */
  readonly headers: Headers;
  readonly teammate?: Teammate;
  readonly membership?: Membership;
  readonly snapshot?: SiteSnapshot;
}

const prefix = '/console/api';
const accessOf = new WeakMap<FastifyRequest, Access>();

/** Mounts every route of the console, and 404 for what else is below its address. */
export function mountConsole(
  app: App,
  ctx: Context,
  routes: readonly ConsoleRoute[],
  identity: Identity,
): void {
  for (const each of routes) mountOne(app, ctx, each, identity);
  for (const { url, allowed } of byUrl(routes)) refuseOtherMethods(app, url, allowed);
  app.all(`${prefix}/*`, { config: { priority: 'management' } }, async (request, reply) => {
    reply.headers({ ...documentHeaders, ...transportHeaders(request) });
    throw noRoute(request, prefix);
  });
}

function mountOne(app: App, ctx: Context, route: ConsoleRoute, identity: Identity): void {
  const { endpoint } = route;
  const check = checksOf(endpoint);
  app.route({
    method: endpoint.method,
    url: routerPath(endpoint.path),
    config: { consoleEndpoint: endpoint, priority: 'management' },
    bodyLimit: endpoint.bodyLimitBytes ?? defaultBodyLimitBytes,
    onRequest: async (request, reply) => {
      reply.headers({ ...documentHeaders, ...transportHeaders(request) });
      refuseInvalidUrl(request.url);
      try {
        refuseForeign(request, endpoint);
        accessOf.set(request, await readAccess(ctx, endpoint, identity, request));
      } catch (error) {
        logRefused(ctx, request, endpoint, error);
        throw error;
      }
    },
    handler: async (request, reply) => {
      const call = {
        ...accessOf.get(request),
        ...readInput(endpoint, check, request),
        traceId: request.id,
        address: request.ip,
        origin: ownOrigin(request),
      };
      const { snapshot } = call;
      const handle = () => route.handle(call as never);
      send(reply, await (snapshot ? withinSite(snapshot.site.id, handle) : handle()));
      return reply;
    },
  });
}

/** Should a browser be made to open an answer as a page, nothing in it runs. */
const documentHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

/** Refused requests that our console never sends are logged for the operator. */
const loggedCodes: ReadonlySet<string> = new Set<ErrorCode>(['foreign_origin', 'role_missing']);

function logRefused(
  { log }: Context,
  { id: traceId, ip: address, headers }: FastifyRequest,
  { id: endpoint }: ConsoleEndpoint,
  error: unknown,
): void {
  if (!(error instanceof ApiError && loggedCodes.has(error.code))) return;
  const { origin } = headers;
  log.info({ traceId, endpoint, address, origin, reason: error.code }, 'access refused');
}

/** `https://attune.example`, as the browser has it. */
const ownOrigin = ({ protocol, host }: FastifyRequest) => `${protocol}://${host}`;

/**
 * Refuses what another site has a teammate's browser ask: by `Sec-Fetch-Site`, which every browser
 * of today sends, by `Origin`, and by a type of body that no form has (OWASP CSRF prevention).
 */
function refuseForeign(
  { method, headers, host, protocol }: FastifyRequest,
  { bodyForm }: ConsoleEndpoint,
): void {
  const site = headers['sec-fetch-site'];
  const refuse = () => new ApiError('foreign_origin', 'Ask from the console itself.');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refuse();
  const { origin } = headers;
  if (origin !== undefined && !isOwn(origin, host, protocol)) throw refuse();
  if (method === 'GET' || method === 'HEAD') return;
  if (site === undefined && origin === undefined) throw refuse();
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  const hasBody = length !== '0' || encoding !== undefined;
  const type = headers['content-type'] ?? '';
  const wanted = bodyForm === 'bytes' ? 'application/octet-stream' : 'application/json';
  if (hasBody && type.split(';')[0] !== wanted) {
    throw new ApiError('unsupported_media_type', `A body here is ${wanted}.`);
  }
}

/** Where a proxy that is not trusted ends TLS, the page is of HTTPS though we do not know it. */
function isOwn(origin: string, host: string, protocol: string): boolean {
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  return from.host === host && (from.protocol === 'https:' || from.protocol === `${protocol}:`);
}

/** The caller, and what they may do. A site that is not theirs is one that does not exist. */
async function readAccess(
  ctx: Context,
  endpoint: ConsoleEndpoint,
  identity: Identity,
  request: FastifyRequest,
): Promise<Access> {
  const headers = headersOf(request);
  if (endpoint.access === 'anyone') return { headers };
  const teammate = await identity.identify(headers);
  if (!teammate) throw new ApiError('sign_in_needed', 'Your session has ended; sign in again.');
  if (endpoint.access === 'teammate') return { headers, teammate };
  const { site = '' } = request.params as { site?: string };
  const snapshot = ctx.snapshots.siteByName(site);
  const membership = snapshot && (await identity.membershipOf(teammate, snapshot.site.id));
  if (!snapshot || !membership) throw new ApiError('not_found', 'There is no such site of yours.');
  if (!mayUse(endpoint, membership)) throw new ApiError('role_missing', wanted(endpoint));
  return { headers, teammate, membership, snapshot };
}

function wanted(endpoint: ConsoleEndpoint): string {
  const { access, codeEditing } = endpoint;
  const task = taskWith(endpoint, consoleApi)?.words ?? 'This';
  const code = codeEditing ? ' with code editing' : '';
  return `${task}: this takes the role ${access}${code}. An Admin of the site can give it.`;
}

function headersOf({ headers, ip }: FastifyRequest): Headers {
  const found = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') found.set(name, value);
  }
  found.set(addressHeader, ip);
  return found;
}
