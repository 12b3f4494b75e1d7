// A route that keys and teammates share: one handler for both.
import type { Readable } from 'node:stream';
import {
  type Endpoint,
  type Membership,
  type MirroredPermission,
  mirroredApi,
  type Types,
} from '@attune/contract';
import type { SiteSnapshot, Who } from '../context.ts';
import { type ConsoleRoute, consoleRoute } from './console/route.ts';
import { type Reply, type Route, route } from './route.ts';

/** What a handler is given, for a key and for a teammate. */
export interface ManageCall<E extends Endpoint> extends Types<E> {
  readonly who: Who;
  /** Of a teammate. */
  readonly membership: Membership | undefined;
  readonly snapshot: SiteSnapshot;
  readonly traceId: string;
  /** Request headers, lower-case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as lines of NDJSON, which keys may send instead of `body`; or as a file's bytes. */
  readonly lines: Readable | undefined;
}

type ManageEndpoint = Endpoint & { readonly permission: MirroredPermission };

/** A route under `/v2`, and the same one on the console. */
export interface ManageRoute extends Route {
  readonly onConsole: ConsoleRoute;
}

/** Ties a handler to an endpoint of such a permission and to its like on the console. */
export function manageRoute<E extends ManageEndpoint>(
  endpoint: E,
  handle: (call: ManageCall<E>) => Promise<Reply>,
): ManageRoute {
  const mirrored = Object.values(mirroredApi).find(({ id }) => id === endpoint.id);
  if (!mirrored) throw new Error(`${endpoint.id} is not in the contract`);
  const keyed = route(endpoint as Endpoint, (call) => {
    const { caller, params, query, body, headers, lines, traceId } = call;
    const { snapshot, key } = caller;
    const who = { siteId: snapshot.site.id, actor: `key ${key.id} (${key.name})` };
    const rest = { headers, lines, traceId, membership: undefined };
    return handle({ who, snapshot, params, query, body, ...rest } as ManageCall<E>);
  });
  const onConsole = consoleRoute(mirrored, (call) => {
    const { snapshot, teammate, membership, params, query, body, lines, traceId } =
      call as typeof call & Input;
    const who = { siteId: snapshot.site.id, actor: teammate.email };
    const headers = Object.fromEntries(call.headers);
    const rest = { headers, lines, traceId, membership };
    return handle({ who, snapshot, params, query, body, ...rest } as ManageCall<E>);
  });
  return { ...keyed, onConsole };
}

interface Input {
  readonly query?: unknown;
  readonly body?: unknown;
  readonly lines: Readable | undefined;
}

/** The console's routes among those for keys. */
export function consoleRoutesOf(routes: readonly (Route | ManageRoute)[]): ConsoleRoute[] {
  return routes.flatMap((one) => ('onConsole' in one ? [one.onConsole] : []));
}
