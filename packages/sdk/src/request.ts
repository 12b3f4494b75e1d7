// Sends one request and reads its answer, in bounded time: no other module awaits a fetch.
import { isWorthRetrying, retryDelayMs } from './backoff.ts';
import { pause, within } from './deadline.ts';
import { AttuneError, refused, unanswered } from './problem.ts';

export interface ClientOptions {
  /** Where the service is, with or without a slash at its end: `https://attune.shop.example`. */
  readonly url: string;
  readonly key: string;
  /** How long a page waits for a choice or a profile, with all retries. Default 1,000. */
  readonly timeoutMs?: number;
  /** How often a request is sent again that failed for a reason that passes. Default 2. */
  readonly retries?: number;
  /** Have choices, events and profiles reject when they fail, rather than say so in `error`. */
  readonly throwOnError?: boolean;
  /**
   * Is told of every failure of a choice, an event or a profile, for your log. Default: the console
   * shows the first of each kind.
   */
  readonly onError?: (error: AttuneError) => void;
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
  /** How long to wait for the answer, with all retries. Default 60,000; for a file, without end. */
  readonly timeoutMs?: number | undefined;
  /** Does the request do no more when it arrives twice? Default: all but POST. */
  readonly isIdempotent?: boolean | undefined;
  /** Goes on when the page goes, if it is small. */
  readonly keepalive?: boolean | undefined;
}

/** Requests any endpoint by its method and path. Rejects with an `AttuneError`. */
export type Send = <T>(method: string, path: string, sent?: Sent) => Promise<T>;

const defaultMs = 60_000;
/** Browsers refuse a request that is larger; half of it may be other letters than ASCII. */
const mostKeptAlive = 30_000;
/** The most that a timer takes: 24 days. */
const endlessMs = 2 ** 31 - 1;

/** An address that paths can be appended to. */
export const baseOf = (url: string): string => (url.endsWith('/') ? url.slice(0, -1) : url);

/** Requests to one service with one key. */
export function requestsTo({ url, key, fetch: send, retries = 2 }: ClientOptions): Send {
  const base = baseOf(url);
  return async <T>(method: string, path: string, sent: Sent = {}): Promise<T> => {
    const { bytes, signal, isIdempotent = method !== 'POST' } = sent;
    const { timeoutMs = bytes === undefined ? defaultMs : endlessMs } = sent;
    const search = new URLSearchParams(sent.query).toString();
    const address = `${base}${path}${search && `?${search}`}`;
    const name = `${method} ${base}${path}`;
    const late = () => unanswered('timeout', `${name} had no answer within ${timeoutMs} ms`);
    const endMs = Date.now() + timeoutMs;
    // A stream is gone once it was sent.
    const isRepeatable = !(bytes instanceof ReadableStream);

    const work = async (ending: AbortSignal): Promise<T> => {
      for (let attempt = 0; ; attempt++) {
        try {
          // As a function of its own: browsers' fetch must not be called as a method.
          const request = send ?? fetch;
          const response = await request(address, initOf(method, key, sent, ending));
          return await answerOf<T>(name, response);
        } catch (thrown) {
          const error = errorOf(thrown, name);
          const waitMs = retryDelayMs(error, attempt, Math.random());
          const isLast = attempt >= retries || Date.now() + waitMs > endMs || ending.aborted;
          if (isLast || !isRepeatable || !isWorthRetrying(error, isIdempotent)) throw error;
          await pause(waitMs, ending);
        }
      }
    };
    return within(timeoutMs, signal, late, work).catch((reason) => {
      if (reason instanceof AttuneError) throw reason;
      throw unanswered('aborted', `${name} was aborted by its caller`, reason);
    });
  };
}

function initOf(method: string, key: string, sent: Sent, signal: AbortSignal): RequestInit {
  const { bytes, headers, keepalive = false } = sent;
  const text = JSON.stringify(sent.body);
  return {
    method,
    // An undefined one would go as that word.
    headers: { 'SVC-API-Key': key || '', 'content-type': 'application/json', ...headers },
    signal,
    ...(keepalive && text?.length < mostKeptAlive && { keepalive }),
    // A stream is sent to its end before the answer is read; other bytes do not mind.
    ...{ body: bytes ?? text, duplex: 'half' },
  } as RequestInit;
}

async function answerOf<T>(name: string, response: Response): Promise<T> {
  const text = await response.text();
  if (!response.ok) throw refused(name, response, text);
  if (text === '') return undefined as T;
  const type = response.headers.get('content-type') ?? '';
  if (!type.includes('json')) throw refused(name, response, text);
  if (type.includes('ndjson')) return linesOf(text) as T;
  return JSON.parse(text) as T;
}

const linesOf = (text: string): unknown[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));

function errorOf(thrown: unknown, name: string): AttuneError {
  if (thrown instanceof AttuneError) return thrown;
  const { message, cause } = thrown as Error;
  const reason = cause instanceof Error ? cause.message : message;
  return unanswered('network', `${name} had no answer: ${reason}`, thrown);
}
