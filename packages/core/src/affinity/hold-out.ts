// What people of a site did next, told apart from what they had done: by their profiles alone.

import { hashSeed, hashSeeded } from '../bucketing/hash.ts';
import type { Counts, Profile } from '../profile/profile.ts';
import { dayOfCell, signalOfCell, signals } from '../profile/profile.ts';
import { binBoundariesOf, binOf, type ComputedBins } from './bins.ts';
import { type Score, scoreCounts } from './score.ts';
import type { AffinitySettings } from './settings.ts';

/** How many profiles are looked at, and how much of them is held: cells of counts. */
const mostProfiles = 2_000;
const mostCells = 1_000_000;
/** Days that are held out at a time, the latest ones; fewer of a short history. */
const mostDaysHeldOut = 28;
/** So many such times, one before the other. */
const mostCuts = 4;

/** The second tells apart what is the same under the first, which has 10,000 places. */
const seeds = [hashSeed('affinity hold-out'), hashSeed('affinity hold-out, finer')] as const;

/** What one profile counted of one value. */
interface CountedValue {
  readonly value: string;
  /** A cell and its count, in turn. */
  readonly cells: Int32Array;
}

interface Sampled {
  readonly place: number;
  readonly cells: number;
  readonly byProperty: ReadonlyMap<string, readonly CountedValue[]>;
}

/** Profiles of a site as they are read one by one, of which some are kept. */
export interface ProfileSample {
  readonly add: (userId: string, profile: Profile) => void;
  /** The histories of one property, of those profiles that have any. */
  readonly histories: (property: string) => readonly (readonly CountedValue[])[];
}

/**
 * Keeps some of the profiles that it is shown, the same in whatever order they come: those
 * whose ids hash into a share that halves until few enough are left.
 */
export function sampleProfiles(properties: readonly string[], most = mostProfiles): ProfileSample {
  let share = 1;
  let kept: Sampled[] = [];
  let cells = 0;
  return {
    add(userId, profile) {
      const place = hashSeeded(seeds[0], userId) + hashSeeded(seeds[1], userId) / 10_000;
      if (place >= share) return;
      const sampled = sampledOf(place, profile, properties);
      if (sampled.cells === 0) return;
      kept.push(sampled);
      cells += sampled.cells;
      while (kept.length > most || (cells > mostCells && kept.length > 1)) {
        share /= 2;
        kept = kept.filter((one) => one.place < share);
        cells = kept.reduce((sum, one) => sum + one.cells, 0);
      }
    },
    histories: (property) => kept.flatMap(({ byProperty }) => [byProperty.get(property) ?? []]),
  };
}

function sampledOf(place: number, profile: Profile, properties: readonly string[]): Sampled {
  let cells = 0;
  const byProperty = new Map<string, readonly CountedValue[]>();
  for (const property of properties) {
    const values = profile.properties.get(property)?.values;
    if (!values) continue;
    const counted = [...values].map(([value, counts]) => {
      cells += counts.size;
      return { value, cells: Int32Array.from([...counts].flat()) };
    });
    byProperty.set(property, counted);
  }
  return { place, cells, byProperty };
}

/** Somebody at a moment: what they had shown, and what they then turned to. */
export interface Trial {
  /** Which of the histories it is of; one may have several trials. */
  readonly of: number;
  readonly own: ReadonlyMap<string, Score>;
  readonly wanted: ReadonlySet<string>;
}

/** A moment, all trials of it, and what the site's average profile had shown until then. */
export interface Cut {
  readonly trials: readonly Trial[];
  readonly averages: ReadonlyMap<string, number>;
}

/**
 * Cuts histories of a property at some days. What comes in the days behind a cut is wanted, what
 * was before it is scored as of that day. Somebody with fewer than two values, or who did nothing
 * behind the cut, tells nothing.
 */
export function cutHistories(
  histories: readonly (readonly CountedValue[])[],
  property: string,
  settings: AffinitySettings,
  bins: ComputedBins | undefined,
): Cut[] {
  const boundaries = binBoundariesOf(settings.bandsByProperty, bins?.bands, property);
  if (boundaries === null) return [];
  const read = histories.map((values) => countsOf(values, boundaries));
  const [first, last] = spanOf(read);
  const days = Math.min(mostDaysHeldOut, Math.floor((last - first + 1) / 3));
  if (!(days >= 1)) return [];
  const starts = Array.from({ length: mostCuts }, (_, at) => last + 1 - days * (at + 1));
  return starts
    .filter((start) => start - first >= days)
    .map((start) => cutAt(read, { start, end: start + days }, property, settings));
}

type Read = ReadonlyMap<string, Counts>;

function countsOf(
  values: readonly CountedValue[],
  boundaries: readonly number[] | undefined,
): Read {
  const read = new Map<string, Map<number, number>>();
  for (const { value, cells } of values) {
    const name = boundaries ? binOf(boundaries, value) : value;
    if (name === undefined) continue;
    const counts = read.get(name) ?? new Map<number, number>();
    read.set(name, counts);
    for (let at = 0; at < cells.length; at += 2) {
      counts.set(cells[at]!, (counts.get(cells[at]!) ?? 0) + cells[at + 1]!);
    }
  }
  return read;
}

function spanOf(histories: readonly Read[]): [first: number, last: number] {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const history of histories) {
    for (const counts of history.values()) {
      for (const cell of counts.keys()) {
        first = Math.min(first, dayOfCell(cell));
        last = Math.max(last, dayOfCell(cell));
      }
    }
  }
  return [first, last];
}

function cutAt(
  histories: readonly Read[],
  { start, end }: { readonly start: number; readonly end: number },
  property: string,
  settings: AffinitySettings,
): Cut {
  const trials: Trial[] = [];
  const sums = new Map<string, number>();
  let profiles = 0;
  for (const [of, history] of histories.entries()) {
    const own = new Map<string, Score>();
    const wanted = new Set<string>();
    for (const [value, counts] of history) {
      const before = new Map([...counts].filter(([cell]) => dayOfCell(cell) < start));
      const score = scoreCounts(before, property, settings, start);
      if (score.score > 0) own.set(value, score);
      if (isWanted(counts, start, end, settings)) wanted.add(value);
    }
    if (own.size === 0) continue;
    profiles += 1;
    for (const [value, { score }] of own) sums.set(value, (sums.get(value) ?? 0) + score);
    if (own.size > 1 && wanted.size > 0) trials.push({ of, own, wanted });
  }
  return { trials, averages: new Map([...sums].map(([value, sum]) => [value, sum / profiles])) };
}

/** Only what speaks for a value was turned to. */
function isWanted(
  counts: Counts,
  start: number,
  end: number,
  { weights }: Pick<AffinitySettings, 'weights'>,
): boolean {
  for (const cell of counts.keys()) {
    const day = dayOfCell(cell);
    if (day >= start && day < end && weights[signals[signalOfCell(cell)]!] > 0) return true;
  }
  return false;
}
