// Which items are viewed in one session or bought in one basket: symmetric, each pair once.

import type { SkuList } from '../columns/sku-list.ts';
import type { Interaction, Method } from '../definition.ts';
import { makeBest } from './best.ts';
import {
  type BuildOptions,
  type BuiltModel,
  type Counted,
  type ModelBuilder,
  withTaken,
} from './builder.ts';
import { type InteractionMatrix, startInteractionMatrix } from './interaction-matrix.ts';
import { writeLists } from './lists.ts';
import { modelOfLists } from './model-of-lists.ts';
import { progressOf } from './progress.ts';
import { scorePair } from './scoring.ts';
import { type DayTally, makeDayTally } from './tally.ts';
import { weightsByAge } from './window.ts';

export type TogetherMethod = Extract<Method, { type: 'viewed-together' | 'bought-together' }>;

/** The events whose groups a together-method counts. */
export function eventOf({ type }: TogetherMethod): Interaction {
  return type === 'viewed-together' ? 'view' : 'purchase';
}

/** Builds a together-method of blocks as they come. */
export function startTogether(method: TogetherMethod, options: BuildOptions): ModelBuilder {
  const gathered = startInteractionMatrix('group', eventOf(method), method, options);
  return {
    add: gathered.add,
    finish: () => {
      const { skus, counted, bytes, ...matrix } = gathered.finish();
      const meetings: Meetings = {
        skus,
        counted,
        groups: groupsByAge(matrix),
        tellOccurrences: (item, tally) => tellUnits(matrix, item, tally),
        tellMeetings: (item, tally) => tellItemsOfUnits(matrix, item, tally),
      };
      return neighboursOf(method, meetings, withTaken(options, bytes));
    },
  };
}

type Matrix = Omit<InteractionMatrix, 'skus' | 'counted' | 'bytes'>;

function tellUnits({ itemStarts, unitAges }: Matrix, item: number, tally: DayTally): void {
  for (let at = itemStarts[item]!; at < itemStarts[item + 1]!; at++) {
    tally.turnTo(unitAges[at]!);
    tally.add(item, 1);
  }
}

function tellItemsOfUnits(matrix: Matrix, item: number, tally: DayTally): void {
  const { unitStarts, items, itemStarts, units, unitAges } = matrix;
  for (let at = itemStarts[item]!; at < itemStarts[item + 1]!; at++) {
    const unit = units[at]!;
    tally.turnTo(unitAges[at]!);
    const end = unitStarts[unit + 1]!;
    for (let row = unitStarts[unit]!; row < end; row++) tally.add(items[row]!, 1);
  }
}

/** How many groups there were at each age, oldest first. */
function groupsByAge({ unitStarts, ages }: Matrix): Map<number, number> {
  const groups = new Map<number, number>();
  for (let unit = 0; unit + 1 < unitStarts.length; unit++) {
    const first = unitStarts[unit]!;
    if (first === unitStarts[unit + 1]) continue;
    groups.set(ages[first]!, (groups.get(ages[first]!) ?? 0) + 1);
  }
  return groups;
}

/** What neighbours are found in, wherever it came from. Ages come oldest first. */
export interface Meetings {
  readonly skus: SkuList;
  readonly counted: Omit<Counted, 'items'>;
  /** How many groups there were at each age. */
  readonly groups: ReadonlyMap<number, number>;
  /** Adds to the tally, as the item itself, how many groups had it. */
  readonly tellOccurrences: (item: number, tally: DayTally) => void;
  /** Adds how many groups had it together with each other item; itself does not matter. */
  readonly tellMeetings: (item: number, tally: DayTally) => void;
}

/** Finds the best neighbours of each item. */
export function neighboursOf(
  method: TogetherMethod,
  { skus, counted, groups, tellOccurrences, tellMeetings }: Meetings,
  options: BuildOptions,
): BuiltModel {
  const itemCount = skus.length;
  const tally = makeDayTally(itemCount, weightsByAge(method));
  const all = sumOfGroups(groups, method);
  const occurrences = new Float64Array(itemCount);
  for (let item = 0; item < itemCount; item++) {
    tellOccurrences(item, tally);
    tally.take((_item, _times, amount) => {
      occurrences[item] = amount;
    });
  }
  const best = makeBest(method.neighbours);
  const lists = writeLists(itemCount, options);
  const progress = progressOf(itemCount, options);
  for (let item = 0; item < itemCount; item++) {
    tellMeetings(item, tally);
    tally.take((other, times, amount) => {
      if (other === item || times < method.minimumSupport) return;
      const [a, b] = [occurrences[item]!, occurrences[other]!];
      best.offer(other, scorePair(method, amount, a, b, all));
    });
    best.take(lists.push);
    lists.end();
    progress();
  }
  const selves = Float32Array.from(occurrences, (a) => scorePair(method, a, a, a, all));
  return modelOfLists(skus, lists.finish(), selves, counted);
}

function sumOfGroups(groups: ReadonlyMap<number, number>, method: TogetherMethod): number {
  const weights = weightsByAge(method);
  let sum = 0;
  for (const [age, count] of groups) sum += count * (weights?.[age] ?? 1);
  return sum;
}
