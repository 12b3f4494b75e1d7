// Which strategy recommends what households buy next, and what building models takes at size.
//
// Run from the project's root: node bench/recommend.ts, or
//   node bench/recommend.ts --size [--events 10000000] [--write]
// Settings are chosen by NDCG@10 on what came after the validation's day alone; the table is of
// what came after the test's day, which begins when the validation has ended. --size measures
// building models of so many events alone, and with --write puts that into the results, below the
// line; the text above it is kept then, and the text below it otherwise.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  type Contestant,
  defaultAffinitySettings,
  type EvaluationReport,
  evaluate,
  type InteractionBlock,
  type ReadableFeed,
} from '@attune/core';
import { dataFolder } from './affinity-prediction/journey.ts';
import { affinity, base, collaborative, mixes, others, spreadBy } from './recommend/contestants.ts';
import { readBlocks, readProducts } from './recommend/journeys.ts';
import { measureSize, shapeOf, tenMillion } from './recommend/size.ts';

const validationDay = '2017-07-01';
const testDay = '2017-09-01';
const [resamples, seed] = [1_000, 6];
const results = new URL('results/recommend.md', import.meta.url);
const line = '\n## Building models of ten million events\n';

const { values: asked } = parseArgs({
  options: {
    size: { type: 'boolean', default: false },
    events: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});

function main(): void {
  if (asked.size) {
    size();
    return;
  }
  if (!existsSync(dataFolder)) {
    console.error('the published purchases are not there: ../shared/data/completejourney');
    process.exitCode = 1;
    return;
  }
  const blocks = readBlocks();
  const feed = readProducts();
  const before = blocks.filter(({ day }) => day < dayOf(testDay));
  const chosen = compare(before, feed, validationDay, [
    ...[base, ...collaborative, ...mixes, ...affinity],
  ]);
  console.error('chosen; testing');
  const best = (of: readonly Contestant[]): Contestant =>
    of.toSorted((a, b) => ndcgOf(chosen, b.name) - ndcgOf(chosen, a.name))[0]!;
  const names = [best(collaborative).name, best(mixes).name, best(affinity).name] as const;
  const finalists = [base, best(collaborative), best(mixes), best(affinity), ...others];
  const report = compare(blocks, feed, testDay, finalists);
  const spread = compare(blocks, feed, testDay, [spreadBy, best(affinity)]);
  const kept = existsSync(results) ? readFileSync(results, 'utf8').split(line)[1] : undefined;
  const text = page(chosen, report, spread, names);
  writeFileSync(results, kept === undefined ? text : `${text}${line}${kept}`);
  console.log(text);
}

/** Measures building at size; one that is above the bar ends the program with 1. */
function size(): void {
  const shape = shapeOf(Number(asked.events ?? tenMillion.days * tenMillion.eventsPerDay));
  const { text, isBelow } = measureSize(shape);
  console.log(text);
  if (!isBelow) process.exitCode = 1;
  if (!asked.write) return;
  const [above = ''] = readFileSync(results, 'utf8').split(line);
  writeFileSync(results, `${above}${line}\n${text}`);
}

function compare(
  blocks: readonly InteractionBlock[],
  feed: ReadableFeed,
  date: string,
  contestants: readonly Contestant[],
): EvaluationReport {
  return evaluate(blocks, contestants, {
    ...{ event: 'purchase', target: 'next-basket', ks: [10], resamples, seed },
    split: { type: 'time', day: dayOf(date) },
    // The half-life that groceries should take by docs/decisions/0005.
    preferences: {
      ...{ feed, properties: [] },
      settings: { ...defaultAffinitySettings, halfLifeDays: 180 },
    },
  });
}

function dayOf(date: string): number {
  return Date.parse(date) / 86_400_000;
}

function ndcgOf({ results: judged }: EvaluationReport, name: string): number {
  return judged.find((each) => each.name === name)!.at[0]!.figures.ndcg.mean;
}

function page(
  chosen: EvaluationReport,
  report: EvaluationReport,
  spread: EvaluationReport,
  [knn, mix, taste]: readonly [string, string, string],
): string {
  return `# What do households buy next?

Made by \`node bench/recommend.ts\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}.
Data: completejourney (CC0; GitHub bradleyboehmke/completejourney @5b5d061), a sample of 75,000
purchase lines of 2,377 households in 2017. Judged by the next basket of each household after a day,
${report.wanted.toFixed(2)} products on average of ${report.items}; what was bought before counts as
well. Models and profiles know what was before the day alone. Definitions: docs/reference/evaluations.md.
Brackets: 95 % percentile bootstrap over households, ${resamples} resamples, seed ${seed}; "ahead"
is the paired difference from popularity. Every strategy is followed by popularity where it leaves
slots empty, unless its name says otherwise: recently purchased, trending.

## Choosing settings: before ${testDay}, split at ${validationDay}, ${chosen.users} households

Rule: of the collaborative ones, of the mixes and of the affinity ones the highest NDCG@10 each.
Chosen: **${knn}**, **${mix}** and **${taste}**.

${tableOf(chosen)}

## Test: split at ${testDay}, ${report.users} households, ${report.withHistory} with a history

${tableOf(report)}

## Claims

${claim(report, knn, 'Collaborative beats popularity')}
${claim(report, mix, 'Collaborative mixed with popularity beats popularity')}
${claim(report, taste, 'Affinity beats site popularity')}
${claim(spread, taste, 'Affinity beats the popularity of 180 days, by which it spreads a taste over products')}

The ranks of affinity by value instead of by product, against raw counts, no decay, site popularity and
chance: [affinity-prediction.md](affinity-prediction.md).
`;
}

function claim(report: EvaluationReport, name: string, what: string): string {
  const { ahead } = report.results.find((each) => each.name === name)!.at[0]!;
  const verdict = (figure: 'hitRate' | 'ndcg'): string => {
    const { low, high } = ahead[figure];
    if (low > 0) return 'holds';
    return high < 0 ? 'does not hold: it is worse' : 'is not shown: the interval holds 0';
  };
  return (
    `- ${what} (${name}): by HR@10 ${signed(ahead.hitRate)}, it ${verdict('hitRate')}; ` +
    `by NDCG@10 ${signed(ahead.ndcg)}, it ${verdict('ndcg')}.`
  );
}

function tableOf({ results: judged }: EvaluationReport): string {
  const head = '| strategy | HR@10 | ahead | NDCG@10 | ahead | PREC | REC | MAP | MRR | coverage |';
  const rows = judged.map(({ name, at }) => {
    const { figures, ahead, coverage } = at[0]!;
    const { hitRate, ndcg, precision, recall, map, mrr } = figures;
    const plain = [precision, recall, map, mrr].map(({ mean }) => mean.toFixed(4)).join(' | ');
    return (
      `| ${name} | ${withInterval(hitRate)} | ${signed(ahead.hitRate)} | ${withInterval(ndcg)} | ` +
      `${signed(ahead.ndcg)} | ${plain} | ${coverage.toFixed(4)} |`
    );
  });
  return [head, '|---|---|---|---|---|---|---|---|---|---|', ...rows].join('\n');
}

interface OverUsers {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

function withInterval({ mean, low, high }: OverUsers): string {
  return `${mean.toFixed(4)} [${low.toFixed(4)}, ${high.toFixed(4)}]`;
}

function signed({ mean, low, high }: OverUsers): string {
  const sign = (value: number): string => `${value < 0 ? '' : '+'}${value.toFixed(4)}`;
  return `${sign(mean)} [${sign(low)}, ${sign(high)}]`;
}

main();
