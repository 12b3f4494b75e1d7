// Sends one request and reads its answer: the one place of the client that fetches.
import { AttuneError, type ProblemDocument } from './problem.ts';

export interface ClientOptions {
  /** Where the service is, e.g. `http://localhost:8080`. */
  readonly url: string;
  readonly key: string;
  /** Instead of the global one. */
  readonly fetch?: typeof fetch;
}

/** A file, or lines of one. */
export type Bytes = string | Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream;

export interface Sent {
  readonly query?: Readonly<Record<string, string>>;
  /** Goes as JSON. */
  readonly body?: unknown;
  /** Goes as it is, instead of a body; `content-type` says what it is. */
  readonly bytes?: Bytes | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Asks any endpoint by its method and path. Throws `AttuneError` for what the service refuses. */
export type Send = <T>(method: string, path: string, sent?: Sent) => Promise<T>;

/** Requests to one service with one key. */
export function requestsTo({ url, key, fetch: send = fetch }: ClientOptions): Send {
  return async <T>(method: string, path: string, sent: Sent = {}): Promise<T> => {
    const { query, body, bytes, headers, signal } = sent;
    const search = new URLSearchParams(query).toString();
    const response = await send(`${url}${path}${search && `?${search}`}`, {
      method,
      headers: { 'SVC-API-Key': key, 'content-type': 'application/json', ...headers },
      // A stream is sent to its end before the answer is read; other bytes do not mind.
      ...{ body: bytes ?? JSON.stringify(body), duplex: 'half', signal: signal ?? null },
    });
    const text = await response.text();
    if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as T;
    throw new AttuneError(problemOf(response, text), response.headers.get('retry-after'));
  };
}

/** What was refused; in a proxy's words where the answer is not the service's own. */
function problemOf({ status, statusText, headers }: Response, text: string): ProblemDocument {
  if (headers.get('content-type')?.includes('application/problem+json')) return JSON.parse(text);
  const traceId = headers.get('svc-trace-id') ?? '';
  return { status, title: statusText, detail: text.slice(0, 200), code: 'no_problem', traceId };
}
