// Random shops and questions, and what must be so of whatever is recommended, found naively.
import fc from 'fast-check';
import { type Catalogue, changeCatalogue } from '../../catalogue/index.ts';
import { packSkus, sortSkus } from '../columns/sku-list.ts';
import type { ItemFilter, StrategyDefinition } from '../definition.ts';
import type { Model, ModelKey, RankingModel } from '../model.ts';
import { compileStrategy } from './compile.ts';
import type { ItemRule, Pin, RealtimeRule, RecommendInput, RecommendVisitor } from './request.ts';

export interface Item {
  sku: string;
  group_id?: string;
  brand?: string;
  categories?: string[];
  price?: number;
  in_stock?: boolean;
  availability?: string;
  publish_time?: number;
}

const now = Date.UTC(2026, 10, 22);
const dayMs = 86_400_000;

export function catalogueOf(items: readonly Item[]): Catalogue {
  const change = changeCatalogue();
  for (const item of items) change.put(JSON.stringify(item));
  return change.finish('1');
}

/** A ranking in the order given. */
export function rankingOf(skus: readonly string[]): RankingModel {
  const list = packSkus(sortSkus(skus));
  const order = Uint32Array.from(skus, (sku) => list.placeOf(sku));
  const scores = new Float64Array(skus.length);
  for (const [at, sku] of skus.entries()) scores[list.placeOf(sku)] = skus.length - at;
  return { kind: 'ranking', skus: list, order, scores };
}

/** Neighbours: each item's, the nearest first, by falling scores. */
export function neighboursOf(of: Readonly<Record<string, readonly string[]>>): Model {
  const all = new Set([...Object.keys(of), ...Object.values(of).flat()]);
  const skus = packSkus(sortSkus(all));
  const starts = new Uint32Array(skus.length + 1);
  const places: number[] = [];
  const scores: number[] = [];
  for (let place = 0; place < skus.length; place++) {
    for (const [at, sku] of (of[skus.at(place)] ?? []).entries()) {
      places.push(skus.placeOf(sku));
      scores.push(1 / (at + 1));
    }
    starts[place + 1] = places.length;
  }
  return {
    ...{ kind: 'neighbours', skus, starts, neighbours: Uint32Array.from(places) },
    scores: Float32Array.from(scores),
    selves: new Float32Array(skus.length).fill(1),
  };
}

export const nobody: RecommendVisitor = {
  ...{ now, page: [], cart: [] },
  viewed: () => [],
  purchased: () => [],
  properties: () => [],
  likes: () => [],
};

export interface Question {
  readonly items: readonly Item[];
  readonly strategy: Omit<StrategyDefinition, 'id' | 'name'>;
  readonly slots: number;
  readonly rules: readonly ItemRule[];
  readonly realtimeRules: readonly RealtimeRule[];
  readonly pins: readonly Pin[];
  readonly given: readonly string[];
  readonly ranked: readonly string[];
  readonly hasPopularity: boolean;
  readonly page: readonly string[];
  readonly cart: readonly string[];
  readonly bought: readonly { readonly sku: string; readonly daysAgo: number }[];
  readonly unit: string;
}

export function inputOf(question: Question, catalogue = catalogueOf(question.items)) {
  const { strategy, ranked, page, cart, bought, given, hasPopularity, ...rest } = question;
  const ranking = rankingOf(ranked);
  const models = (key: ModelKey): Model | undefined =>
    key.includes('popularity') ? ranking : neighboursOf({ [ranked[0] ?? 'none']: ranked });
  const purchased = bought.map(({ sku, daysAgo }) => ({ sku, time: now - daysAgo * dayMs }));
  return {
    ...rest,
    strategy: compileStrategy({ id: 1, name: 'Random', ...strategy }, '1'),
    catalogue,
    model: models,
    popularity: hasPopularity ? ranking : undefined,
    visitor: { ...nobody, page, cart, purchased: () => purchased, viewed: () => purchased },
    given: new Set(given),
  } satisfies RecommendInput;
}

const skuOf = (number: number) => `sku-${number}`;
const sku = fc.nat(29).map(skuOf);
const brand = fc.constantFrom('a', 'b', 'c');
const category = fc.constantFrom('x', 'y', 'z');
const price = fc.integer({ min: 1, max: 5 });

const item = fc.record(
  {
    brand,
    categories: fc.uniqueArray(category, { maxLength: 2 }),
    price,
    in_stock: fc.boolean(),
    publish_time: fc.nat(1_000).map((days) => now - days * dayMs),
  },
  { requiredKeys: [] },
);

const filter: fc.Arbitrary<ItemFilter> = fc.oneof(
  fc.record({
    type: fc.constant('column' as const),
    column: fc.constantFrom('brand', 'categories', 'nothing'),
    is: fc.constantFrom('IS' as const, 'IS_NOT' as const, 'CONTAINS' as const),
    value: fc.constantFrom('a', 'b', 'x', 'y'),
  }),
  fc.record({
    type: fc.constant('column' as const),
    column: fc.constant('price'),
    is: fc.constantFrom(
      'EQ' as const,
      'GT' as const,
      'GTE' as const,
      'LT' as const,
      'LTE' as const,
    ),
    value: price,
  }),
  fc.record({ type: fc.constant('same' as const), column: fc.constantFrom('brand', 'categories') }),
  fc.constant({ type: 'price-near' as const, from: 0.5, to: 1.5 }),
  fc.constantFrom(
    { type: 'in-stock' as const },
    { type: 'not-in-cart' as const },
    { type: 'not-on-page' as const },
    { type: 'not-purchased' as const, days: 30 },
    { type: 'not-viewed' as const, days: 10 },
  ),
);
const few = fc.array(filter, { maxLength: 3 });
const some = fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 4 });

const method: fc.Arbitrary<StrategyDefinition['steps'][number]['method']> = fc.constantFrom(
  { type: 'popularity' as const, event: 'view' as const, window: 30 },
  { type: 'newest' as const },
  { type: 'recently-purchased' as const },
  {
    ...{ type: 'bought-together' as const, seed: 'auto' as const, window: 30 },
    ...{ scoring: 'count' as const, shrinkage: 0, minimumSupport: 1, neighbours: 20 },
  },
);

const realtimeRule: fc.Arbitrary<RealtimeRule> = fc.record({
  type: fc.constantFrom('include' as const, 'exclude' as const),
  slots: fc.oneof(fc.constant([]), some),
  query: fc.record({
    conditions: fc.array(
      fc.record({
        field: fc.constantFrom('brand', 'categories'),
        arguments: fc.array(
          fc.record({
            action: fc.constantFrom('IS' as const, 'IS_NOT' as const, 'CONTAINS' as const),
            value: fc.constantFrom('a', 'b', 'x'),
          }),
          { minLength: 1, maxLength: 2 },
        ),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  }),
});

/** Anything that may be asked of a small shop. */
export const question: fc.Arbitrary<Question> = fc.record({
  items: fc
    .uniqueArray(fc.tuple(sku, item), { selector: ([name]) => name, maxLength: 30 })
    .map((all) => all.map(([name, rest]) => ({ ...rest, sku: name }))),
  strategy: fc.record(
    {
      steps: fc.array(
        fc.record({ method, slots: some, filters: few }, { requiredKeys: ['method'] }),
        { minLength: 1, maxLength: 3 },
      ),
      filters: few,
      diversity: fc.constantFrom(
        [{ column: 'brand', most: 1 }],
        [
          { column: 'brand', most: 2 },
          { column: 'categories', most: 2 },
        ],
      ),
      exploration: fc.constantFrom({ share: 0.5, among: 5 }, { share: 1, among: 3 }),
    },
    { requiredKeys: ['steps'] },
  ),
  slots: fc.integer({ min: 1, max: 10 }),
  rules: fc.array(
    fc.record(
      {
        type: fc.constantFrom(
          'include' as const,
          'exclude' as const,
          'boost' as const,
          'bury' as const,
        ),
        slots: some,
        filters: few,
      },
      { requiredKeys: ['type', 'filters'] },
    ),
    { maxLength: 3 },
  ),
  realtimeRules: fc.array(realtimeRule, { maxLength: 2 }),
  pins: fc.array(fc.record({ slot: fc.nat(9), sku }), { maxLength: 3 }),
  given: fc.array(sku, { maxLength: 3 }),
  ranked: fc.uniqueArray(sku, { maxLength: 20 }),
  hasPopularity: fc.boolean(),
  page: fc.array(sku, { maxLength: 2 }),
  cart: fc.array(sku, { maxLength: 2 }),
  bought: fc.uniqueArray(fc.record({ sku, daysAgo: fc.nat(60) }), {
    selector: (one) => one.sku,
    maxLength: 4,
  }),
  unit: fc.string({ minLength: 1, maxLength: 5 }),
});
