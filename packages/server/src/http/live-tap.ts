// Shows requests to teammates who watch the site: no body, no query, no secret.

import type { ApiError } from '../api-error.ts';
import type { Context, KeyRecord } from '../context.ts';

const longestWhy = 500;
const mostErrors = 3;

export interface Answered {
  readonly endpoint: string;
  readonly status: number;
  readonly ms: number;
  readonly traceId: string;
  readonly apiError: ApiError | undefined;
}

/** Shows a request on the watched site of its key. */
export function showRequest({ live }: Pick<Context, 'live'>, key: KeyRecord, to: Answered): void {
  const { endpoint, status, traceId, apiError } = to;
  const ms = Math.round(to.ms * 1000) / 1000;
  const why = apiError ? reasonOf(apiError) : '';
  live.note(key.siteId, { kind: 'request', endpoint, key: key.name, status, ms, traceId, why });
}

function reasonOf({ code, message, errors = [] }: ApiError): string {
  const faults = errors.slice(0, mostErrors).map((one) => `${one.pointer} ${one.detail}`);
  const text = [`${code}: ${message}`, ...faults].join(' · ');
  return text.length <= longestWhy ? text : `${text.slice(0, longestWhy).toWellFormed()}…`;
}
