// What the pages of versioned things share: one kind says here in what it differs from the others.
import type { EndpointRef } from '../api/endpoints.ts';
import type { Difference } from '../ui/differences-shown.tsx';

/** What the service has of a thing: the version that its draft is. */
export interface Versioned {
  readonly id: number;
  readonly version: number;
}

/** What is wrong with a draft, and where in its body. */
export interface Fault {
  readonly pointer: string;
  readonly detail: string;
}

/** Some members anew; `undefined` takes one away. */
export type Change<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

/** A kind of versioned thing: campaigns, audiences, strategies. */
export interface Kind<Thing extends Versioned, Body, Draft extends object> {
  /** "campaign" */
  readonly noun: string;
  readonly endpoints: {
    readonly read: EndpointRef;
    /** Absent: another page makes new ones. */
    readonly create?: EndpointRef;
    readonly replace: EndpointRef;
    readonly restore: EndpointRef;
    /** Absent: what is saved is in force at once. Present: versions are drafts until then. */
    readonly publish?: EndpointRef;
    readonly versions: EndpointRef;
    readonly version: EndpointRef;
  };
  /** Endpoints that answer something else after a change. */
  readonly stale: readonly Pick<EndpointRef, 'path'>[];
  readonly bodyIn: (thing: Thing) => Body;
  readonly draftOf: (body: Body) => Draft;
  /** What to send for a draft, and what of it cannot be sent as it is typed. */
  readonly bodyOf: (draft: Draft) => { readonly body: Body; readonly faults: readonly Fault[] };
  /** What a new one begins as, where this page makes it. */
  readonly empty?: Draft;
  readonly differencesBetween: (before: Body, after: Body) => Difference[];
  /** The order of members says something: of payloads, which are given as they are written. */
  readonly isOrdered?: boolean;
  /** A thing that no teammate may change for now, and why. */
  readonly lockOf?: (thing: Thing) => string | undefined;
  /** The verbs of the save bar and of the way back. */
  readonly save: string;
  readonly restore: string;
  /** What comes of restoring "version 2". */
  readonly sayRestored: (what: string) => string;
}

/** Where a thing is, for requests. */
export const paramsOf = (site: string, id: number) => ({ params: { site, id: String(id) } });

/** Has anything been changed since `saved`? */
export function isChanged<Body, Draft extends object>(
  { bodyOf, isOrdered = false }: Pick<Kind<never, Body, Draft>, 'bodyOf' | 'isOrdered'>,
  draft: Draft,
  saved: Draft,
): boolean {
  if (draft === saved) return false;
  const text = isOrdered ? JSON.stringify : unorderedText;
  return text(bodyOf(draft)) !== text(bodyOf(saved));
}

/** Alike whatever the order of members. */
const unorderedText = (json: unknown): string =>
  JSON.stringify(json, (_name, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** The members of `before`, with some of them anew. */
export function changed<T extends object>(before: T, part: Change<T>): T {
  const all = Object.entries({ ...before, ...part });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as T;
}
