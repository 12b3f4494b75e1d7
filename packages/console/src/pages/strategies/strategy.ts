// A strategy as the console talks of it, what it can begin as, and what a change makes stale.
import type { StrategyInput } from '@attune/contract';
import { type Answer, consoleApi } from '../../api/endpoints.ts';
import { begin, type MethodName } from './recipe/methods.ts';

export type Strategy = Answer<'readStrategy'>;

export const stale = [
  consoleApi.listStrategies,
  consoleApi.readStrategy,
  consoleApi.listStrategyVersions,
  consoleApi.listModels,
  consoleApi.listAudit,
];

export const strategyParams = (site: string, id: number) => ({ params: { site, id: String(id) } });

interface Template {
  readonly title: string;
  readonly about: string;
  readonly recipe: Omit<StrategyInput, 'name'>;
}

type Method = StrategyInput['steps'][number]['method'];

const step = (name: MethodName, part: Partial<Method> = {}) => ({
  method: { ...begin(name), ...part } as Method,
});

/** What a new strategy can begin as. */
export const templates: Readonly<Record<string, Template>> = {
  popular: {
    title: 'Popular items',
    about: 'Best sellers, the same for everyone. Needs only purchases.',
    recipe: { steps: [step('popularity', { event: 'purchase' })], filters: [{ type: 'in-stock' }] },
  },
  product: {
    title: 'For a product page',
    about: 'Items viewed together, then similar items, then popular ones.',
    recipe: {
      steps: [step('viewed-together'), step('similar'), step('popularity')],
      filters: [{ type: 'in-stock' }, { type: 'not-on-page' }, { type: 'not-in-cart' }],
    },
  },
  user: {
    title: 'For the user',
    about: 'Items similar users bought, then items this user prefers, then popular ones.',
    recipe: {
      steps: [
        step('collaborative item-knn', { event: 'purchase' }),
        step('affinity'),
        step('popularity'),
      ],
      filters: [{ type: 'in-stock' }, { type: 'not-purchased', days: 30 }],
    },
  },
  basket: {
    title: 'For the cart',
    about: 'Items bought together with those in the cart, then popular ones.',
    recipe: {
      steps: [step('bought-together', { seed: 'cart' }), step('popularity')],
      filters: [{ type: 'in-stock' }, { type: 'not-in-cart' }],
    },
  },
};

/** Makes a strategy at a terminal; for the page that has none yet. */
export function curlOfStrategy(origin: string): string {
  const body = { name: 'Popular items', ...templates['popular']!.recipe };
  return [
    `curl ${origin}/v2/strategies \\`,
    "  -H 'SVC-API-Key: <API_KEY>' -H 'content-type: application/json' \\",
    `  -d '${JSON.stringify(body)}'`,
  ].join('\n');
}
