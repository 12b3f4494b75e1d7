// Knows how a layer's slots are found and given out, such that those of others never move.

import { hashSeed, hashSeeded } from '../bucketing/hash.ts';
import type { NothingApplies } from './decision.ts';
import type { LayerPart, SlotRange } from './definition.ts';

/** A campaign's part of a layer, ready to be asked. */
export interface CompiledLayer {
  readonly seedHash: number;
  readonly slots: number;
  /** 1 at each slot that the campaign holds. */
  readonly isHeld: Uint8Array;
  /** What is answered to everybody else. */
  readonly outside: NothingApplies;
}

/** Prepares a campaign's part of a layer. */
export function compileLayer(layer: LayerPart | undefined): CompiledLayer | null {
  if (layer === undefined) return null;
  const { seed, slots, held } = layer;
  const isHeld = marked(slots, held);
  const propensity = 1 - isHeld.reduce((sum, one) => sum + one, 0) / slots;
  const outside = Object.freeze({
    reason: 'not_in_layer',
    experience: null,
    variation: null,
    isControl: false,
    propensity,
  } as const);
  return Object.freeze({ seedHash: hashSeed(seed), slots, isHeld, outside });
}

/** The slot of a user in a layer: their bucket of 10,000 under the layer's seed, in whole slots. */
export function slotOf({ seedHash, slots }: CompiledLayer, user: string): number {
  return Math.floor((Math.round(hashSeeded(seedHash, user) * 10_000) * slots) / 10_000);
}

/** How many slots a share asks for, at least one: what it does not fill is not asked for. */
export function slotsFor(share: number, slots: number): number {
  return Math.max(1, Math.floor(share * slots + 1e-9));
}

/**
 * Gives a campaign its slots: what it holds stays, from the first given on; what it lacks comes
 * from the lowest free ones. Undefined where too few are free.
 *
 * `held` are the campaign's own, `taken` those of the others, which come first where both have one.
 * Slots of others are not touched, so that adding a campaign, raising a share and removing a
 * campaign move no user in the others.
 */
export function giveSlots(
  slots: number,
  wanted: number,
  held: readonly SlotRange[],
  taken: readonly SlotRange[],
): SlotRange[] | undefined {
  const isTaken = marked(slots, taken);
  const own = held.flatMap(([from, to]) => slotsOf(from, to)).filter((at) => isTaken[at] === 0);
  for (const at of own) isTaken[at] = 1;
  const free = slotsOf(0, slots - 1).filter((at) => isTaken[at] === 0);
  const given = [...own, ...free].slice(0, wanted);
  return given.length < wanted ? undefined : rangesOf(given);
}

/** How many slots of a layer are free. */
export function countFree(slots: number, held: readonly SlotRange[]): number {
  return marked(slots, held).reduce((sum, one) => sum - one, slots);
}

function marked(slots: number, ranges: readonly SlotRange[]): Uint8Array {
  const marks = new Uint8Array(slots);
  for (const [from, to] of ranges) marks.fill(1, from, to + 1);
  return marks;
}

const slotsOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** Slots as ranges, in the same order. */
function rangesOf(slots: readonly number[]): SlotRange[] {
  const ranges: [from: number, to: number][] = [];
  for (const slot of slots) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === slot - 1) last[1] = slot;
    else ranges.push([slot, slot]);
  }
  return ranges;
}

/** How many slots some ranges hold. */
export function countSlots(ranges: readonly SlotRange[]): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
}
