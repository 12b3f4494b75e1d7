// The console's endpoints: where to ask as values, what to send and what comes back as types.
import type {
  AnswerOf,
  ConsoleEndpoint,
  HeadersOf,
  consoleApi as stated,
  Types,
} from '@attune/contract';

declare const shape: unique symbol;

/** An endpoint without its schemas, which the bundle leaves out; `E` remembers them as types. */
export interface EndpointRef<E extends ConsoleEndpoint = ConsoleEndpoint>
  extends Pick<ConsoleEndpoint, 'method' | 'path' | 'access' | 'codeEditing'> {
  readonly [shape]?: E;
}

/** What an endpoint must be sent; and headers, where it takes some. */
export type SentTo<E extends ConsoleEndpoint> = {
  [Part in keyof Types<E> as Types<E>[Part] extends undefined ? never : Part]: Types<E>[Part];
} & (E extends { readonly headers: object } ? { readonly headers?: HeadersOf<E> } : unknown);

/** What an endpoint of `consoleApi` answers: `Answer<'listKeys'>`. */
export type Answer<Name extends keyof typeof stated> = AnswerOf<(typeof stated)[Name]>;

/** Put in by vite.config.ts. */
declare const CONSOLE_ENDPOINTS: unknown;

export const consoleApi = CONSOLE_ENDPOINTS as {
  readonly [Name in keyof typeof stated]: EndpointRef<(typeof stated)[Name]>;
};
