// A route of the console: an endpoint of its contract and the function that answers it.
import type { ConsoleEndpoint, Membership, Types } from '@attune/contract';
import type { SiteSnapshot, Teammate } from '../../context.ts';
import type { Reply } from '../route.ts';

/** What an endpoint is given of a request, whatever the access. */
interface AnyCall<E extends ConsoleEndpoint> extends Types<E> {
  readonly traceId: string;
  /** Request headers, lower-case; they identify sessions. */
  readonly headers: Headers;
  /** Where the request comes from, as far as trusted proxies say. */
  readonly address: string;
  /** The console's own address: `https://attune.example`. */
  readonly origin: string;
}

interface SignedInCall<E extends ConsoleEndpoint> extends AnyCall<E> {
  readonly teammate: Teammate;
}

interface SiteCall<E extends ConsoleEndpoint> extends SignedInCall<E> {
  readonly membership: Membership;
  /** The site that the path names, of which the teammate is. */
  readonly snapshot: SiteSnapshot;
}

/** What a handler is given, by access. */
export type ConsoleCall<E extends ConsoleEndpoint> = E['access'] extends 'anyone'
  ? AnyCall<E>
  : E['access'] extends 'teammate'
    ? SignedInCall<E>
    : SiteCall<E>;

export interface ConsoleRoute {
  readonly endpoint: ConsoleEndpoint;
  readonly handle: (call: never) => Promise<Reply>;
}

/** Ties a handler to its endpoint, whose schemas type what it is given. */
export function consoleRoute<E extends ConsoleEndpoint>(
  endpoint: E,
  handle: (call: ConsoleCall<E>) => Promise<Reply>,
): ConsoleRoute {
  return { endpoint, handle };
}
