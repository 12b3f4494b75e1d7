// From an endpoint as the contract states it to a function: its types come with it, nothing else.
import type { Api } from './contract.ts';
import type { Bytes, Send } from './request.ts';

/** The name of an endpoint in the contract, such as `listStrategies`. */
export type EndpointName = keyof Api;

/** Ids and numbers need not be made text first. */
type Given<V> = V extends 'true' | 'false' ? V | boolean : string extends V ? V | number : V;
type GivenParts<P> = { readonly [Name in keyof P]: Given<P[Name]> };

type Params<E extends Api[EndpointName]> = E['params'] extends undefined
  ? unknown
  : { readonly params: GivenParts<E['params']> };

type Query<E extends Api[EndpointName]> = E['query'] extends undefined
  ? unknown
  : Partial<E['query']> extends E['query']
    ? { readonly query?: GivenParts<E['query']> }
    : { readonly query: GivenParts<E['query']> };

/** Of a file or of lines `type` says what they are, such as `text/csv`. */
type Body<E extends Api[EndpointName]> = E['bodyForm'] extends 'bytes'
  ? { readonly body: Bytes }
  : E['body'] extends undefined
    ? unknown
    : E['bodyForm'] extends 'json'
      ? { readonly body: E['body'] }
      : { readonly body: E['body'] } | { readonly body: Bytes; readonly type: string };

type Headers<E extends Api[EndpointName]> = E['headers'] extends undefined
  ? unknown
  : { readonly headers?: E['headers'] };

/** What an endpoint is called with. */
export type RequestFor<Name extends EndpointName> = Params<Api[Name]> &
  Query<Api[Name]> &
  Body<Api[Name]> &
  Headers<Api[Name]> & { readonly signal?: AbortSignal; readonly timeoutMs?: number };

/** What it answers: `Answer<'listStrategies'>`. */
export type Answer<Name extends EndpointName> = Api[Name]['answer'];

/** The JSON that it takes: `BodyOf<'choose'>`. */
export type BodyOf<Name extends EndpointName> = Api[Name]['body'];

/** A client, or whatever else can request. */
export interface Requesting {
  readonly request: Send;
}

/** An endpoint as a function. Rejects with an `AttuneError` when it fails. */
export type Call<Name extends EndpointName> = (
  client: Requesting,
  // biome-ignore lint/complexity/noBannedTypes: {} is what can be left out
  ...asked: {} extends RequestFor<Name> ? [asked?: RequestFor<Name>] : [asked: RequestFor<Name>]
) => Promise<Answer<Name>>;

interface Loose {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/**
 * Makes the function of an endpoint; the compiler holds method and path to the contract.
 * @__NO_SIDE_EFFECTS__
 */
export function endpoint<Name extends EndpointName>(
  method: Api[Name]['method'],
  path: Api[Name]['path'],
  ...[file]: Api[Name]['bodyForm'] extends 'bytes' ? [type: string] : []
): Call<Name> {
  return (client, ...[asked = {}]) => {
    const { params = {}, query = {}, body, type = file, headers, ...bounds } = asked as Loose;
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(String(params[name])),
    );
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    return client.request(method, filled, {
      query: Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
      headers: { ...(type && { 'content-type': type }), ...headers },
      ...(type ? { bytes: body as Bytes } : { body }),
      ...bounds,
    });
  };
}
