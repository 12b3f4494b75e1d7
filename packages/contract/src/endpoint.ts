// What it is to be an endpoint: data from which routes, checks, types and documents are made.
import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';
import type { Permission, Role, Source } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * How a request's body is read: one JSON document, or items as lines of NDJSON as well, or as lines
 * of NDJSON or CSV; or `bytes`, a file of any kind (`application/octet-stream`).
 */
export type BodyForm = 'json' | 'json-or-ndjson' | 'json-or-lines' | 'bytes';

export interface Answer {
  readonly description: string;
  /** Absent: no body. */
  readonly schema?: TSchema;
  readonly headers?: Readonly<Record<string, string>>;
  /** The same as a table, for those who ask for it. */
  readonly isAlsoCsv?: true;
  /** Lines of NDJSON, each of the schema. */
  readonly isLines?: true;
}

export interface Endpoint {
  readonly id: string;
  readonly tag: string;
  readonly method: Method;
  /** With parameters in braces: `/v2/feeds/{feedId}`. */
  readonly path: string;
  /** The same in the original API family; for callers with compatibility on. */
  readonly originalPath?: string;
  readonly summary: string;
  readonly description?: string;
  /** `null`: any key will do. */
  readonly permission: Permission | null;
  readonly sources: readonly Source[];
  /**
   * A protocol of others, whose ways it keeps: where keys are sent, and how errors are written.
   * Absent: ours.
   */
  readonly protocol?: 'ofrep';
  /**
   * Of an endpoint of the permission `manage` or `feed`: who may use it on the console. Absent: a
   * Viewer what reads (GET), an Editor what changes.
   */
  readonly access?: Role;
  /** On the console it needs the permission to edit code as well. */
  readonly codeEditing?: true;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly headers?: TObject;
  readonly body?: TSchema;
  /**
   * Are parts of the body that cannot be read passed over and told? For what pages send; whatever
   * changes data on purpose is refused as a whole.
   */
  readonly isLenient?: true;
  /** Does the body hold the key, as `key`? For beacons, which can have no header of their own. */
  readonly hasKeyInBody?: true;
  readonly bodyForm?: BodyForm;
  readonly bodyLimitBytes?: number;
  readonly answers: Readonly<Record<number, Answer>>;
  /** Refusals of this endpoint's own, beside those that every endpoint has. */
  readonly errors?: readonly ErrorCode[];
}

type StaticOf<S> = S extends TSchema ? Static<S> : undefined;

/** What a handler is given and gives back, from its endpoint's schemas. */
export interface Types<E extends Pick<Endpoint, 'params' | 'query' | 'body'>> {
  readonly params: StaticOf<E['params']>;
  readonly query: StaticOf<E['query']>;
  readonly body: StaticOf<E['body']>;
}

/** Request headers that an endpoint reads, lower-case. */
export type HeadersOf<E extends Pick<Endpoint, 'headers'>> = StaticOf<E['headers']>;

/** States an endpoint; it exists as a function so that the compiler keeps the literal types. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

/** The most a JSON body may hold unless its endpoint says otherwise: 1 MiB. */
export const defaultBodyLimitBytes = 1024 * 1024;

/** What the paths of requests look like that a path with parameters (`/v2/feeds/{id}`) is for. */
export const pathForm = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
