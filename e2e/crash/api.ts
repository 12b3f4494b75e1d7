// Requests as a client sees them: acknowledged, refused, or in doubt.

/** What is known of a request once it is over. */
export type Outcome =
  | { readonly is: 'acknowledged'; readonly status: number; readonly body: unknown }
  /** Nothing was done, and the answer says so. */
  | { readonly is: 'refused'; readonly status: number }
  /** Done or not: no answer came, or one that cannot know. */
  | { readonly is: 'doubtful' };

export interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: string;
}

export type Send = (method: string, path: string, sent?: Sent) => Promise<Outcome>;

const boundMs = 15_000;

/**
 * Sends requests with a key, to wherever the API is at the moment. An answer that no client should
 * ever get is passed to `onFault`.
 */
export function sender(
  url: () => string | undefined,
  key: () => string,
  onFault: (fault: string) => void,
): Send {
  return async (method, path, { body, headers, key: other } = {}) => {
    const base = url();
    if (base === undefined) return { is: 'doubtful' };
    try {
      const response = await fetch(base + path, {
        method,
        headers: {
          'svc-api-key': other ?? key(),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(boundMs),
      });
      const text = await response.text();
      const { status } = response;
      if (response.ok) {
        return { is: 'acknowledged', status, body: text === '' ? undefined : JSON.parse(text) };
      }
      // A 503 may have been in the middle of a commit.
      if (status === 503) return { is: 'doubtful' };
      if (status >= 500) onFault(`${method} ${path.split('?')[0]} answered ${status}`);
      return status >= 500 ? { is: 'doubtful' } : { is: 'refused', status };
    } catch {
      return { is: 'doubtful' };
    }
  };
}
