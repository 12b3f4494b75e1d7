// What each method would have put into the slots for a user of the past.

import { binBoundariesOf } from '../../affinity/index.ts';
import type { Catalogue } from '../../catalogue/index.ts';
import { publishTime } from '../../feeds/column.ts';
import type { Method, Seed, StrategyDefinition, StrategyStep } from '../definition.ts';
import type { InteractionBlock } from '../interactions/block.ts';
import { type ContentMethod, isLearning, type LearningMethod } from '../method-table.ts';
import { affinityRanking, findPopularInside, type PopularInside } from '../methods/affinity.ts';
import { buildModel } from '../methods/build.ts';
import type { BuildOptions } from '../methods/builder.ts';
import { buildSimilar } from '../methods/similar.ts';
import type { Model, RankingModel } from '../model.ts';
import { modelKeyOf } from '../models/key.ts';
import { scoreFromSeeds, seedWeight } from '../models/score-seeds.ts';
import { columnFilters, diversityOf, itemTest } from './items-today.ts';
import type { Trial } from './split.ts';
import {
  type PreferenceOptions,
  type PreferenceReading,
  preferenceReading,
  preferencesOf,
  type Recent,
  recentOf,
} from './visitor.ts';

/** The items for a user, the best first, as far as they are asked for. */
export type Ranker = (trial: Trial) => Iterable<string>;

export interface RankerOptions extends BuildOptions {
  readonly training: readonly InteractionBlock[];
  /** Who is judged. */
  readonly trials: readonly Trial[];
  /** Without a feed no item is similar, new, or known to match a preference. */
  readonly preferences?: PreferenceOptions;
  /** The feed as it is now; without it strategies may not ask for columns or diversity. */
  readonly items?: Catalogue;
}

/** What of a strategy is judged, or at least named among what is left out. */
export type JudgedStrategy = Pick<
  StrategyDefinition,
  'steps' | 'filters' | 'diversity' | 'severalOfGroup' | 'exploration'
>;

/** Models and what was made of them, shared by all strategies that are compared. */
export interface Workshop {
  readonly options: RankerOptions;
  readonly models: Map<string, Model>;
  /** By the properties that are read. */
  readonly preferences: Map<string, KnownPreferences>;
}

interface KnownPreferences {
  readonly inside: PopularInside;
  readonly reading: PreferenceReading;
}

/** What an evaluation cannot do with a strategy, in words for people. */
export class CannotEvaluate extends Error {}

/**
 * A strategy as one ranker: each slot is filled by the first step that may fill it and has an item
 * left, each item once; it ends with the first slot that none can fill. Of filters those hold that
 * can be answered for a past (`not-purchased`, `not-viewed`) or by the feed of today (over columns,
 * stock aside). Diversity holds, and gives way before a slot stays empty; chance does not.
 */
export function strategyRanker(strategy: JudgedStrategy, workshop: Workshop): Ranker {
  const isDiverse = (strategy.diversity ?? []).length > 0;
  // That an item stands for its group needs the feed too, and is left out where there is none.
  const items = isDiverse ? catalogueFor('The diversity', workshop) : workshop.options.items;
  const steps = strategy.steps.map((step) => ({
    slots: step.slots,
    ranker: stepRanker(step, strategy.filters ?? [], workshop),
  }));
  return function* (trial) {
    const seen = new Set<string>();
    const diversity = items && diversityOf(strategy, items);
    const lists = steps.map(
      ({ slots, ranker }): StepList => ({
        ...{ slots, items: ranker(trial)[Symbol.iterator](), passedOver: [] },
      }),
    );
    for (let slot = 0; ; slot++) {
      const own = lists.filter(({ slots }) => slots === undefined || slots.includes(slot));
      const isTooMuch = diversity?.isTooMuch ?? (() => false);
      const sku = firstUnseen(own, seen, isTooMuch) ?? firstPassedOver(own, seen);
      if (sku === undefined) return;
      seen.add(sku);
      diversity?.add(sku);
      yield sku;
    }
  };
}

/** What a step proposes, as far as it was looked at. */
interface StepList {
  readonly slots: readonly number[] | undefined;
  readonly items: Iterator<string>;
  /** Too much of one value when it was their turn, and so ever after. */
  readonly passedOver: string[];
}

function firstUnseen(
  lists: readonly StepList[],
  seen: ReadonlySet<string>,
  isTooMuch: (sku: string) => boolean,
): string | undefined {
  for (const { items, passedOver } of lists) {
    for (let next = items.next(); !next.done; next = items.next()) {
      if (seen.has(next.value)) continue;
      if (!isTooMuch(next.value)) return next.value;
      passedOver.push(next.value);
    }
  }
  return undefined;
}

function firstPassedOver(
  lists: readonly StepList[],
  seen: ReadonlySet<string>,
): string | undefined {
  for (const { passedOver } of lists) {
    const first = passedOver.find((sku) => !seen.has(sku));
    if (first !== undefined) return first;
  }
  return undefined;
}

function stepRanker(
  { method, filters: own = [] }: StrategyStep,
  shared: NonNullable<StrategyDefinition['filters']>,
  workshop: Workshop,
): Ranker {
  const filters = [...shared, ...own];
  const columns = columnFilters(filters);
  const isIn = columns[0] && itemTest(columns, catalogueFor(wordsOf(columns[0]), workshop));
  const ranker = methodRanker(method, workshop, isIn);
  return function* (trial) {
    const unwanted = new Set<string>();
    for (const filter of filters) {
      if (filter.type !== 'not-purchased' && filter.type !== 'not-viewed') continue;
      const kind = filter.type === 'not-purchased' ? 'purchase' : 'view';
      for (const { sku, day } of recentOf(trial, [kind], Infinity)) {
        if (trial.day - day < filter.days) unwanted.add(sku);
      }
    }
    for (const sku of ranker(trial)) {
      if (!unwanted.has(sku) && (isIn === undefined || isIn(sku))) yield sku;
    }
  };
}

const wordsOf = ({ column }: { readonly column: string }) => `The filter over ${column}`;

/** `isIn` keeps items that may not be shown out of the rankings that all share. */
function methodRanker(
  method: Method,
  workshop: Workshop,
  isIn: (sku: string) => boolean = () => true,
): Ranker {
  switch (method.type) {
    case 'newest':
      return newestRanker(workshop, isIn);
    case 'recently-viewed':
      return (trial) => recentOf(trial, ['view']).map(({ sku }) => sku);
    case 'recently-purchased':
      return (trial) => recentOf(trial, ['purchase']).map(({ sku }) => sku);
    case 'affinity':
      return affinityRanker(method, workshop);
    default: {
      const model = modelOf(method, workshop);
      if (model.kind === 'ranking') {
        const all = model.order.values().map((at) => model.skus.at(at));
        const skus = [...all.filter(isIn).take(mostRanked)];
        return () => skus;
      }
      const seed = 'seed' in method ? method.seed : 'auto';
      const repeats = 'repeats' in method && method.repeats === true;
      return function* (trial) {
        const seeds = seedsOf(trial, seed).map(({ sku }, at) => ({ sku, weight: seedWeight(at) }));
        const { skus, places } = scoreFromSeeds(model, seeds, { repeats });
        const had = hadBy(trial, method);
        for (const place of places) {
          const sku = skus.at(place);
          if (!had?.has(sku)) yield sku;
        }
      };
    }
  }
}

/** Rankings are the same for everybody, and no judgement looks further down. */
const mostRanked = 2_000;

/** A past has no page and no cart: of `auto` what the user viewed and bought is left. */
function seedsOf(trial: Trial, seed: Seed): Recent[] {
  if (seed === 'viewed') return recentOf(trial, ['view']);
  if (seed === 'purchased') return recentOf(trial, ['purchase']);
  if (seed === 'cart') return recentOf(trial, ['add-to-cart']);
  return recentOf(trial, ['view', 'add-to-cart', 'purchase']);
}

/** What a method does not repeat; null: it may repeat. */
function hadBy(trial: Trial, method: Method): ReadonlySet<string> | null {
  if (method.type !== 'collaborative' || method.repeats === true) return null;
  const kinds = ['view', 'add-to-cart', 'purchase'] as const;
  return new Set(recentOf(trial, kinds, Infinity).map(({ sku }) => sku));
}

function modelOf(method: LearningMethod | ContentMethod, workshop: Workshop): Model {
  const key = modelKeyOf(method)!;
  const known = workshop.models.get(key);
  if (known !== undefined) return known;
  const { training, preferences } = workshop.options;
  const build = (): Model => {
    if (isLearning(method)) return buildModel(method, training, workshop.options).model;
    return buildSimilar(method, needed(preferences, method.type).feed, workshop.options).model;
  };
  const model = build();
  workshop.models.set(key, model);
  return model;
}

function needed(preferences: PreferenceOptions | undefined, what: string): PreferenceOptions {
  if (preferences !== undefined) return preferences;
  throw withoutItems(`The method ${what}`);
}

function catalogueFor(what: string, { options }: Workshop): Catalogue {
  if (options.items !== undefined) return options.items;
  throw withoutItems(what);
}

const withoutItems = (what: string) =>
  new CannotEvaluate(`${what} needs the items of the feed to be evaluated.`);

function newestRanker({ options }: Workshop, isIn: (sku: string) => boolean): Ranker {
  const { feed } = needed(options.preferences, 'newest');
  const times = feed.column('publish_time');
  const dated: { sku: string; time: number }[] = [];
  for (let row = 0; times !== undefined && row < feed.rows; row++) {
    const time = feed.isLive(row) ? publishTime(times.value(row)) : undefined;
    const sku = feed.skuOf(row);
    if (time !== undefined && isIn(sku)) dated.push({ sku, time });
  }
  const newest = dated.sort((a, b) => b.time - a.time).slice(0, mostRanked);
  return () => newest.map(({ sku }) => sku);
}

/** The popularity by which preferences spread over items: purchases of half a year. */
const preferencePopularity = { type: 'popularity', event: 'purchase', window: 180 } as const;

function affinityRanker(method: Extract<Method, { type: 'affinity' }>, workshop: Workshop): Ranker {
  const preferences = needed(workshop.options.preferences, method.type);
  const properties = method.properties ?? preferences.properties;
  const name = JSON.stringify(properties);
  const known =
    workshop.preferences.get(name) ?? findPreferences(workshop, { ...preferences, properties });
  workshop.preferences.set(name, known);
  const { inside, reading } = known;
  return function* (trial) {
    const likes = preferencesOf(trial, { ...preferences, properties }, reading);
    for (const { place } of affinityRanking(likes, inside, method)) yield inside.skus.at(place);
  };
}

function findPreferences(workshop: Workshop, preferences: PreferenceOptions): KnownPreferences {
  const popularity = modelOf(preferencePopularity, workshop) as RankingModel;
  const reading = preferenceReading(workshop.options.trials, preferences);
  const { bandsByProperty } = preferences.settings;
  const boundaries = (property: string) =>
    binBoundariesOf(bandsByProperty, reading.normaliser?.bands, property);
  return {
    inside: findPopularInside(preferences.feed, popularity, preferences.properties, boundaries),
    reading,
  };
}
