// Asks the service: the one place of the console that fetches.
import type { AnswerOf, ConsoleEndpoint } from '@attune/contract';
import { parseWritten } from '@attune/core';
import type { EndpointRef, SentTo } from './endpoints.ts';
import { problemOf, unreachable } from './problem.ts';

interface Parts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/**
 * Asks an endpoint, `{}` where it takes nothing. Rejects with a `Problem`, also when `signal` ends
 * it.
 */
export async function call<E extends ConsoleEndpoint>(
  endpoint: EndpointRef<E>,
  sent: SentTo<E>,
  signal?: AbortSignal,
): Promise<AnswerOf<E>> {
  const { params, query, body, headers } = sent as Parts;
  const response = await send(addressOf(endpoint.path, params, query), {
    method: endpoint.method,
    headers: {
      ...(headers as Record<string, string>),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  if (!response.ok) {
    const { status, statusText, headers } = response;
    throw problemOf({ status, statusText, header: (name) => headers.get(name) }, text);
  }
  if (response.headers.get('content-type')?.includes('ndjson')) return linesOf(text) as AnswerOf<E>;
  return (text === '' ? undefined : parseWritten(text)) as AnswerOf<E>;
}

const linesOf = (text: string): unknown[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [parseWritten(line)]));

/** The address of an endpoint with its parameters: for links to files that it answers with. */
export function addressOf(path: string, params: Parts['params'] = {}, query: Parts['query'] = {}) {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  return given.length > 0 ? `${address}?${new URLSearchParams(given)}` : address;
}

async function send(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...init, credentials: 'same-origin', cache: 'no-store' });
  } catch {
    throw unreachable();
  }
}
