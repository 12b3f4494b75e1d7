// Knows which candidates each step has for a class of places, and those of the last resort.

import type { ContentMethod, LearningMethod } from '../method-table.ts';
import type { RankingModel } from '../model.ts';
import type { CompiledStep } from './compile.ts';
import { type BoundFilter, bindFilters } from './filters.ts';
import { type AffinityMethod, likedAlone, likedByPopularity, likesOf } from './liked.ts';
import { memoOf, numberOfModel } from './memo.ts';
import type { PlaceClass } from './places.ts';
import { Around, type RecommendInput } from './request.ts';
import { type Candidate, chained, listFrom, type RowList } from './row-list.ts';
import { nearCandidates, recentCandidates } from './seeds.ts';
import { newestList, newestOfAll, qualifyingList, rankedList } from './sources.ts';
import type { Trace } from './trace.ts';

/** Proposes and tests candidates for one request. */
export class Finder {
  readonly around: Around;
  readonly input: RecommendInput;
  readonly #trace: Trace | null;
  readonly #lists = new Map<PlaceClass, Map<CompiledStep | 'ranked' | 'any', Eligible>>();
  /** What personal steps propose, which filters do not change. */
  readonly #proposed = new Map<CompiledStep, RowList>();

  constructor(input: RecommendInput, trace: Trace | null) {
    this.input = input;
    this.around = new Around(input);
    this.#trace = trace;
  }

  /** What a step has for places of a class. */
  ofStep(step: CompiledStep, place: PlaceClass): Eligible {
    return this.#kept(place, step, () => {
      const own = bindFilters(step.filters, this.around);
      return this.#eligible([...place.filters, ...own], (fixed) => this.#propose(step, fixed));
    });
  }

  /** Whatever qualifies, the popular first. */
  ofLastResort(place: PlaceClass): readonly Eligible[] {
    const { popularity } = this.input;
    const ranked =
      popularity &&
      this.#kept(place, 'ranked', () =>
        this.#eligible(place.filters, (fixed) => this.#ranked(popularity, fixed)),
      );
    const any = this.#kept(place, 'any', () =>
      this.#eligible(place.filters, (fixed) => this.#any(fixed)),
    );
    return ranked ? [ranked, any] : [any];
  }

  /** How many candidates of a step were looked at, for whichever places. */
  lookedAt(step: CompiledStep): number {
    const lists = [...this.#lists.values()].map((of) => of.get(step)?.lookedAt ?? 0);
    return Math.max(0, ...lists);
  }

  #kept(place: PlaceClass, of: CompiledStep | 'ranked' | 'any', make: () => Eligible): Eligible {
    let lists = this.#lists.get(place);
    if (!lists) {
      lists = new Map();
      this.#lists.set(place, lists);
    }
    const known = lists.get(of);
    if (known) return known;
    const made = make();
    lists.set(of, made);
    return made;
  }

  /** `propose` gives what has passed those filters already that are the same for everybody. */
  #eligible(
    filters: readonly BoundFilter[],
    propose: (fixed: readonly BoundFilter[]) => { list: RowList; isFiltered: boolean },
  ): Eligible {
    const traced = this.#trace ? this.#trace.watched(filters) : filters;
    const fixed = traced.filter(({ key }) => key !== null);
    const { list, isFiltered } = propose(fixed);
    return new Eligible(list, isFiltered ? traced.filter(({ key }) => key === null) : traced);
  }

  #propose(step: CompiledStep, fixed: readonly BoundFilter[]) {
    const { catalogue, model } = this.input;
    const { method } = step;
    const learned = step.key === null ? undefined : model(step.key);
    if (learned?.kind === 'ranking') return this.#ranked(learned, fixed);
    if (method.type === 'newest') {
      const newest = () => memoOf(catalogue).list('newest', () => newestOfAll(catalogue));
      const list = this.#list('newest', fixed, () => newestList(catalogue, fixed, newest));
      return { list, isFiltered: true };
    }
    const known = this.#proposed.get(step);
    const list = known ?? listFrom(this.#personal(step)[Symbol.iterator]());
    this.#proposed.set(step, list);
    if (method.type !== 'affinity') return { list, isFiltered: false };
    const further = () => this.#likedAlone(method, fixed);
    return { list: listFrom(chained(list, further)), isFiltered: false };
  }

  #personal({ method, key }: CompiledStep): Iterable<Candidate, void> {
    const { catalogue, model, visitor, popularity } = this.input;
    switch (method.type) {
      case 'newest':
        return [];
      case 'recently-viewed':
        return recentCandidates(catalogue, visitor.viewed());
      case 'recently-purchased':
        return recentCandidates(catalogue, visitor.purchased());
      case 'affinity': {
        const likes = likesOf(visitor, method);
        // For a user without affinity, popular items are another step's to give.
        if (likes.size === 0 || !popularity) return [];
        const { feed } = this.input.strategy;
        return likedByPopularity({ catalogue, popularity, visitor, feed }, method, likes);
      }
      default: {
        const neighbours: LearningMethod | ContentMethod = method;
        const learned = key === null ? undefined : model(key);
        if (learned?.kind !== 'neighbours') return [];
        return nearCandidates(catalogue, learned, neighbours, this.around);
      }
    }
  }

  /** Of the whole feed, whether anybody has looked at it or not. */
  #likedAlone(method: AffinityMethod, fixed: readonly BoundFilter[]): readonly Candidate[] {
    const { catalogue, visitor } = this.input;
    const likes = likesOf(visitor, method);
    const listWith = (filters: readonly BoundFilter[]) => this.#any(filters).list;
    return likedAlone({ catalogue, visitor, listWith }, likes, fixed);
  }

  #ranked(model: RankingModel, fixed: readonly BoundFilter[]) {
    const { catalogue } = this.input;
    const of = `ranking ${numberOfModel(model)}`;
    const list = this.#list(of, fixed, () => rankedList(catalogue, model, fixed));
    return { list, isFiltered: true };
  }

  #any(fixed: readonly BoundFilter[]) {
    const { catalogue } = this.input;
    const list = this.#list('any', fixed, () => qualifyingList(catalogue, fixed));
    return { list, isFiltered: true };
  }

  /** A list that is the same for everybody, kept with the catalogue unless it is to be traced. */
  #list(of: string, fixed: readonly BoundFilter[], make: () => RowList): RowList {
    if (this.#trace) return make();
    const keys = fixed.map(({ key }) => key as string);
    return memoOf(this.input.catalogue).list(`${of} ${[...new Set(keys)].sort().join('&')}`, make);
  }
}

/** The candidates of a list that pass what is left to test, found as far as the caller reads. */
export class Eligible {
  readonly #list: RowList;
  readonly #tests: readonly BoundFilter[];
  readonly #found: Candidate[] = [];
  #next = 0;
  #isOver = false;

  constructor(list: RowList, tests: readonly BoundFilter[]) {
    this.#list = list;
    this.#tests = tests;
  }

  /** How many of the list were looked at. */
  get lookedAt(): number {
    return this.#next;
  }

  at(place: number): Candidate | undefined {
    while (!this.#isOver && this.#found.length <= place) {
      const candidate = this.#list.at(this.#next);
      if (!candidate) {
        this.#isOver = true;
        break;
      }
      this.#next += 1;
      if (this.#tests.every((test) => test.passes(candidate.row))) this.#found.push(candidate);
    }
    return this.#found[place];
  }
}
