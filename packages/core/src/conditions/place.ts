// Knows where in a condition a check stands, and how a fault found there is worded as a pointer.

import { pointerTo } from '../text/pointer.ts';
import type { ConditionFault, ConditionOptions } from './condition.ts';

/** Objects within one another, the outermost being 1; within a literal value, lists count too. */
const MAX_CONDITION_DEPTH = 10;

/** A spot in a condition that is being checked. */
export interface Place {
  pointer: string;
  depth: number;
  /** Within `$elemMatch`, where the object that is asked about is not a person. */
  inElement: boolean;
  options: ConditionOptions;
  /** How many parts the whole condition has been found to have; shared by all its places. */
  size: { parts: number };
}

/** The place of a member, or of a list's entry. */
export function inside(place: Place, key: string | number): Place {
  return { ...place, pointer: pointerTo(place.pointer, key) };
}

/** The same place, one object further in. */
export function deeper(place: Place): Place {
  return { ...place, depth: place.depth + 1 };
}

/** A fault found at a place, as a list of one. */
export function errorAt(place: Place, detail: string): ConditionFault[] {
  return [{ pointer: place.pointer, detail }];
}

/** Checks that a place may be entered at all, before what is in it is looked at. */
export function depthErrors(place: Place): ConditionFault[] {
  if (place.depth <= MAX_CONDITION_DEPTH) return [];
  return errorAt(place, `is nested more than ${MAX_CONDITION_DEPTH} deep`);
}
