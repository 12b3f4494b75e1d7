// How much each signal says of a taste and how fast it fades: a site's settings and their limits.

import type { Signal } from '../events/event.ts';
import type { Fault, Source } from '../events/fields.ts';
import { has, openSource, refuse } from '../events/fields.ts';
import { signals } from '../profile/profile.ts';
import { pointerTo } from '../text/pointer.ts';

/** All of it acts on reading a profile and not on folding one, so that a change acts at once. */
export interface AffinitySettings {
  readonly weights: Readonly<Record<Signal, number>>;
  /** Days in which a signal loses half of its weight. */
  readonly halfLifeDays: number;
  /** Half-lives of single properties, as own members. */
  readonly halfLifeDaysByProperty?: Readonly<Record<string, number>>;
  /** 0: the person's own scores rank. 1: they are divided by the site's score in full. */
  readonly normalisation: number;
  /** The most that a signal of one value counts on one day. */
  readonly dailyCap: number;
  /** The properties that are read; absent: the first 10 of the profile by code points. */
  readonly properties?: readonly string[];
}

/** Normalisation by measurement: docs/decisions/0005-affinity-normalisation.md. */
export const defaultAffinitySettings: AffinitySettings = {
  weights: {
    view: 1,
    wishlist: 2,
    filter: 2,
    'add-to-cart': 4,
    inform: 4,
    purchase: 8,
    'remove-from-cart': -2,
    refund: -8,
  },
  halfLifeDays: 30,
  normalisation: 0,
  dailyCap: 20,
};

const maxWeight = 100;
const maxHalfLifeDays = 365;
const maxDailyCap = 1_000;
const maxProperties = 30;
const maxPropertyLength = 100;

/** Everything wrong with settings that somebody sent; [] when they are an `AffinitySettings`. */
export function checkAffinitySettings(raw: unknown, pointer = ''): Fault[] {
  const faults: Fault[] = [];
  const from = openSource(raw, pointer, faults);
  if (from === undefined) return faults;
  const at = (name: string): string => pointerTo(from.pointer, name);
  const weights = openSource(from.record['weights'], at('weights'), faults);
  if (weights !== undefined) {
    for (const signal of signals) checkRange(weights, signal, -maxWeight, maxWeight);
  }
  checkRange(from, 'halfLifeDays', 1, maxHalfLifeDays);
  checkRange(from, 'normalisation', 0, 1);
  checkRange(from, 'dailyCap', 1, maxDailyCap);
  if (has(from, 'halfLifeDaysByProperty')) {
    const name = 'halfLifeDaysByProperty';
    const byProperty = openSource(from.record[name], at(name), faults);
    for (const property of Object.keys(byProperty?.record ?? {})) {
      checkRange(byProperty!, property, 1, maxHalfLifeDays);
    }
  }
  if (has(from, 'properties')) checkProperties(from);
  return faults;
}

function checkRange(from: Source, name: string, least: number, most: number): void {
  const value = from.record[name];
  if (typeof value === 'number' && value >= least && value <= most) return;
  refuse(from, name, `must be a number from ${least} to ${most}`);
}

function checkProperties(from: Source): void {
  const value = from.record['properties'];
  const fits =
    Array.isArray(value) &&
    value.length <= maxProperties &&
    value.every((each) => typeof each === 'string' && each !== '') &&
    value.every((each) => each.length <= maxPropertyLength);
  if (fits) return;
  const detail = `must be at most ${maxProperties} names of 1 to ${maxPropertyLength} characters`;
  refuse(from, 'properties', detail);
}
