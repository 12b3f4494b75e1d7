// How much what the site likes counts in a person's ranks: told by what people of it did next.

import type { ComputedBins } from './bins.ts';
import { type Cut, cutHistories, type ProfileSample, type Trial } from './hold-out.ts';
import type { SiteWeight } from './normaliser.ts';
import { inRankOrder } from './read.ts';
import type { AffinitySettings } from './settings.ts';

/** The weights that are tried: none, then from an eighth of an average profile to 64 of them. */
const candidates = [0, ...Array.from({ length: 10 }, (_, at) => 2 ** (at - 3))];
/** With fewer people to judge by, the weight stays. */
const fewestPeople = 50;
/** A weight gives way to a better one where that is better by so many standard errors. */
const mostErrors = 2;

const depth = 10;

/** What a weight is learned from. */
export interface Learning {
  readonly sample: ProfileSample;
  readonly settings: AffinitySettings;
  readonly bins: ComputedBins | undefined;
  /** What is in force. */
  readonly before: SiteWeight | undefined;
}

/** `learningSteps` at once. */
export function learnSiteWeight(learning: Learning, property: string): SiteWeight {
  const steps = learningSteps(learning, property);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * Learns the weight of one property by hold-out: each candidate ranks the values that people had
 * shown before a day, and is judged by which of them they turned to in the days behind it. The
 * weight that is in force stays unless the best is better by two standard errors, so that chance
 * moves nobody's ranks. Other work may go on between two steps.
 */
export function* learningSteps(
  { sample, settings, bins, before }: Learning,
  property: string,
): Generator<undefined, SiteWeight> {
  const cuts = cutHistories(sample.histories(property), property, settings, bins);
  const means: number[][] = [];
  for (const weight of candidates) {
    yield;
    means.push(meansByPerson(cuts, weight));
  }
  const people = means[0]!.length;
  const now = Math.max(0, candidates.indexOf(before?.weight ?? 0));
  const scores = means.map(meanOf);
  const best = scores.reduce((top, score, at) => (score > scores[top]! ? at : top), 0);
  const isBetter = people >= fewestPeople && isAhead(means[best]!, means[now]!);
  const chosen = isBetter ? best : now;
  if (people === 0) return before ?? { weight: 0, people: 0, ndcg: 0, ndcgAlone: 0 };
  return {
    weight: candidates[chosen]!,
    people,
    ndcg: scores[chosen]!,
    ndcgAlone: scores[0]!,
  };
}

/** NDCG@10 of each person, the mean of their trials; in the same order for every weight. */
function meansByPerson(cuts: readonly Cut[], weight: number): number[] {
  const byPerson = new Map<number, { sum: number; count: number }>();
  for (const { trials, averages } of cuts) {
    for (const trial of trials) {
      const person = byPerson.get(trial.of) ?? { sum: 0, count: 0 };
      byPerson.set(trial.of, person);
      person.sum += valuesNdcg(rankTrial(trial, averages, weight), trial.wanted);
      person.count += 1;
    }
  }
  return [...byPerson.values()].map(({ sum, count }) => sum / count);
}

function rankTrial(
  { own }: Trial,
  averages: ReadonlyMap<string, number>,
  weight: number,
): string[] {
  const scored = [...own].map(([value, score]) => ({
    ...{ value, ...score },
    expected: score.score + weight * (averages.get(value) ?? 0),
  }));
  return inRankOrder(scored).map(({ value }) => value);
}

/** Normalised discounted cumulative gain of the first 10 values: wanted is 1, not wanted 0. */
export function valuesNdcg(ranking: readonly string[], wanted: ReadonlySet<string>): number {
  let gain = 0;
  for (const [at, value] of ranking.slice(0, depth).entries()) {
    if (wanted.has(value)) gain += 1 / Math.log2(at + 2);
  }
  let ideal = 0;
  for (let at = 0; at < Math.min(depth, wanted.size); at++) ideal += 1 / Math.log2(at + 2);
  return gain / ideal;
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function isAhead(one: readonly number[], other: readonly number[]): boolean {
  const differences = one.map((value, at) => value - other[at]!);
  const mean = meanOf(differences);
  const squares = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const error = Math.sqrt(squares / (differences.length - 1) / differences.length);
  return mean > 0 && mean > mostErrors * error;
}
