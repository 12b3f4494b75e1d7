// A route: an endpoint of the contract and the function that answers it.
import type { Readable } from 'node:stream';
import type { Endpoint, Types } from '@attune/contract';
import type { Caller, Client } from '../context.ts';
import type { PassedOver } from '../passed-over.ts';

export interface Call<E extends Endpoint> extends Types<E> {
  readonly caller: Caller;
  readonly client: Client;
  readonly traceId: string;
  /** What of the body was passed over, where the endpoint reads leniently; handlers add to it. */
  readonly passedOver: PassedOver[];
  /** Is the answer in the names of the original API family? See http/compatibility.ts. */
  readonly isOriginal: boolean;
  /** Request headers that the endpoint states, lower-case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /**
   * The body as lines of NDJSON, uncompressed, or as a file's bytes; set instead of `body` when it
   * was sent so.
   */
  readonly lines: Readable | undefined;
}

export interface Reply {
  readonly status: number;
  /** Serialised as JSON. */
  readonly body?: unknown;
  /** JSON text that is sent as it is; wins over `body`. */
  readonly text?: string;
  /** Lines of NDJSON or of a table, each read when the one before has been sent; wins over both. */
  readonly lines?: AsyncIterable<string>;
  /** Of the text or the lines; JSON and NDJSON where none is given. */
  readonly type?: string;
  /** Several of one name where a list is given: cookies. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
}

export interface Route {
  readonly endpoint: Endpoint;
  /** Without a promise where nothing has to be waited for. */
  readonly handle: (call: Call<Endpoint>) => Reply | Promise<Reply>;
}

/** Ties a handler to its endpoint, whose schemas type what it is given. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Reply | Promise<Reply>,
): Route {
  return { endpoint, handle: handle as Route['handle'] };
}
