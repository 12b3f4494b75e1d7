// Knows which pinned items get their slots, and why the others do not.

import { classesOf, type PlaceClass } from './places.ts';
import { Around, type Pin, type RecommendInput } from './request.ts';

/** A pin whose slot goes to the steps. */
export interface LostPin extends Pin {
  /** Its place among the pins. */
  readonly at: number;
  /** In words, to follow "is not shown, as ". */
  readonly reason: string;
}

interface Placed {
  readonly given: readonly { readonly slot: number; readonly row: number }[];
  readonly lost: readonly LostPin[];
}

/** Gives pinned items that qualify their slots; `used`: rows that are given already. */
export function placePins(
  { pins = [], catalogue, slots }: Pick<RecommendInput, 'pins' | 'catalogue' | 'slots'>,
  classes: readonly PlaceClass[],
  used: ReadonlySet<number>,
): Placed {
  const given = new Map<number, number>();
  const lost: LostPin[] = [];
  for (const [at, { slot, sku }] of pins.entries()) {
    const row = catalogue.rowOf(sku);
    const place = classes[slot];
    const lose = (reason: string) => lost.push({ at, slot, sku, reason });
    if (row < 0) lose('the feed has no such item');
    else if (!place) lose(`there are only ${slots} slots`);
    else if (given.has(slot)) lose('another pinned item has its slot');
    else if (used.has(row) || [...given.values()].includes(row)) lose('it is shown already');
    else {
      const failed = place.filters.find((filter) => !filter.passes(row));
      if (failed) lose(`it does not pass the filter “${failed.words}”`);
      else given.set(slot, row);
    }
  }
  return { given: [...given].map(([slot, row]) => ({ slot, row })), lost };
}

type Pinning = Pick<
  RecommendInput,
  'strategy' | 'catalogue' | 'visitor' | 'orderable' | 'slots' | 'rules' | 'realtimeRules' | 'pins'
>;

/** The pins of a request that would not get their slots, without recommending anything. */
export function lostPins(input: Pinning): readonly LostPin[] {
  if (!input.pins?.length) return [];
  return placePins(input, classesOf(input, new Around(input)), new Set()).lost;
}
