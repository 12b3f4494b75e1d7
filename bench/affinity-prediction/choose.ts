// What is chosen on one half of the households, by rules that were set before.

import type { Cut } from './evaluate.ts';
import { evaluate } from './evaluate.ts';
import { difference, estimate } from './metrics.ts';
import type { Ranker } from './rankers.ts';
import type { Choice } from './report.ts';

/** Which users, and by which settings. */
export interface Judging {
  readonly cuts: readonly Cut[];
  readonly property: string;
  readonly households: readonly string[];
  readonly resamples: readonly Uint32Array[];
}

type Rule = (rows: Choice['rows']) => number;

/** The option with the highest mean. */
export const highest: Rule = (rows) =>
  rows.reduce((best, each) => (each.ndcg.mean > best.ndcg.mean ? each : best)).option;

/** The largest option that is not significantly below the best. */
export const largestAsGood: Rule = (rows) =>
  Math.max(...rows.filter(({ behind }) => behind.high >= 0).map(({ option }) => option));

/** Judges each option by NDCG@10, and chooses by the rule. */
export function choose(
  options: readonly number[],
  rankerOf: (option: number) => Ranker,
  { cuts, property, households, resamples }: Judging,
  rule: Rule,
): Choice {
  const scores = options.map((option) =>
    evaluate(rankerOf(option).prepare, cuts, property, households),
  );
  const means = scores.map(({ ndcg }) => estimate(ndcg, resamples));
  const best = means.reduce((top, each, at) => (each.mean > means[top]!.mean ? at : top), 0);
  const rows = options.map((option, at) => ({
    option,
    ndcg: means[at]!,
    behind: estimate(difference(scores[at]!.ndcg, scores[best]!.ndcg), resamples),
  }));
  return { chosen: rule(rows), rows };
}
