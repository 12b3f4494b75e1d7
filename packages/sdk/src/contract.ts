// What the client takes from the contract: the shape of each endpoint, as types alone. In the
// package that is installed, scripts/sdk writes this module out in full, with its descriptions.
import type { AnswerOf, api, Endpoint, HeadersOf, Types } from '@attune/contract';

/** Of one endpoint; what it does not take is undefined. */
type Shape<E> = E extends Endpoint
  ? {
      readonly method: E['method'];
      readonly path: E['path'];
      readonly params: Types<E>['params'];
      readonly query: Types<E>['query'];
      readonly headers: HeadersOf<E>;
      readonly body: Types<E>['body'];
      readonly bodyForm: E extends { readonly bodyForm: infer Form } ? Form : 'json';
      readonly answer: AnswerOf<E>;
    }
  : never;

/** Every endpoint by its name. */
export type Api = { readonly [Name in keyof typeof api]: Shape<(typeof api)[Name]> };
