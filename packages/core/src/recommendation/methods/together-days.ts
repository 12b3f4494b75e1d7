// How the pairs of single days, counted when each was over, add up to the same model.

import type { InteractionBlock } from '../interactions/block.ts';
import { makeSkuTable } from '../interactions/sku-table.ts';
import {
  type BuildOptions,
  type BuiltModel,
  defaultMemoryLimit,
  ModelTooLarge,
} from './builder.ts';
import type { DayCounts } from './day-counts.ts';
import { type InteractionMatrix, startInteractionMatrix } from './interaction-matrix.ts';
import { makeTally } from './tally.ts';
import { eventOf, type Meetings, neighboursOf, type TogetherMethod } from './together.ts';
import { ageOf, isWithinWindow } from './window.ts';

const msPerDay = 86_400_000;

/** In how many of a day's groups each item was, and each two of them together. */
export function countPairs(block: InteractionBlock, type: TogetherMethod['type']): DayCounts {
  const event = eventOf({ type } as TogetherMethod);
  const gathered = startInteractionMatrix(
    'group',
    event,
    { window: 1 },
    { now: block.day * msPerDay },
  );
  gathered.add(block);
  const { skus, counted, bytes: _bytes, ...matrix } = gathered.finish();
  const { events, units, leftOut } = counted;
  const counts = Uint32Array.from(
    { length: skus.length },
    (_, item) => matrix.itemStarts[item + 1]! - matrix.itemStarts[item]!,
  );
  return { day: block.day, skus, events, units, leftOut, counts, pairs: pairsOf(matrix) };
}

type Matrix = Omit<InteractionMatrix, 'skus' | 'counted' | 'bytes'>;

function pairsOf({
  unitStarts,
  items,
  itemStarts,
  units,
}: Matrix): NonNullable<DayCounts['pairs']> {
  const itemCount = itemStarts.length - 1;
  const tally = makeTally(itemCount);
  const starts = new Uint32Array(itemCount + 1);
  const others: number[][] = [];
  const together: number[][] = [];
  for (let item = 0; item < itemCount; item++) {
    for (let at = itemStarts[item]!; at < itemStarts[item + 1]!; at++) {
      const unit = units[at]!;
      // Items of a unit ascend: each pair is met once, from its lower side.
      for (let row = unitStarts[unit + 1]! - 1; items[row]! > item; row--) {
        tally.add(items[row]!, 1, 0);
      }
    }
    const met: [other: number, times: number][] = [];
    tally.take((other, times) => met.push([other, times]));
    met.sort(([a], [b]) => a - b);
    others.push(met.map(([other]) => other));
    together.push(met.map(([, times]) => times));
    starts[item + 1] = starts[item]! + met.length;
  }
  return {
    starts,
    others: Uint32Array.from(others.flat()),
    together: Uint32Array.from(together.flat()),
  };
}

/** Builds a together-method of the counts of days, in any order: what `buildModel` builds. */
export function addUpPairs(
  method: TogetherMethod,
  days: Iterable<DayCounts>,
  options: BuildOptions,
): BuiltModel {
  const inWindow = [...days].filter(({ day }) => isWithinWindow(ageOf(day, options.now), method));
  return neighboursOf(method, meetingsOf(inWindow, options), options);
}

/** Bytes for each pair and side: the other item, how often, and on which day. */
const bytesPerSide = 10;

function meetingsOf(
  given: readonly DayCounts[],
  { now, memoryLimit = defaultMemoryLimit }: BuildOptions,
): Meetings {
  const days = given.toSorted((a, b) => a.day - b.day);
  const sides = 2 * days.reduce((sum, { pairs }) => sum + pairs!.others.length, 0);
  if (sides * bytesPerSide > memoryLimit) {
    throw new ModelTooLarge(sides * bytesPerSide, memoryLimit);
  }
  const table = makeSkuTable();
  const numbers = days.map(({ skus }) => table.numbersOf(skus));
  const { skus, placeOfNumber } = table.sorted();
  const places = numbers.map((ofDay) => ofDay.map((number) => placeOfNumber[number]!));
  const ages = days.map(({ day }) => ageOf(day, now));
  const occurrences = sidesOf(skus.length, days, places, (day, tell) => {
    for (let item = 0; item < day.counts.length; item++) {
      if (day.counts[item]! > 0) tell(item, item, day.counts[item]!);
    }
  });
  const meetings = sidesOf(skus.length, days, places, ({ pairs }, tell) => {
    const { starts, others, together } = pairs!;
    for (let item = 0; item + 1 < starts.length; item++) {
      for (let at = starts[item]!; at < starts[item + 1]!; at++) {
        tell(item, others[at]!, together[at]!);
        tell(others[at]!, item, together[at]!);
      }
    }
  });
  const tellFrom = (sides: Sides): Meetings['tellMeetings'] => {
    const { starts, others, times, days: ofDay } = sides;
    return (item, tally) => {
      for (let at = starts[item]!; at < starts[item + 1]!; at++) {
        tally.turnTo(ages[ofDay[at]!]!);
        tally.add(others[at]!, times[at]!);
      }
    };
  };
  const groups = new Map<number, number>();
  for (const [at, { units }] of days.entries()) {
    if (units > 0) groups.set(ages[at]!, (groups.get(ages[at]!) ?? 0) + units);
  }
  const sum = (of: 'events' | 'units' | 'leftOut'): number =>
    days.reduce((total, day) => total + day[of], 0);
  return {
    skus,
    groups,
    counted: {
      events: sum('events'),
      units: sum('units'),
      leftOut: sum('leftOut'),
      days: new Set(days.filter(({ events }) => events > 0).map(({ day }) => day)).size,
    },
    tellOccurrences: tellFrom(occurrences),
    tellMeetings: tellFrom(meetings),
  };
}

/** What each item met, on which day (by its place among the days) and how often; days ascend. */
interface Sides {
  readonly starts: Uint32Array;
  readonly others: Uint32Array;
  readonly times: Uint32Array;
  readonly days: Uint16Array;
}

type Tell = (item: number, other: number, times: number) => void;

function sidesOf(
  itemCount: number,
  days: readonly DayCounts[],
  places: readonly Uint32Array[],
  walk: (day: DayCounts, tell: Tell) => void,
): Sides {
  const starts = new Uint32Array(itemCount + 1);
  for (const [at, day] of days.entries()) {
    walk(day, (item) => {
      starts[places[at]![item]! + 1]! += 1;
    });
  }
  for (let item = 0; item < itemCount; item++) starts[item + 1]! += starts[item]!;
  const size = starts[itemCount]!;
  const next = starts.slice();
  const sides: Sides = {
    starts,
    others: new Uint32Array(size),
    times: new Uint32Array(size),
    days: new Uint16Array(size),
  };
  for (const [at, day] of days.entries()) {
    const place = places[at]!;
    walk(day, (item, other, times) => {
      const to = next[place[item]!]!++;
      sides.others[to] = place[other]!;
      sides.times[to] = times;
      sides.days[to] = at;
    });
  }
  return sides;
}
