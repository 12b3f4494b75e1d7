// How the measurement is put down: the tables, and what a reader must know to make them again.

import type { Evaluation } from './evaluate.ts';
import type { Estimate } from './metrics.ts';
import { difference, estimate } from './metrics.ts';

/** The strength chosen, and what each strength scored on the households to choose on. */
export interface Choice {
  readonly strength: number;
  readonly rows: readonly {
    readonly strength: number;
    readonly ndcg: Estimate;
    readonly behind: Estimate;
  }[];
}

/** How the measurement was made. */
export interface Setting {
  readonly cutDates: readonly string[];
  readonly training: number;
  readonly heldOut: number;
  readonly resampleCount: number;
  readonly seed: number;
  readonly seconds: number;
}

/** One row a ranking, with paired differences against `base`. */
export function tableOf(
  judged: readonly (readonly [name: string, Evaluation])[],
  base: Evaluation,
  popular: number,
  resamples: readonly Uint32Array[],
): string {
  const against = (scores: Evaluation, metric: 'ndcg' | 'rareNdcg'): string =>
    signed(estimate(difference(scores[metric], base[metric]), resamples));
  const head = [
    'ranking',
    'NDCG@10',
    'against raw counts',
    'recall@10',
    `NDCG@10 beyond the ${popular} most popular`,
    'against raw counts',
    'top-5 overlap',
  ];
  const rows = judged.map(([name, scores]) => [
    name,
    withInterval(estimate(scores.ndcg, resamples)),
    against(scores, 'ndcg'),
    withInterval(estimate(scores.recall, resamples)),
    withInterval(estimate(scores.rareNdcg, resamples)),
    against(scores, 'rareNdcg'),
    scores.overlap.toFixed(3),
  ]);
  return markdownTable(head, rows);
}

/** The whole page, Markdown. */
export function report(
  setting: Setting,
  choice: Choice,
  slowChoice: Choice,
  tables: Readonly<Record<'category' | 'department' | 'halfLife', string>>,
): string {
  const { cutDates, training, heldOut, resampleCount, seed, seconds } = setting;
  return `# Does an affinity profile rank what is bought next?

Made by \`node bench/affinity-prediction.ts\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, in ${seconds.toFixed(0)} s.
Data: completejourney (CC0; GitHub bradleyboehmke/completejourney @5b5d061), 75,000 purchase lines of
2,377 households in 2017.

A household's profile, folded from its purchases before a day, ranks the values of a property; it is
judged by the values that the household bought in the 60 days after (bought or not, no amounts). Days:
${cutDates.join(', ')}. A household counts where it has both;
its figures are the means over its days. ${training} households to choose on, ${heldOut} held out, by
FNV-1a of the id. Half-life 30 days where no other is named. Brackets: 95 % percentile bootstrap over
households, ${resampleCount} resamples, seeds ${seed} (choosing) and ${seed + 1} (held out);
differences are paired. "Beyond the most popular": only what few buy counts as found. Top-5 overlap:
the mean share of their five best values that two households have in common. Equal raw counts are
ordered newest first, as equal scores are. Site popularity ranks values that the household never
bought too; a profile cannot, hence the rows that are filled up with it.

## Choosing the default strength of the normalisation

Rule, set before the figures were seen: the largest strength whose NDCG@10 on product_category is, on
the households to choose on, not significantly below that of the best strength.

${choiceTable(choice)}

Chosen: **${choice.strength}**. With a half-life of 180 days, for which the default is not chosen, it
would be ${slowChoice.strength}:

${choiceTable(slowChoice)}

## product_category, households held out

${tables.category}

## department, households held out

${tables.department}

## Half-life, product_category, households held out

${tables.halfLife}
`;
}

function choiceTable({ rows }: Choice): string {
  const cells = rows.map(({ strength, ndcg, behind }) => [
    String(strength),
    withInterval(ndcg),
    signed(behind),
  ]);
  return markdownTable(['strength', 'NDCG@10', 'against the best'], cells);
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function withInterval({ mean, low, high }: Estimate): string {
  return `${mean.toFixed(4)} [${low.toFixed(4)}, ${high.toFixed(4)}]`;
}

function signed({ mean, low, high }: Estimate): string {
  const sign = (value: number): string => `${value < 0 ? '' : '+'}${value.toFixed(4)}`;
  return `${sign(mean)} [${sign(low)}, ${sign(high)}]`;
}
