// From the arguments of a tool to a request of the API, and from its answer to the tool's result.
import type { Endpoint } from '@attune/contract';

export interface Api {
  readonly url: string;
  readonly key: string;
}

export interface ToolResult {
  readonly isError?: true;
  readonly content: { readonly type: 'text'; readonly text: string }[];
  // The protocol leaves room for more.
  readonly [member: string]: unknown;
}

type Arguments = Readonly<Record<string, unknown>>;

const failed = (text: string): ToolResult => ({ isError: true, content: [{ type: 'text', text }] });

/** Calls an endpoint. What it refuses is a result that says so: the assistant may do better. */
export async function callApi(
  { url, key }: Api,
  endpoint: Endpoint,
  given: Arguments,
  signal?: AbortSignal,
): Promise<ToolResult> {
  const { method, path, query, headers, body } = endpoint;
  const textOf = (name: string) => String(given[name]);
  const among = (schema: Endpoint['query']) =>
    Object.keys(schema?.properties ?? {}).filter((name) => given[name] !== undefined);
  const address = new URL(
    path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(textOf(name))),
    url,
  );
  for (const name of among(query)) address.searchParams.set(name, textOf(name));
  const response = await fetch(address, {
    method,
    // The key is for this address, and not for another that it names.
    redirect: 'manual',
    headers: {
      'svc-api-key': key,
      ...(body && { 'content-type': 'application/json' }),
      ...Object.fromEntries(among(headers).map((name) => [name, textOf(name)])),
    },
    ...(body && { body: JSON.stringify(given['body']) }),
    ...(signal && { signal }),
  }).catch((error: Error) => error);
  if (response instanceof Error) {
    const { code, message } = (response.cause ?? response) as Error & { code?: string };
    return failed(`Attune does not answer at ${address.origin}: ${code ?? message}.`);
  }
  const text = await response.text();
  if (!response.ok) return failed(refusalOf(response, text));
  return { content: [{ type: 'text', text: text === '' ? 'Done.' : text }] };
}

function refusalOf({ status, headers }: Response, text: string): string {
  const type = headers.get('content-type') ?? '';
  if (!type.startsWith('application/problem+json')) {
    return `The answer was ${status} of the type "${type}": something else than Attune answered.`;
  }
  const {
    code,
    detail,
    errors = [],
  } = JSON.parse(text) as {
    code: string;
    detail: string;
    errors?: { pointer: string; detail: string }[];
  };
  const faults = errors.map((one) => `\n${one.pointer} ${one.detail}`);
  return `${status} ${code}: ${detail}${faults.join('')}`;
}
