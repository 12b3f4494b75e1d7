// Whatever keeps a request from its answer, as one error that code can act on.

/** RFC 9457 problem details, as the service answers them; `status` is 0 where nothing answered. */
export interface ProblemDocument {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /**
   * Of the service's catalogue, or the client's own: `timeout`, `network`, `aborted`, or
   * `not_attune`, where something else answers at the URL, such as a proxy.
   */
  readonly code: string;
  readonly traceId: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

/** Says which request had no answer, and why. */
export class AttuneError extends Error {
  override readonly name = 'AttuneError';
  readonly problem: ProblemDocument;
  /** Seconds after which it is worth trying again, where the service said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(problem: ProblemDocument, retryAfterSeconds?: number, cause?: unknown) {
    super(`${problem.code}: ${problem.detail}`, { cause });
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A result of what never rejects: where it failed, `error` says why. */
export interface Failed {
  readonly error?: AttuneError;
}

const titles = {
  timeout: 'No answer in time',
  network: 'The service cannot be reached',
  aborted: 'The caller no longer waits',
} as const;

/** A request that nothing answered. */
export function unanswered(
  code: keyof typeof titles,
  detail: string,
  cause?: unknown,
): AttuneError {
  const problem = { status: 0, title: titles[code], detail, code, traceId: '' };
  return new AttuneError(problem, undefined, cause);
}

/** An answer that refuses: the service's problem document, or what a proxy answers in its place. */
export function refused(request: string, response: Response, text: string): AttuneError {
  const { status, headers } = response;
  const type = headers.get('content-type') ?? '';
  const retryAfter = secondsOf(headers.get('retry-after'));
  if (type.includes('application/problem+json')) {
    return new AttuneError(JSON.parse(text), retryAfter);
  }
  const what = `${request} was answered with ${status} and ${type || 'no type'} instead of JSON`;
  return notAttune(what, text, status, retryAfter, headers.get('svc-trace-id') ?? '');
}

/** Something else answers at the URL. */
export function notAttune(
  what: string,
  text: string,
  status: number,
  retryAfterSeconds?: number,
  traceId = '',
): AttuneError {
  const detail =
    `${what}: something else than Attune answers there, such as a proxy. ` +
    `It begins: ${text.slice(0, 200)}`;
  const title = 'Not an answer of Attune';
  return new AttuneError({ status, title, detail, code: 'not_attune', traceId }, retryAfterSeconds);
}

/** `Retry-After` has seconds, or a date (RFC 9110). */
function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const seconds = Number(retryAfter);
  if (!Number.isNaN(seconds)) return Math.max(0, seconds);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1000);
}
