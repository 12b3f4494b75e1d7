// How strategies are compared on a site's own history before one of them goes live.

import type { Catalogue } from '../../catalogue/index.ts';
import { compareByCodePoint } from '../../text/characters.ts';
import type { InteractionBlock } from '../interactions/block.ts';
import type { BuildOptions } from '../methods/builder.ts';
import { drawUsers, intervalOf, type OverUsers, seededRandom } from './bootstrap.ts';
import { caveatsOf } from './caveats.ts';
import { type Figures, figureNames, judge } from './metrics.ts';
import { type JudgedStrategy, type Ranker, strategyRanker, type Workshop } from './rankers.ts';
import { type Split, type SplitOptions, splitHistory, type Trial } from './split.ts';
import type { PreferenceOptions } from './visitor.ts';

/** A strategy under the name that the report has for it. */
export interface Contestant {
  readonly name: string;
  /** `chance`: any items, drawn anew for each user with the seed of the evaluation. */
  readonly strategy: JudgedStrategy | 'chance';
}

export interface EvaluationOptions extends SplitOptions, Pick<BuildOptions, 'memoryLimit'> {
  /** The lengths at which lists are cut. */
  readonly ks: readonly number[];
  /** The feed and how affinity is read, for methods that need them. */
  readonly preferences?: PreferenceOptions;
  /** The feed as it is now, for strategies with filters over columns or with diversity. */
  readonly items?: Catalogue;
  /** Of the bootstrap; default 1,000 resamples and seed 1. 0 resamples: intervals are points. */
  readonly resamples?: number;
  readonly seed?: number;
  /** Called with the share that is done and the current step. */
  readonly onProgress?: (share: number, doing: string) => void;
}

/** What one strategy came to at one K. */
export interface Judged {
  readonly k: number;
  readonly figures: Readonly<Record<keyof Figures, OverUsers>>;
  /** Against the first strategy, user by user. */
  readonly ahead: Readonly<Record<keyof Figures, OverUsers>>;
  /** The share of the items that could be recommended which any user was recommended. */
  readonly coverage: number;
}

export interface EvaluationReport {
  readonly split: Split;
  /** Users who were judged, and how many of them had a history. */
  readonly users: number;
  readonly withHistory: number;
  /** Items wanted of a user, on average. */
  readonly wanted: number;
  /** Items that could be recommended: those of the history and, where there is one, of the feed. */
  readonly items: number;
  readonly seed: number;
  readonly resamples: number;
  readonly results: readonly { readonly name: string; readonly at: readonly Judged[] }[];
  /** What of the strategies could not be judged as it is, in words. */
  readonly caveats: readonly string[];
}

const msPerDay = 86_400_000;

/**
 * Judges strategies, all on the same users. Models are built from what is before the split alone
 * and as of its moment. Throws `CannotEvaluate` where a strategy needs what is not there, and where
 * no user is left to judge.
 */
export function evaluate(
  blocks: readonly InteractionBlock[],
  contestants: readonly Contestant[],
  options: EvaluationOptions,
): EvaluationReport {
  const { ks, resamples = 1_000, seed = 1, onProgress = () => undefined } = options;
  onProgress(0, 'Splitting');
  const { training, trials } = splitHistory(blocks, options);
  const items = itemsOf(training, options.preferences);
  const draws = drawUsers(trials.length, resamples, seed);
  const workshop = workshopOf(training, trials, options);
  const series = contestants.map(({ name, strategy }, number) => {
    onProgress(number / contestants.length, `Building for ${name}`);
    const ranker =
      strategy === 'chance' ? chanceRanker(items, seed) : strategyRanker(strategy, workshop);
    return judgeAll(ranker, trials, ks, (share) =>
      onProgress((number + share) / contestants.length, `Judging ${name}`),
    );
  });
  const results = contestants.map(({ name }, number) => ({
    name,
    at: ks.map((k, place): Judged => {
      const mine = series[number]![place]!;
      const base = series[0]![place]!;
      return {
        k,
        figures: byFigure((figure) => intervalOf(mine[figure], draws)),
        ahead: byFigure((figure) => intervalOf(difference(mine[figure], base[figure]), draws)),
        coverage: items.length === 0 ? 0 : mine.recommended.size / items.length,
      };
    }),
  }));
  onProgress(1, 'Done');
  const wanted = trials.reduce((sum, trial) => sum + trial.wanted.size, 0);
  return {
    split: options.split,
    users: trials.length,
    withHistory: trials.filter(({ history }) => history.length > 0).length,
    wanted: trials.length === 0 ? 0 : wanted / trials.length,
    items: items.length,
    seed,
    resamples,
    results,
    caveats: caveatsOf(
      contestants.flatMap(({ strategy }) => (strategy === 'chance' ? [] : strategy)),
    ),
  };
}

function workshopOf(
  training: readonly InteractionBlock[],
  trials: readonly Trial[],
  { split, preferences, items, memoryLimit }: EvaluationOptions,
): Workshop {
  const last = training.reduce((latest, { day }) => Math.max(latest, day), 0);
  const day = split.type === 'time' ? split.day : last;
  if (trials.length === 0) throw new RangeError('no user did anything that could be predicted');
  return {
    options: {
      training,
      trials,
      now: day * msPerDay,
      ...(memoryLimit !== undefined && { memoryLimit }),
      ...(preferences && { preferences }),
      ...(items && { items }),
    },
    models: new Map(),
    preferences: new Map(),
  };
}

/** Any items in any order, each once: what every strategy has to be better than. */
function chanceRanker(items: readonly string[], seed: number): Ranker {
  const random = seededRandom(seed);
  return function* () {
    const drawn = new Set<string>();
    while (drawn.size < items.length) {
      const sku = items[Math.floor(random() * items.length)]!;
      if (drawn.has(sku)) continue;
      drawn.add(sku);
      yield sku;
    }
  };
}

type Series = Readonly<Record<keyof Figures, Float64Array>> & {
  readonly recommended: Set<string>;
};

/** By K one number a user for each figure. */
function judgeAll(
  ranker: Ranker,
  trials: readonly Trial[],
  ks: readonly number[],
  onProgress: (share: number) => void,
): Series[] {
  const longest = Math.max(...ks);
  const series = ks.map(
    (): Series => ({
      ...byFigure(() => new Float64Array(trials.length)),
      recommended: new Set(),
    }),
  );
  for (const [number, trial] of trials.entries()) {
    const list: string[] = [];
    for (const sku of ranker(trial)) {
      if (list.length === longest) break;
      list.push(sku);
    }
    for (const [place, k] of ks.entries()) {
      const figures = judge(list, trial.wanted, k);
      for (const figure of figureNames) series[place]![figure][number] = figures[figure];
      for (const sku of list.slice(0, k)) series[place]!.recommended.add(sku);
    }
    if (number % 500 === 0) onProgress(number / trials.length);
  }
  return series;
}

function itemsOf(
  training: readonly InteractionBlock[],
  preferences: PreferenceOptions | undefined,
): string[] {
  const items = new Set<string>();
  for (const { skus, sku } of training) {
    for (const place of new Set(sku)) items.add(skus.at(place));
  }
  for (let row = 0; preferences !== undefined && row < preferences.feed.rows; row++) {
    if (preferences.feed.isLive(row)) items.add(preferences.feed.skuOf(row));
  }
  return [...items].sort(compareByCodePoint);
}

function byFigure<Value>(of: (figure: keyof Figures) => Value): Record<keyof Figures, Value> {
  return Object.fromEntries(figureNames.map((figure) => [figure, of(figure)])) as Record<
    keyof Figures,
    Value
  >;
}

function difference(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, at) => value - b[at]!);
}
