// The strategies that are compared by default: one of each kind, with its defaults.
import {
  type Contestant,
  completeMethod,
  type Interaction,
  type Method,
  type MethodDraft,
} from '@attune/core';

/** Popularity is the first, as the baseline of the others. */
export function standardStrategies(
  event: Interaction,
  affinity: readonly string[] | undefined,
): Contestant[] {
  const popularity = completeMethod({ type: 'popularity', event, window: 180 });
  const one = (name: string, draft: MethodDraft): Contestant => ({
    name,
    strategy: { steps: [{ method: completeMethod(draft) }] },
  });
  const filled = (name: string, draft: MethodDraft): Contestant => ({
    name: `${name}, then popularity`,
    strategy: { steps: [completeMethod(draft), popularity].map((method: Method) => ({ method })) },
  });
  const isViews = event === 'view';
  const together = isViews ? 'viewed-together' : 'bought-together';
  const seed = isViews ? 'viewed' : 'purchased';
  return [
    { name: 'popularity', strategy: { steps: [{ method: popularity }] } },
    one('trending', { type: 'trending', event, window: 30, recent: 7 }),
    filled('recently had', { type: isViews ? 'recently-viewed' : 'recently-purchased' }),
    filled(together, { type: together, seed }),
    filled('item-knn', { type: 'collaborative', algorithm: 'item-knn', event }),
    filled('RP3beta', { type: 'collaborative', algorithm: 'rp3beta', event }),
    ...(affinity === undefined
      ? []
      : [
          filled('affinity', { type: 'affinity', properties: [...affinity] }),
          filled('similar', { type: 'similar', seed, columns: [...affinity, 'brand'] }),
        ]),
  ];
}
