// How much each signal says of affinity and how fast it fades: a site's settings and their limits.

import type { Signal } from '../events/event.ts';
import type { Fault, Source } from '../events/fields.ts';
import { has, openSource, refuse } from '../events/fields.ts';
import { signals } from '../profile/profile.ts';
import { pointerTo } from '../text/pointer.ts';
import type { BinsByProperty } from './bins.ts';

/** All of it acts on reading a profile and not on folding one, so that a change acts at once. */
export interface AffinitySettings {
  readonly weights: Readonly<Record<Signal, number>>;
  /** Days in which a signal loses half of its weight. */
  readonly halfLifeDays: number;
  /** Half-lives of single properties, as own members. */
  readonly halfLifeDaysByProperty?: Readonly<Record<string, number>>;
  /** 0: the person's own scores rank. 1: they are divided by the site's score in full. */
  readonly normalisation: number;
  /**
   * How many average profiles of the site are added to a person's own before it is ranked; absent:
   * as many as the site's own history tells (`learnSiteWeight`).
   */
  readonly siteWeight?: number;
  /** The most that a signal of one value counts on one day. */
  readonly dailyCap: number;
  /** The properties that are read; absent: the first 10 of the profile by code points. */
  readonly properties?: readonly string[];
  /** Properties whose values are numbers; absent: `price` in 5 bins. */
  readonly bandsByProperty?: BinsByProperty;
  /** How long what was seen and bought counts as of this visit, in minutes. */
  readonly sessionMinutes: number;
  /** How much this visit counts beside the long-term affinity: 0 not at all, 1 alone. */
  readonly sessionBlend: number;
  /** What is muted for every user: a value, or a property as a whole. */
  readonly muted?: readonly Muted[];
}

/** A property that is left out, or one value of it. */
export interface Muted {
  readonly property: string;
  readonly value?: string;
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
    dislike: -8,
  },
  halfLifeDays: 30,
  normalisation: 0,
  dailyCap: 20,
  bandsByProperty: { price: 5 },
  sessionMinutes: 30,
  sessionBlend: 0,
};

const maxWeight = 100;
const maxHalfLifeDays = 365;
const maxSiteWeight = 1_000;
const maxDailyCap = 1_000;
const maxProperties = 30;
const maxPropertyLength = 100;
const maxBands = 20;
const maxSessionMinutes = 240;
const maxMuted = 1_000;
const maxValueLength = 1_000;

/** Everything wrong with settings that were sent; [] when they are an `AffinitySettings`. */
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
  if (has(from, 'siteWeight')) checkRange(from, 'siteWeight', 0, maxSiteWeight);
  checkRange(from, 'dailyCap', 1, maxDailyCap);
  if (has(from, 'halfLifeDaysByProperty')) {
    const name = 'halfLifeDaysByProperty';
    const byProperty = openSource(from.record[name], at(name), faults);
    for (const property of Object.keys(byProperty?.record ?? {})) {
      checkRange(byProperty!, property, 1, maxHalfLifeDays);
    }
  }
  if (has(from, 'properties')) checkProperties(from);
  if (has(from, 'bandsByProperty')) checkBands(from);
  checkRange(from, 'sessionMinutes', 1, maxSessionMinutes);
  checkRange(from, 'sessionBlend', 0, 1);
  if (has(from, 'muted')) checkMuted(from);
  return faults;
}

function checkBands(from: Source): void {
  const name = 'bandsByProperty';
  const pointer = pointerTo(from.pointer, name);
  const byProperty = openSource(from.record[name], pointer, from.faults);
  for (const [property, asked] of Object.entries(byProperty?.record ?? {})) {
    const isCount =
      Number.isInteger(asked) && (asked as number) >= 2 && (asked as number) <= maxBands;
    if (isCount || isAscending(asked)) continue;
    const detail = `must be a number of bands from 2 to ${maxBands}, or up to ${maxBands - 1} edges`;
    refuse(byProperty!, property, `${detail} in ascending order`);
  }
}

function isAscending(edges: unknown): boolean {
  if (!Array.isArray(edges) || edges.length === 0 || edges.length >= maxBands) return false;
  return edges.every(
    (edge, at) => Number.isFinite(edge) && (at === 0 || edge > (edges[at - 1] as number)),
  );
}

function checkMuted(from: Source): void {
  const value = from.record['muted'];
  const fits = Array.isArray(value) && value.length <= maxMuted && value.every(isMuted);
  if (fits) return;
  refuse(from, 'muted', `must be at most ${maxMuted} of { property, value? }, each a text`);
}

function isMuted(one: unknown): boolean {
  const { property, value = '-', ...others } = Object(one) as Record<string, unknown>;
  const isText = (text: unknown, most: number) =>
    typeof text === 'string' && text !== '' && text.length <= 2 * most;
  const isAlone = Object.keys(others).length === 0;
  return isText(property, maxPropertyLength) && isText(value, maxValueLength) && isAlone;
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
