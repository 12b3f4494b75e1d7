// From an endpoint as the contract states it to a function: its types come with it, nothing else.
import type { AnswerOf, api, Endpoint, HeadersOf, Types } from '@attune/contract';
import type { Bytes, Send } from './request.ts';

type Api = typeof api;

/** The name of an endpoint in the contract, such as `listStrategies`. */
export type EndpointName = keyof Api;

/** As people have them: ids and numbers need not be made text first. */
type Given<V> = V extends 'true' | 'false' ? V | boolean : string extends V ? V | number : V;
type GivenParts<P> = { readonly [Name in keyof P]: Given<P[Name]> };

type Params<E extends Endpoint> = Types<E>['params'] extends undefined
  ? unknown
  : { readonly params: GivenParts<Types<E>['params']> };

type Query<E extends Endpoint> = Types<E>['query'] extends undefined
  ? unknown
  : Partial<Types<E>['query']> extends Types<E>['query']
    ? { readonly query?: GivenParts<Types<E>['query']> }
    : { readonly query: GivenParts<Types<E>['query']> };

/** Of a file or of lines `type` says what they are, such as `text/csv`. */
type Body<E extends Endpoint> = E extends { readonly bodyForm: 'bytes' }
  ? { readonly body: Bytes }
  : E extends { readonly bodyForm: string }
    ? { readonly body: Types<E>['body'] } | { readonly body: Bytes; readonly type: string }
    : Types<E>['body'] extends undefined
      ? unknown
      : { readonly body: Types<E>['body'] };

type Headers<E extends Endpoint> =
  HeadersOf<E> extends undefined ? unknown : { readonly headers?: HeadersOf<E> };

/** What an endpoint is asked with. */
export type RequestFor<Name extends EndpointName> = Params<Api[Name]> &
  Query<Api[Name]> &
  Body<Api[Name]> &
  Headers<Api[Name]> & { readonly signal?: AbortSignal };

/** What it answers: `Answer<'listStrategies'>`. */
export type Answer<Name extends EndpointName> = AnswerOf<Api[Name]>;

/** A client, or whatever else can request. */
export interface Requesting {
  readonly request: Send;
}

/** An endpoint as a function. Throws `AttuneError` for what the service refuses. */
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
}

/**
 * Makes the function of an endpoint; the compiler holds method and path to the contract.
 * @__NO_SIDE_EFFECTS__
 */
export function endpoint<Name extends EndpointName>(
  method: Api[Name]['method'],
  path: Api[Name]['path'],
  ...[file]: Api[Name] extends { readonly bodyForm: 'bytes' } ? [type: string] : []
): Call<Name> {
  return (client, ...[asked = {}]) => {
    const { params = {}, query = {}, body, type = file, headers, signal } = asked as Loose;
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(String(params[name])),
    );
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    return client.request(method, filled, {
      query: Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
      headers: { ...(type && { 'content-type': type }), ...headers },
      ...(type ? { bytes: body as Bytes } : { body }),
      signal,
    });
  };
}
