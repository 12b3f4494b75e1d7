// All methods of recommending: what each learns from, how it is kept up, which options it has.
//
// A new method has its type in `definition.ts` and a line here; the compiler names what is missing.

import type { Method } from './definition.ts';

/** What identifies a method: its type, and of collaborative ones the algorithm. */
export type MethodName =
  | Exclude<Method['type'], 'collaborative'>
  | 'collaborative item-knn'
  | 'collaborative rp3beta';

interface MethodDefinition {
  /** Its options with their defaults, in the order in which they are kept. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Options that have no default and may be left out. */
  readonly optional: readonly string[];
  /** What its model is made of; null: it has none. */
  readonly learnsFrom: 'events' | 'feed' | null;
  /** Do the counts of single days add up to its model? Else it is built of all days at once. */
  readonly addsUp: boolean;
  /** When its model is built anew; null: never. */
  readonly rebuilt: 'hourly' | 'nightly' | 'with the feed' | null;
  /** Has it something for everybody, on any page? */
  readonly isForEverybody: boolean;
  /** Is the score of an item a time? */
  readonly isMoment: boolean;
}

/**
 * How much the site's average counts beside the user's own affinity: as much as this affinity score
 * would. Chosen on the validation of bench/recommend.ts (docs/decisions/0031).
 */
export const defaultPrior = 640;

const counting = { window: 30 };
const pairs = { window: 90, scoring: 'cosine', shrinkage: 10, minimumSupport: 2, neighbours: 50 };

const modelless = {
  optional: [],
  learnsFrom: null,
  addsUp: false,
  rebuilt: null,
  isForEverybody: false,
  isMoment: false,
} as const;
const ranking = {
  optional: ['halfLife'],
  learnsFrom: 'events',
  addsUp: true,
  rebuilt: 'hourly',
  isForEverybody: true,
  isMoment: false,
} as const;
const together = { ...ranking, rebuilt: 'nightly', isForEverybody: false } as const;
const collaborative = { ...together, addsUp: false } as const;

/** By name, in the order in which they are listed. */
const methodTable = {
  popularity: { ...ranking, defaults: { event: 'view', ...counting } },
  trending: { ...ranking, defaults: { event: 'view', recent: 3, ...counting } },
  newest: { ...modelless, defaults: {}, isForEverybody: true, isMoment: true },
  'recently-viewed': { ...modelless, defaults: {}, isMoment: true },
  'recently-purchased': { ...modelless, defaults: {}, isMoment: true },
  'viewed-together': { ...together, defaults: { seed: 'auto', ...pairs } },
  'bought-together': { ...together, defaults: { seed: 'auto', ...pairs, window: 180 } },
  similar: {
    ...modelless,
    learnsFrom: 'feed',
    rebuilt: 'with the feed',
    defaults: { seed: 'auto', columns: ['categories', 'brand'], shrinkage: 0, neighbours: 50 },
  },
  affinity: {
    ...modelless,
    defaults: { prior: defaultPrior },
    optional: ['properties', 'visit'],
  },
  'collaborative item-knn': {
    ...collaborative,
    defaults: { event: 'view', ...pairs, window: 180, neighbours: 100, repeats: false },
  },
  'collaborative rp3beta': {
    ...collaborative,
    defaults: {
      event: 'view',
      alpha: 1,
      beta: 0.3,
      neighbours: 100,
      window: 180,
      repeats: false,
    },
  },
} as const satisfies Readonly<Record<MethodName, MethodDefinition>>;

type Table = typeof methodTable;
type TypeOf<Name> = Name extends `${infer Type} ${string}` ? Type : Name;
type Having<Traits> = {
  [Name in MethodName]: Table[Name] extends Traits ? TypeOf<Name> : never;
}[MethodName];

/** A method whose model is made of events. */
export type LearningMethod = Extract<Method, { type: Having<{ learnsFrom: 'events' }> }>;

/** A method that learns from the feed instead of from events. */
export type ContentMethod = Extract<Method, { type: Having<{ learnsFrom: 'feed' }> }>;

/** A method whose days add up. */
export type CountingMethod = Extract<Method, { type: Having<{ addsUp: true }> }>;

/** What a method is called. The algorithm of a collaborative one is item-knn if it says none. */
export function methodName(method: { readonly type: string; readonly algorithm?: unknown }) {
  if (method.type !== 'collaborative') return method.type as MethodName;
  return `collaborative ${method.algorithm ?? 'item-knn'}` as MethodName;
}

/** The options of each method with their defaults. */
export const methodDefaults = Object.fromEntries(
  Object.entries(methodTable).map(([name, { defaults }]) => [name, defaults]),
) as Readonly<Record<MethodName, Readonly<Record<string, unknown>>>>;

/** What is declared of a method. */
export function methodDefinition(method: { readonly type: string; readonly algorithm?: unknown }) {
  return methodTable[methodName(method)] as MethodDefinition;
}

/** Is the method's model made of interactions? */
export function isLearning(method: Method): method is LearningMethod {
  return methodDefinition(method).learnsFrom === 'events';
}

/** Is the method's model made of a feed? */
export function isContent(method: Method): method is ContentMethod {
  return methodDefinition(method).learnsFrom === 'feed';
}

/** Do the method's days add up? Collaborative ones must be built of all days at once. */
export function isCounting(method: Method): method is CountingMethod {
  return methodDefinition(method).addsUp;
}
