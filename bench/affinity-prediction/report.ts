// How the measurement is put down: the tables, and what a reader must know to make them again.

import type { Evaluation } from './evaluate.ts';
import type { Estimate } from './metrics.ts';
import { difference, estimate } from './metrics.ts';

/** What was chosen among some numbers, and what each scored on the households to choose on. */
export interface Choice {
  readonly chosen: number;
  readonly rows: readonly {
    readonly option: number;
    readonly ndcg: Estimate;
    readonly behind: Estimate;
  }[];
}

/** Everything that is chosen on one half of the households. */
export interface Choices {
  readonly strength: Choice;
  readonly slowStrength: Choice;
  readonly prior: Choice;
  readonly slowPrior: Choice;
  readonly halfLives: Readonly<Record<'product_category' | 'department' | 'unit_price', Choice>>;
  /** The half-life with the highest mean over the properties. */
  readonly sharedHalfLife: number;
}

/** The tables of the households that are held out. */
export type Tables = Readonly<
  Record<
    | 'category'
    | 'department'
    | 'halfLife'
    | 'bands5'
    | 'bands10'
    | 'bands20'
    | 'claims'
    | 'byDefault'
    | 'weights',
    string
  >
> & { readonly byProperty: Readonly<Record<keyof Choices['halfLives'], string>> };

/** How the measurement was made. */
export interface Setting {
  readonly cutDates: readonly string[];
  readonly training: number;
  readonly heldOut: number;
  readonly resampleCount: number;
  readonly seed: number;
  readonly chanceSeed: number;
  readonly defaultPrior: number;
  readonly seconds: number;
}

/** One row a ranking, with paired differences against `base`. */
export function tableOf(
  judged: readonly (readonly [name: string, Evaluation])[],
  base: Evaluation,
  popular: number,
  resamples: readonly Uint32Array[],
  baseName = 'raw counts',
): string {
  const against = (scores: Evaluation, metric: 'ndcg' | 'rareNdcg'): string =>
    signed(estimate(difference(scores[metric], base[metric]), resamples));
  const head = [
    'ranking',
    'NDCG@10',
    `against ${baseName}`,
    'recall@10',
    `NDCG@10 beyond the ${popular} most popular`,
    `against ${baseName}`,
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

export type Named = readonly [name: string, Evaluation];

/** Our rankings against each baseline by NDCG@10, property by property. */
export function claimsTable(
  claims: readonly {
    readonly name: string;
    readonly ours: readonly Named[];
    readonly baselines: readonly Named[];
  }[],
  resamples: readonly Uint32Array[],
): string {
  const against = claims[0]!.baselines.map(([name]) => `against ${name}`);
  const rows = claims.flatMap(({ name, ours, baselines }) =>
    ours.map(([ranking, { ndcg }]) => [
      ...[claimNames[name]!, ranking],
      ...baselines.map(([, base]) => signed(estimate(difference(ndcg, base.ndcg), resamples))),
    ]),
  );
  return markdownTable(['values of', 'ranking', ...against], rows);
}

export const claimNames: Readonly<Record<string, string>> = {
  category: 'product_category',
  department: 'department',
  bands5: 'unit_price, 5 bands',
  bands10: 'unit_price, 10 bands',
  bands20: 'unit_price, 20 bands',
};

/** The whole page, Markdown. */
export function report(setting: Setting, choices: Choices, tables: Tables): string {
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
differences are paired. Chance: any of the site's values, seed ${setting.chanceSeed}. "Beyond the most popular": only what few buy counts as found. Top-5 overlap:
the mean share of their five best values that two households have in common. Equal raw counts are
ordered newest first, as equal scores are. Site popularity ranks values that the household never
bought too; a profile cannot, hence the rows that are filled up with it.

## Choosing the default strength of the normalisation

Rule, set before the figures were seen: the largest strength whose NDCG@10 on product_category is, on
the households to choose on, not significantly below that of the best strength.

${choiceTable('strength', choices.strength)}

Chosen: **${choices.strength.chosen}**. With a half-life of 180 days, for which the default is not chosen, it
would be ${choices.slowStrength.chosen}:

${choiceTable('strength', choices.slowStrength)}

## Choosing the prior

The posterior ranks by score(v) + prior x the site's share of v, as the method \`affinity\` does for
items. Rule, set before the figures were seen: the prior whose NDCG@10 on product_category is highest
on the households to choose on. The default of the method is chosen elsewhere, on items
([recommend.md](recommend.md)), and is in the tables too.

${choiceTable('prior', choices.prior)}

Chosen: **${choices.prior.chosen}**. With a half-life of 180 days:

${choiceTable('prior', choices.slowPrior)}

Chosen: **${choices.slowPrior.chosen}**.

## The default ranks

GET userprofile answers the values that somebody has shown, ranked by score(v) + weight x the average
profile's score of v. Rule of the weight, fixed before the households held out were looked at
(\`learnSiteWeight\`): of profiles of the site, hold out the last 28 days of history (a third of a short one), and
the 28 days before, four times; of the weights 0, 1/8, 1/4 ... 64 take the one whose mean NDCG@10 is highest, if
it is better than the one in force (at first 0) by two standard errors over 50 people or more. Here it
learns from what the households to choose on did before each date:

${tables.weights}

Households held out; all rankings order the same values, those that the household had:

${tables.byDefault}

## Against the four baselines, households held out

Differences of NDCG@10. The method's default (${setting.defaultPrior}) was chosen by the products of baskets. Scores
alone are a short list: what a household never had is not in it, which chance finds at times.

${tables.claims}

## product_category, households held out

${tables.category}

## department, households held out

${tables.department}

## Half-life, product_category, households held out

${tables.halfLife}

${numbers(choices, tables)}
`;
}

function numbers({ halfLives, sharedHalfLife }: Choices, tables: Tables): string {
  const { product_category, department, unit_price } = halfLives;
  return `## Bands of unit price, households held out

What one of a product cost in its line (sales value / quantity), in bands of the site's interest before
the day, as \`bandsByProperty\` makes them: five (the default), ten and twenty. Bands are liked evenly by
the site, so that its popularity has little to say.

${tables.bands5}

### Ten bands

${tables.bands10}

### Twenty bands

${tables.bands20}

## Half-life by property

Rule, set before the figures were seen: of each property the half-life whose NDCG@10 is highest on the
households to choose on (unit_price in five bands); beside it the one with the highest mean over the
properties, ${sharedHalfLife} days. The default of 30 days stays where no setting says otherwise: it was
decided for sites with views, which these data have not (docs/decisions/0005).

Choosing:

${choiceTable('product_category', product_category)}

${choiceTable('department', department)}

${choiceTable('unit_price', unit_price)}

Held out, product_category:

${tables.byProperty.product_category}

Held out, department:

${tables.byProperty.department}

Held out, unit_price in five bands:

${tables.byProperty.unit_price}`;
}

function choiceTable(of: string, { rows }: Choice): string {
  const cells = rows.map(({ option, ndcg, behind }) => [
    String(option),
    withInterval(ndcg),
    signed(behind),
  ]);
  return markdownTable([of, 'NDCG@10', 'against the best'], cells);
}

export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function withInterval({ mean, low, high }: Estimate): string {
  return `${mean.toFixed(4)} [${low.toFixed(4)}, ${high.toFixed(4)}]`;
}

export function signed({ mean, low, high }: Estimate): string {
  const sign = (value: number): string => `${value < 0 ? '' : '+'}${value.toFixed(4)}`;
  return `${sign(mean)} [${sign(low)}, ${sign(high)}]`;
}
