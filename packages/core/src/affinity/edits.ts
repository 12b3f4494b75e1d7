// A teammate's edits of one person's affinity: applied on read, over what their events say.

import type { Fault } from '../events/fields.ts';
import { isWithin } from '../text/characters.ts';
import type { AffinitySettings } from './settings.ts';

/**
 * `set`: the value has this score, whatever was done. `boost`: the score times this factor.
 * `mute`: it is left out. Without a value, of the property as a whole (never `set`).
 */
export interface AffinityEdit {
  readonly property: string;
  readonly value?: string;
  readonly action: 'set' | 'boost' | 'mute';
  /** A score from 0 to 10,000, or a factor from 0.01 to 100; of `mute` none. */
  readonly amount?: number;
  /** The UTC day on which it was made, since the epoch. */
  readonly day: number;
}

/** Of one person, each property and value once. */
export type AffinityEdits = readonly AffinityEdit[];

export const noEdits: AffinityEdits = [];

export const mostEdits = 200;
const maxPropertyLength = 100;
const maxValueLength = 1_000;
const ranges = { set: [0, 10_000], boost: [0.01, 100] } as const;

/** What of a property's values is edited, by value. */
export interface PropertyEdits {
  /** The whole of it is left out. */
  readonly isMuted: boolean;
  /** By which all of its scores are multiplied. */
  readonly factor: number;
  readonly byValue: ReadonlyMap<string, AffinityEdit>;
}

const untouched: PropertyEdits = { isMuted: false, factor: 1, byValue: new Map() };

/** What edits say of one property. */
export function editsOf(edits: AffinityEdits, property: string): PropertyEdits {
  if (edits.length === 0) return untouched;
  const those = edits.filter((edit) => edit.property === property);
  if (those.length === 0) return untouched;
  const whole = those.find(({ value }) => value === undefined);
  return {
    isMuted: whole?.action === 'mute',
    factor: whole?.action === 'boost' ? (whole.amount ?? 1) : 1,
    byValue: new Map(
      those.flatMap((edit) => (edit.value === undefined ? [] : [[edit.value, edit]])),
    ),
  };
}

/** Is a value muted for everybody on the site? */
export function mutedValues(
  { muted = [] }: Pick<AffinitySettings, 'muted'>,
  property: string,
): { readonly isWhole: boolean; readonly values: ReadonlySet<string> } {
  const those = muted.filter((one) => one.property === property);
  return {
    isWhole: those.some(({ value }) => value === undefined),
    values: new Set(those.flatMap(({ value }) => value ?? [])),
  };
}

/** Everything wrong with an edit that was sent; [] when it can be stored. */
export function checkAffinityEdit(edit: Omit<AffinityEdit, 'day'>, pointer: string): Fault[] {
  const { property, value, action, amount } = edit;
  const faults: Fault[] = [];
  const note = (name: string, detail: string) => {
    faults.push({ pointer: `${pointer}/${name}`, detail });
  };
  if (property === '' || !isWithin(property, maxPropertyLength)) {
    note('property', `must be a name of 1 to ${maxPropertyLength} characters`);
  }
  if (value !== undefined && (value === '' || !isWithin(value, maxValueLength))) {
    note('value', `must be a text of 1 to ${maxValueLength} characters`);
  }
  if (action === 'set' && value === undefined)
    note('value', 'is required: a score belongs to a value');
  if (action === 'mute') {
    if (amount !== undefined) note('amount', 'must be left out: what is muted has no amount');
    return faults;
  }
  const [least, most] = ranges[action];
  if (amount === undefined || !(amount >= least && amount <= most)) {
    note('amount', `must be a number from ${least} to ${most}`);
  }
  return faults;
}
