// Knows how a strategy orders items that a page has already.

import type { Method } from '../definition.ts';
import type { ContentMethod, LearningMethod } from '../method-table.ts';
import type { Model } from '../model.ts';
import { scoreFromSeeds } from '../models/index.ts';
import type { CompiledStep } from './compile.ts';
import { bindFilters } from './filters.ts';
import { likesOf, likingOf } from './liked.ts';
import { classesOf } from './places.ts';
import { Around, type RecommendInput } from './request.ts';
import { hadBy, seedsOf } from './seeds.ts';

/** An item in its new place, and why it is there. */
export interface SortedItem {
  readonly sku: string;
  /** Which step has put it there, from 0; -1: none has, it is where it was among such. */
  readonly step: number;
  readonly score: number | null;
}

/** What a step says of an item; undefined where it does not know it. */
type Scorer = (row: number, sku: string) => number | undefined;

/**
 * Orders items: those that the first step knows by its score, behind them those that the second
 * one knows, and so on; what no step knows, or the feed has not, keeps its order. None is left out:
 * what the strategy's filters and the request's rules would leave out comes last. Slots of steps,
 * diversity and exploration say nothing here.
 */
export function sortItems(
  input: Omit<RecommendInput, 'slots' | 'rules' | 'pins' | 'given'>,
  listed: readonly string[],
): SortedItem[] {
  const around = new Around(input);
  const [place] = classesOf({ ...input, slots: 1, rules: [] }, around);
  const scorers = input.strategy.steps.map((step) => scorerOf(step, input, around));
  const items = [...new Set(listed)].map((sku, at) => {
    const row = input.catalogue.rowOf(sku);
    const isIn = row >= 0 && place!.filters.every((filter) => filter.passes(row));
    const scores = row < 0 ? [] : scorers.map((score) => score(row, sku));
    const step = scores.findIndex((score) => score !== undefined);
    const score = scores[step] ?? null;
    return { sku, at, isOut: isIn ? 0 : 1, step, score, order: step < 0 ? Infinity : step };
  });
  items.sort(
    (one, other) =>
      one.isOut - other.isOut ||
      (one.order === other.order ? 0 : one.order - other.order) ||
      (other.score ?? 0) - (one.score ?? 0) ||
      one.at - other.at,
  );
  return items.map(({ sku, step, score }) => ({ sku, step, score }));
}

function scorerOf(step: CompiledStep, input: Parameters<typeof sortItems>[0], around: Around) {
  const filters = bindFilters(step.filters, around);
  const score = ofMethod(step, input, around);
  const filtered: Scorer = (row, sku) =>
    filters.every((filter) => filter.passes(row)) ? score(row, sku) : undefined;
  return filters.length > 0 ? filtered : score;
}

function ofMethod(
  { method, key }: CompiledStep,
  { catalogue, model, visitor }: Parameters<typeof sortItems>[0],
  around: Around,
): Scorer {
  switch (method.type) {
    case 'newest': {
      const column = catalogue.column('publish_time');
      return (row) => known(column?.number(row));
    }
    case 'recently-viewed':
    case 'recently-purchased': {
      const recent = method.type === 'recently-viewed' ? visitor.viewed() : visitor.purchased();
      const times = new Map(recent.map(({ sku, time }) => [sku, time]));
      return (_row, sku) => times.get(sku);
    }
    case 'affinity': {
      const liking = likingOf(catalogue, likesOf(visitor, method), visitor.binBoundaries);
      return (row) => liking(row) || undefined;
    }
    default: {
      const learned: LearningMethod | ContentMethod = method;
      return byModel(key === null ? undefined : model(key), learned, around);
    }
  }
}

const known = (number: number | undefined) => (Number.isNaN(number) ? undefined : number);

function byModel(model: Model | undefined, method: Method, around: Around): Scorer {
  if (!model) return () => undefined;
  const { skus } = model;
  if (model.kind === 'ranking') {
    return (_row, sku) => {
      const place = skus.placeOf(sku);
      return place < 0 ? undefined : model.scores[place];
    };
  }
  const repeats = 'repeats' in method && method.repeats === true;
  const { places, scores } = scoreFromSeeds(model, seedsOf(method, around), { repeats });
  const byPlace = new Map(Array.from(places, (place, at) => [place, scores[at] as number]));
  const had = hadBy(method, around);
  return (_row, sku) => (had?.has(sku) ? undefined : byPlace.get(skus.placeOf(sku)));
}
