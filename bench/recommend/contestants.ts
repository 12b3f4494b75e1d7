// The strategies that are compared on groceries, and the settings that a validation chooses among.

import type { Contestant, Method } from '@attune/core';

const event = 'purchase' as const;

/** Behind every strategy that cannot fill all slots for everybody. */
const popularity: Method = { type: 'popularity', event, window: 365 };

function filled(name: string, ...methods: Method[]): Contestant {
  const steps = [...methods, popularity].map((method) => ({ method }));
  return { name, strategy: { steps } };
}

/** Groceries are bought again. */
const repeats = true;
const near = { window: 365, minimumSupport: 1, neighbours: 1_000 } as const;
const knn = { type: 'collaborative', algorithm: 'item-knn', event, repeats, ...near } as const;
const year = { event, repeats, window: 365 } as const;
const walk = { type: 'collaborative', algorithm: 'rp3beta', ...year } as const;

/** Held against the first; the rest are the candidates of which validation takes the best. */
export const base: Contestant = {
  name: 'popularity',
  strategy: { steps: [{ method: popularity }] },
};

export const collaborative: readonly Contestant[] = [
  filled('item-knn, cosine, shrinkage 100', { ...knn, scoring: 'cosine', shrinkage: 100 }),
  filled('item-knn, cosine, shrinkage 1000', { ...knn, scoring: 'cosine', shrinkage: 1_000 }),
  filled('RP3beta, alpha 0.3, beta 0', { ...walk, alpha: 0.3, beta: 0, neighbours: 100 }),
];

/** Popularity in the first slots, what is near to the household's purchases in the others. */
function mixed(name: string, slots: number[], method: Method): Contestant {
  return {
    name,
    strategy: { steps: [{ method: popularity, slots }, { method }, { method: popularity }] },
  };
}

const nearest: Method = { ...knn, scoring: 'cosine', shrinkage: 1_000 };

/** Mixes by slot; they are chosen among themselves. */
export const mixes: readonly Contestant[] = [
  mixed('mix: 3 popular, 7 item-knn', [0, 1, 2], nearest),
  mixed('mix: 5 popular, 5 item-knn', [0, 1, 2, 3, 4], nearest),
];

/** From coarse to fine; several count evenly. */
const tastes: readonly (readonly string[])[] = [
  ['product_category'],
  ['department'],
  ['department', 'product_category', 'product_type'],
  ['department', 'product_category', 'product_type', 'manufacturer_id'],
];
/** How much the site's taste counts, as an affinity score: a purchase is 8. */
const priors = [40, 160, 640, 2_560];

export const affinity: readonly Contestant[] = tastes.flatMap((properties) =>
  priors.map((prior) =>
    filled(`affinity, ${properties.join(' + ')}, prior ${prior}`, {
      ...{ type: 'affinity', properties: [...properties], prior },
    }),
  ),
);

/** The popularity by which affinity spreads a taste. */
export const spreadBy: Contestant = {
  name: 'popularity, 180 days',
  strategy: { steps: [{ method: { ...popularity, window: 180 } }] },
};

/** What needs no choice. */
export const others: readonly Contestant[] = [
  { name: 'chance', strategy: 'chance' },
  spreadBy,
  { name: 'popularity, 90 days', strategy: { steps: [{ method: { ...popularity, window: 90 } }] } },
  {
    name: 'trending, 14 of 60 days',
    strategy: { steps: [{ method: { type: 'trending', event, window: 60, recent: 14 } }] },
  },
  { name: 'recently purchased', strategy: { steps: [{ method: { type: 'recently-purchased' } }] } },
  filled('recently purchased, then popularity', { type: 'recently-purchased' }),
  filled('bought together, cosine', {
    ...{ type: 'bought-together', seed: 'purchased', scoring: 'cosine', shrinkage: 10 },
    ...near,
    neighbours: 100,
  }),
  filled('similar by category, type, brand', {
    ...{ type: 'similar', seed: 'purchased', shrinkage: 0, neighbours: 50 },
    columns: ['product_category', 'product_type', 'manufacturer_id', 'brand'],
  }),
];
