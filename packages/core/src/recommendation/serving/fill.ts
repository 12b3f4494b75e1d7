// Knows how slots get their items: pins, the steps in order, whatever qualifies.

import { hashSeed, hashSeeded } from '../../bucketing/hash.ts';
import { Diversity, limitsOf } from './diversity.ts';
import type { Eligible, Finder } from './finder.ts';
import { type LostPin, placePins } from './pins.ts';
import type { PlaceClass } from './places.ts';
import type { GivenBy, GivenItem } from './recommendation.ts';
import type { Candidate } from './row-list.ts';

/** So many are looked at for boosted items, before others are taken. */
const mostForTiers = 200;
/** So many of whatever qualifies are looked at for one that keeps the diversity. */
const mostForDiversity = 2_000;

const chanceSeed = hashSeed('recommendation');

interface Origin {
  readonly by: GivenBy;
  readonly step: number;
}

/** Slots while they are filled. */
export class Filling {
  readonly slots: (GivenItem | null)[];
  lostPins: readonly LostPin[] = [];
  readonly #finder: Finder;
  readonly #classes: readonly PlaceClass[];
  readonly #used: Set<number>;
  readonly #diversity: Diversity;

  constructor(finder: Finder, classes: readonly PlaceClass[]) {
    const { catalogue, given, strategy } = finder.input;
    this.#finder = finder;
    this.#classes = classes;
    this.slots = Array<GivenItem | null>(classes.length).fill(null);
    this.#used = new Set([...(given ?? [])].map((sku) => catalogue.rowOf(sku)));
    this.#diversity = new Diversity(limitsOf(strategy.definition), catalogue);
  }

  get #isFull(): boolean {
    return !this.slots.includes(null);
  }

  /** Pinned items that qualify for their slots. */
  pin(): void {
    const { given, lost } = placePins(this.#finder.input, this.#classes, this.#used);
    for (const { slot, row } of given) {
      this.#give(slot, { row, score: null, seed: null }, { by: 'pin', step: -1 });
    }
    this.lostPins = lost;
  }

  /** What the steps have, in their order. */
  bySteps(isDiverse: boolean): void {
    for (const [step, compiled] of this.#finder.input.strategy.steps.entries()) {
      if (this.#isFull) return;
      this.#fill(
        (slot) => compiled.slots === null || compiled.slots.has(slot),
        (place) => [this.#finder.ofStep(compiled, place)],
        { by: 'step', step },
        isDiverse,
      );
    }
  }

  /** Whatever qualifies. */
  byLastResort(isDiverse: boolean): void {
    if (this.#isFull) return;
    const origin = { by: 'last-resort', step: -1 } as const;
    this.#fill(
      () => true,
      (place) => this.#finder.ofLastResort(place),
      origin,
      isDiverse,
    );
  }

  get isDiverse(): boolean {
    return this.#diversity.isOn;
  }

  #fill(
    isMeant: (slot: number) => boolean,
    listsOf: (place: PlaceClass) => readonly Eligible[],
    origin: Origin,
    isDiverse: boolean,
  ): void {
    for (let slot = 0; slot < this.slots.length; slot++) {
      if (this.slots[slot] || !isMeant(slot)) continue;
      const place = this.#classes[slot] as PlaceClass;
      for (const list of listsOf(place)) {
        const isBounded = isDiverse && origin.by === 'last-resort';
        const most = isBounded ? mostForDiversity : Number.POSITIVE_INFINITY;
        if (this.#take(slot, place, this.#open(list, isDiverse, most), origin)) break;
      }
    }
  }

  /** Candidates of a list that no slot has, as far as the caller reads. */
  *#open(list: Eligible, isDiverse: boolean, most: number): Generator<Candidate, void> {
    for (let at = 0; at < most; at++) {
      const candidate = list.at(at);
      if (!candidate) return;
      if (this.#used.has(candidate.row)) continue;
      if (isDiverse && this.#diversity.isTooMuch(candidate.row)) continue;
      yield candidate;
    }
  }

  #take(
    slot: number,
    { tier }: PlaceClass,
    open: Generator<Candidate, void>,
    origin: Origin,
  ): boolean {
    const candidates = tier === null ? open : inTiers(open, tier);
    const { exploration } = this.#finder.input.strategy.definition;
    if (exploration && exploration.share > 0 && origin.by === 'step') {
      return this.#explore(
        slot,
        [...candidates.take(exploration.among)],
        exploration.share,
        origin,
      );
    }
    const { value } = candidates.next();
    if (!value) return false;
    this.#give(slot, value, origin);
    return true;
  }

  /** Gives the best, or with the probability of the share any of them. */
  #explore(slot: number, among: readonly Candidate[], share: number, origin: Origin): boolean {
    const [best] = among;
    if (!best) return false;
    const { unit, strategy } = this.#finder.input;
    const name = `${unit}:${strategy.definition.id}:${slot}`;
    const isExplored = among.length > 1 && hashSeeded(chanceSeed, `${name}:whether`) < share;
    const drawn = Math.floor(hashSeeded(chanceSeed, `${name}:which`) * among.length);
    const given = isExplored ? (among[drawn] as Candidate) : best;
    const byChance = among.length > 1 ? share / among.length : 0;
    const isBest = given === best;
    const propensity = isBest ? 1 - (among.length > 1 ? share : 0) + byChance : byChance;
    this.#give(slot, given, origin, { propensity, isExplored });
    return true;
  }

  #give(
    slot: number,
    { row, score, seed, liked }: Candidate,
    { by, step }: Origin,
    chance = { propensity: 1, isExplored: false },
  ): void {
    const { catalogue } = this.#finder.input;
    const relaxed = by === 'pin' ? [] : this.#diversity.exceededBy(row);
    // Written out: spreading took as long as everything else here.
    const { propensity, isExplored } = chance;
    const sku = catalogue.skuOf(row);
    const given = { slot, row, sku, by, step, score, seed, relaxed, propensity, isExplored };
    this.slots[slot] = liked ? { ...given, liked } : given;
    this.#used.add(row);
    this.#diversity.add(row);
  }

  /**
   * Moves items between slots so that as many as possible are filled (augmenting paths in the graph
   * of slots and items): what one slot has may be all that another can have.
   */
  byMoving(): void {
    if (new Set(this.#classes).size < 2) return;
    for (let slot = 0; slot < this.slots.length; slot++) {
      if (!this.slots[slot]) this.#moveInto(slot, new Set([slot]));
    }
  }

  #moveInto(slot: number, visited: Set<number>): boolean {
    const place = this.#classes[slot] as PlaceClass;
    for (const list of this.#finder.ofLastResort(place)) {
      const open = this.#open(list, false, Number.POSITIVE_INFINITY);
      if (this.#take(slot, place, open, { by: 'last-resort', step: -1 })) return true;
    }
    for (const [other, item] of this.slots.entries()) {
      if (!item || item.by === 'pin' || visited.has(other)) continue;
      if (!place.filters.every((filter) => filter.passes(item.row))) continue;
      visited.add(other);
      if (!this.#moveInto(other, visited)) continue;
      this.slots[slot] = { ...item, slot };
      return true;
    }
    return false;
  }
}

/** The first so many by tier, each tier as it comes, then the rest. */
function* inTiers(
  candidates: Generator<Candidate, void>,
  tier: (row: number) => number,
): Generator<Candidate, void> {
  const first: Candidate[] = [];
  while (first.length < mostForTiers) {
    const { value } = candidates.next();
    if (!value) break;
    first.push(value);
  }
  const tiers = Map.groupBy(first, ({ row }) => tier(row));
  for (const number of [0, 1, 2]) yield* tiers.get(number) ?? [];
  yield* candidates;
}
