// Asks the service: the one place of the console that fetches.
import type { AnswerOf, ConsoleEndpoint } from '@attune/contract';
import { parseWritten } from '@attune/core';
import { connection } from './connection.ts';
import type { EndpointRef, SentTo } from './endpoints.ts';
import { isProblem, problemOf, unreachable } from './problem.ts';
import { sessionEnd } from './session-end.ts';

interface Parts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/**
 * Asks an endpoint, `{}` where it takes nothing. Rejects with a `Problem`, also when `signal` ends
 * it. Where the session has ended, it is sent again once the teammate has signed in again.
 */
export async function call<E extends ConsoleEndpoint>(
  endpoint: EndpointRef<E>,
  sent: SentTo<E>,
  signal?: AbortSignal,
): Promise<AnswerOf<E>> {
  try {
    return await callOnce(endpoint, sent, signal);
  } catch (error) {
    if (isProblem(error, 'sign_in_needed') && (await sessionEnd.wait())) {
      return call(endpoint, sent, signal);
    }
    throw error;
  }
}

/** The same for those who want to know whether there is a session. */
export async function callOnce<E extends ConsoleEndpoint>(
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
    if (!init.signal?.aborted) connection.noteFailure();
    throw unreachable();
  }
}
