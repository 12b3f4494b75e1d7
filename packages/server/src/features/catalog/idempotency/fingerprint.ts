// What makes two requests the same: method, path, query and body, as one SHA-256.
import { createHash, type Hash } from 'node:crypto';

export interface RequestHead {
  readonly method: string;
  /** As the contract writes it, with the parameters' names. */
  readonly path: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
}

/** Starts a request's hash; its body is added as it is read, so that it need not stay in memory. */
export function startFingerprint({ method, path, params, query }: RequestHead): Hash {
  const head = [method, path, sorted(params), sorted(query)];
  return createHash('sha256').update(`${JSON.stringify(head)}\n`);
}

/** The order of parameters has no meaning. */
function sorted(values: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
}
