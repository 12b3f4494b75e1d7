// Knows which options each method has, and what they are where a strategy does not say.

import type { Method } from '../definition.ts';

/** What a method is told apart by: its type, and of collaborative ones the algorithm. */
export type MethodName =
  | Exclude<Method['type'], 'collaborative'>
  | 'collaborative item-knn'
  | 'collaborative rp3beta';

/**
 * How much the site's taste counts beside one's own: as much as this affinity score would. Chosen
 * on the validation of bench/recommend.ts (docs/decisions/0031).
 */
export const defaultPrior = 640;

const counting = { window: 30 };
const pairs = { window: 90, scoring: 'cosine', shrinkage: 10, minimumSupport: 2, neighbours: 50 };

/** The options of each method with their defaults, in the order in which they are kept. */
export const methodDefaults: Readonly<Record<MethodName, Readonly<Record<string, unknown>>>> = {
  popularity: { event: 'view', ...counting },
  trending: { event: 'view', recent: 3, ...counting },
  newest: {},
  'recently-viewed': {},
  'recently-purchased': {},
  'viewed-together': { seed: 'auto', ...pairs },
  'bought-together': { seed: 'auto', ...pairs, window: 180 },
  similar: { seed: 'auto', columns: ['categories', 'brand'], shrinkage: 0, neighbours: 50 },
  affinity: { prior: defaultPrior },
  'collaborative item-knn': {
    event: 'view',
    ...pairs,
    window: 180,
    neighbours: 100,
    repeats: false,
  },
  'collaborative rp3beta': {
    event: 'view',
    alpha: 1,
    beta: 0.3,
    neighbours: 100,
    window: 180,
    repeats: false,
  },
};

/** Options that have no default: what they would say is not said without them. */
export const optionsWithout: Readonly<Partial<Record<MethodName, readonly string[]>>> = {
  popularity: ['halfLife'],
  trending: ['halfLife'],
  'viewed-together': ['halfLife'],
  'bought-together': ['halfLife'],
  affinity: ['properties', 'visit'],
  'collaborative item-knn': ['halfLife'],
  'collaborative rp3beta': ['halfLife'],
};

/** What a method is called. The algorithm of a collaborative one is item-knn if it says none. */
export function methodName(method: { readonly type: string; readonly algorithm?: unknown }) {
  if (method.type !== 'collaborative') return method.type as MethodName;
  return `collaborative ${method.algorithm ?? 'item-knn'}` as MethodName;
}
