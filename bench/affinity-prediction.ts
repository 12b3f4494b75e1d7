// Whether an affinity profile ranks what a household buys next, and which normalisation is default.
//
// Run from the project's root: node bench/affinity-prediction.ts
// The rule for the default was set before the figures were seen: the largest strength whose
// NDCG@10 on product_category, on the training half, is not significantly below the best strength's
// (95 % interval of the paired difference holds 0 or more). The other half is what is reported.

import { existsSync, writeFileSync } from 'node:fs';
import type { Cut, Evaluation } from './affinity-prediction/evaluate.ts';
import { evaluate, makeCuts } from './affinity-prediction/evaluate.ts';
import type { Journeys } from './affinity-prediction/journey.ts';
import { dataFolder, readJourneys } from './affinity-prediction/journey.ts';
import { difference, estimate, hashOf, makeResamples } from './affinity-prediction/metrics.ts';
import type { Ranker } from './affinity-prediction/rankers.ts';
import {
  affinityRanker,
  filledRanker,
  popularityRanker,
  rawCountRanker,
} from './affinity-prediction/rankers.ts';
import type { Choice } from './affinity-prediction/report.ts';
import { report, tableOf } from './affinity-prediction/report.ts';

const cutDates = ['2017-03-01', '2017-05-01', '2017-07-01', '2017-09-01', '2017-11-01'];
const strengths = [0, 0.1, 0.25, 0.5, 0.75, 1];
const undecayedStrengths = [0, 0.25, 1];
const halfLives = [7, 30, 60, 90, 180, 365];
const resampleCount = 2_000;
const seed = 20_170_101;
/** How many values of a property everybody buys: of 291 categories, and of 26 departments. */
const popularValues = { product_category: 20, department: 5 };
type Property = keyof typeof popularValues;

const rawCounts = rawCountRanker('raw counts');
const popularity = popularityRanker('site popularity', false);

function main(): void {
  if (!existsSync(dataFolder)) {
    console.error('the published purchases are not there: ../shared/data/completejourney');
    process.exitCode = 1;
    return;
  }
  const started = performance.now();
  const journeys = readJourneys();
  const households = [...journeys.keys()].sort();
  const training = households.filter((household) => hashOf(household) % 2 === 0);
  const heldOut = households.filter((household) => hashOf(household) % 2 === 1);
  const categories = cutsOf(journeys, 'product_category');
  const departments = cutsOf(journeys, 'department');

  const drawn = makeResamples(training.length, resampleCount, seed);
  const choice = chooseStrength(categories, training, 30, drawn);
  const slowChoice = chooseStrength(categories, training, 180, drawn);

  const resamples = makeResamples(heldOut.length, resampleCount, seed + 1);
  const table = (property: Property, cuts: readonly Cut[], rankers: readonly Ranker[]): string => {
    const judged = rankers.map(
      ({ name, prepare }) => [name, evaluate(prepare, cuts, property, heldOut)] as const,
    );
    const base = evaluate(rawCounts.prepare, cuts, property, heldOut);
    return tableOf(judged, base, popularValues[property], resamples);
  };
  const tables = {
    category: table('product_category', categories, competitors(choice.strength)),
    department: table('department', departments, competitors(choice.strength)),
    halfLife: table('product_category', categories, slower(choice.strength)),
  };
  const setting = {
    cutDates,
    training: training.length,
    heldOut: heldOut.length,
    resampleCount,
    seed,
    seconds: (performance.now() - started) / 1_000,
  };
  const text = report(setting, choice, slowChoice, tables);
  writeFileSync(new URL('results/affinity-prediction.md', import.meta.url), text);
  console.log(text);
}

function cutsOf(journeys: Journeys, property: Property): Cut[] {
  return makeCuts(journeys, cutDates, property, popularity.prepare, popularValues[property]);
}

function competitors(strength: number): Ranker[] {
  const chosen = affinityRanker(`affinity, strength ${strength}`, strength);
  return [
    rawCounts,
    popularity,
    popularityRanker('own values by site popularity', true),
    ...undecayedStrengths.map((each) =>
      affinityRanker(`no decay, strength ${each}`, each, Number.POSITIVE_INFINITY),
    ),
    ...strengths.map((each) => affinityRanker(`affinity, strength ${each}`, each)),
    filledRanker('raw counts, then site popularity', rawCounts, popularity),
    filledRanker(`${chosen.name}, then site popularity`, chosen, popularity),
  ];
}

function slower(strength: number): Ranker[] {
  return halfLives.map((days) =>
    affinityRanker(`affinity, strength ${strength}, ${days} days`, strength, days),
  );
}

function chooseStrength(
  cuts: readonly Cut[],
  households: readonly string[],
  halfLifeDays: number,
  resamples: readonly Uint32Array[],
): Choice {
  const scores = strengths.map((strength): Evaluation => {
    const { prepare } = affinityRanker('', strength, halfLifeDays);
    return evaluate(prepare, cuts, 'product_category', households);
  });
  const means = scores.map(({ ndcg }) => estimate(ndcg, resamples));
  const best = means.reduce((top, each, at) => (each.mean > means[top]!.mean ? at : top), 0);
  const rows = strengths.map((strength, at) => {
    const behind = estimate(difference(scores[at]!.ndcg, scores[best]!.ndcg), resamples);
    return { strength, ndcg: means[at]!, behind };
  });
  const fit = rows.filter(({ behind }) => behind.high >= 0);
  return { strength: Math.max(...fit.map(({ strength }) => strength)), rows };
}

main();
