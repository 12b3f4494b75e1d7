// How the default ranks are put down: what was learned, and against what orders the same values.

import type { Cut } from './evaluate.ts';
import { difference, estimate } from './metrics.ts';
import { learnedNormaliser } from './rankers.ts';
import { claimNames, markdownTable, type Named, signed, withInterval } from './report.ts';

/** The default ranks against what orders the same values otherwise, property by property. */
export function defaultsTable(
  subjects: readonly { readonly name: string; readonly judged: readonly Named[] }[],
  resamples: readonly Uint32Array[],
): string {
  const [first, ...others] = subjects[0]!.judged.map(([name]) => name);
  const rows = subjects.map(({ name, judged: [ours, ...baselines] }) => [
    claimNames[name]!,
    withInterval(estimate(ours![1].ndcg, resamples)),
    ...baselines.flatMap(([, { ndcg }]) => [
      withInterval(estimate(ndcg, resamples)),
      signed(estimate(difference(ours![1].ndcg, ndcg), resamples)),
    ]),
  ]);
  return markdownTable(
    ['values of', first!, ...others.flatMap((name) => [name, 'difference'])],
    rows,
  );
}

/** What the rule found at each date in the histories of some households. */
export function weightsTable(cuts: readonly Cut[], learnFrom: readonly string[]): string {
  const rows = cuts.map(({ day, profiles }) => {
    const { siteWeights } = learnedNormaliser(profiles, day, learnFrom);
    const of = (property: string) => {
      const { weight, people, ndcg, ndcgAlone } = siteWeights.get(property)!;
      return `${weight} (${people} households: ${ndcg.toFixed(4)}, alone ${ndcgAlone.toFixed(4)})`;
    };
    const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
    return [date, of('product_category'), of('department')];
  });
  return markdownTable(['date', 'product_category', 'department'], rows);
}
