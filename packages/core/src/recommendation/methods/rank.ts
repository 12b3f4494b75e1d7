// How what many do, or many do just now, becomes a ranking of items.

import { type SkuList, selectSkus } from '../columns/sku-list.ts';
import type { Method } from '../definition.ts';
import { makeSkuTable } from '../interactions/sku-table.ts';
import type { RankingModel } from '../model.ts';
import { type BuildOptions, type BuiltModel, demandMemory, type ModelBuilder } from './builder.ts';
import { bytesOfCounts, countUsers, type DayCounts } from './day-counts.ts';
import { ageOf, isWithinWindow, weightOf } from './window.ts';

type RankingMethod = Extract<Method, { type: 'popularity' | 'trending' }>;

/** Sums, scores, order and the table of skus, for each item of all days. */
const bytesPerItem = 96;

/** Builds popularity or trending of blocks as they come. */
export function startRanking(method: RankingMethod, options: BuildOptions): ModelBuilder {
  const days: DayCounts[] = [];
  let bytes = 0;
  return {
    add: (block) => {
      if (!isWithinWindow(ageOf(block.day, options.now), method)) return;
      const counts = countUsers(block, method.event);
      bytes += bytesOfCounts(counts);
      demandMemory(bytes, options);
      days.push(counts);
    },
    finish: () => rankDays(method, days, options),
  };
}

/**
 * Builds popularity or trending of the counts of days, in any order.
 *
 * popularity(i) = sum over days d of n(i, d) x w(d), with n the users who did it on that day.
 *
 * trending(i) = (recent(i) - expected(i)) / sqrt(expected(i) + 1), where recent(i) is popularity
 * over the last `recent` days, expected(i) = earlier(i) x recent / earlier: its popularity in the
 * window before them in the measure in which the whole site's went up or down. It is the distance
 * from what was expected in standard deviations of a Poisson count, the 1 being there so that
 * few events say little. Only items above 0 are in the model.
 */
export function rankDays(
  method: RankingMethod,
  days: Iterable<DayCounts>,
  options: BuildOptions,
): BuiltModel {
  const { now, onProgress } = options;
  const counted = [...days]
    .filter(({ day }) => isWithinWindow(ageOf(day, now), method))
    // Sums of fractions depend on their order.
    .sort((a, b) => a.day - b.day);
  const table = makeSkuTable();
  const numbers = counted.map(({ skus }) => table.numbersOf(skus));
  const { skus, placeOfNumber } = table.sorted();
  const held = counted.reduce((sum, one) => sum + bytesOfCounts(one) + 8 * one.counts.length, 0);
  demandMemory(held + bytesPerItem * skus.length + 2 * skus.bytes.length, options);
  const recent = new Float64Array(skus.length);
  const earlier = new Float64Array(skus.length);
  const ofDay = new Float64Array(skus.length);
  for (const [at, { day, counts }] of counted.entries()) {
    const places = numbers[at]!.map((number) => placeOfNumber[number]!);
    for (let item = 0; item < counts.length; item++) ofDay[places[item]!]! += counts[item]!;
    // What else the day has, by users who are in another block, is added as a whole number.
    if (counted[at + 1]?.day === day) continue;
    const age = ageOf(day, now);
    const sums = method.type === 'trending' && age >= method.recent ? earlier : recent;
    addWeighted(sums, ofDay, weightOf(age, method));
  }
  const scores = method.type === 'popularity' ? recent : risesOf(recent, earlier);
  onProgress?.(1);
  const model = rankingOf(skus, scores);
  return {
    model,
    counted: {
      events: sumOf(counted, ({ events }) => events),
      days: new Set(counted.filter(({ events }) => events > 0).map(({ day }) => day)).size,
      units: sumOf(counted, ({ units }) => units),
      leftOut: 0,
      items: model.order.length,
    },
  };
}

function addWeighted(sums: Float64Array, ofDay: Float64Array, weight: number): void {
  for (let place = 0; place < sums.length; place++) {
    const count = ofDay[place]!;
    if (count !== 0) sums[place]! += count * weight;
  }
  ofDay.fill(0);
}

function risesOf(recent: Float64Array, earlier: Float64Array): Float64Array {
  const all = earlier.reduce((sum, count) => sum + count, 0);
  const share = all === 0 ? 0 : recent.reduce((sum, count) => sum + count, 0) / all;
  return recent.map((count, place) => {
    const expected = earlier[place]! * share;
    return (count - expected) / Math.sqrt(expected + 1);
  });
}

/** The items with a score above 0, ranked. */
function rankingOf(all: SkuList, allScores: Float64Array): RankingModel {
  const places = Uint32Array.from(allScores.keys()).filter((place) => allScores[place]! > 0);
  const scores = Float64Array.from(places, (place) => allScores[place]!);
  // Places are in the order of skus, and sorting keeps it among equals.
  const order = Uint32Array.from(scores.keys()).sort((a, b) => scores[b]! - scores[a]! || a - b);
  return { kind: 'ranking', skus: selectSkus(all, places), order, scores };
}

function sumOf(days: readonly DayCounts[], of: (day: DayCounts) => number): number {
  return days.reduce((sum, day) => sum + of(day), 0);
}
