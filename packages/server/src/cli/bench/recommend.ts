// attune bench recommend: which strategy would have recommended best, on a history in a file.
import { readFile } from 'node:fs/promises';
import {
  CannotEvaluate,
  type Contestant,
  defaultAffinitySettings,
  type EvaluationReport,
  evaluate,
  type Interaction,
  type InteractionBlock,
  type Split,
} from '@attune/core';
import { InvalidArgumentError } from 'commander';
import { ApiError } from '../../api-error.ts';
import { listOf, subcommand, wholeNumberOf } from '../command.ts';
import { progressBar, type Result, table } from '../output.ts';
import { readHistory, readItems } from './history.ts';
import { standardStrategies } from './strategies.ts';

interface Options {
  readonly events: string;
  readonly items?: string;
  readonly split: string;
  readonly k: number[];
  readonly strategies?: string;
  readonly event: Interaction;
  readonly target: 'next-basket' | 'everything';
  readonly affinity: string[];
  readonly users?: number;
  readonly resamples: number;
  readonly seed: number;
}

const msPerDay = 86_400_000;

/** Needs neither a server nor a database. */
export const benchRecommend = subcommand<Options>(
  'recommend',
  'Compare strategies on a history.',
  async (options) => {
    const history = await readHistory(options.events);
    if (history.counted === 0) {
      const [first] = history.rejections;
      const why = first === undefined ? '' : ` Line ${first.line}: ${first.message}`;
      throw new ApiError('invalid_request', `${options.events} has no event of an item.${why}`);
    }
    const feed = options.items === undefined ? undefined : await readItems(options.items);
    const split = splitOf(options.split, history.blocks);
    const contestants = await contestantsOf(options, feed !== undefined);
    const progress = progressBar('Comparing');
    const { event, target, users, resamples, seed, affinity } = options;
    const report = judged(() =>
      evaluate(history.blocks, contestants, {
        ...{ split, event, target, ks: options.k, resamples, seed },
        ...(users !== undefined && { mostUsers: users }),
        ...(feed && {
          items: feed,
          preferences: { feed, properties: affinity, settings: defaultAffinitySettings },
        }),
        onProgress: progress.report,
      }),
    );
    progress.done();
    const { counted, others, rejected, rejections } = history;
    return {
      json: { events: { counted, others, rejected, rejections }, ...report },
      text: textOf(report, options, history),
    };
  },
)
  .requiredOption('--events <file>', 'NDJSON as `attune events import` takes it; .gz too')
  .option(
    '--items <file>',
    'the feed, NDJSON with a sku each: for affinity, similar, newest, and filters over columns',
  )
  .option(
    '--split <when>',
    'a day (2026-03-01), the share of the events before it (0.8), or leave-last-basket',
    '0.8',
  )
  .option('--k <list>', 'lengths at which lists are judged', ksOf, [10, 20])
  .option(
    '--strategies <file>',
    'JSON: a list of { name, steps, filters?, diversity? }; default: one of each',
  )
  .option('--event <kind>', 'what is predicted: view, add-to-cart, purchase', kindOf, 'purchase')
  .option('--target <what>', 'next-basket or everything', targetOf, 'next-basket')
  .option('--affinity <list>', 'columns that are affinity properties', listOf, ['categories'])
  .option('--users <n>', 'judge so many users at most, drawn by a hash', wholeNumberOf)
  .option('--resamples <n>', 'of the bootstrap', wholeNumberOf, 1_000)
  .option('--seed <n>', 'of the bootstrap', wholeNumberOf, 1);

function ksOf(text: string): number[] {
  const ks = listOf(text).map(wholeNumberOf);
  if (ks.length > 0 && ks.every((k) => k >= 1 && k <= 1_000)) return ks;
  throw new InvalidArgumentError('It is a list of numbers from 1 to 1000.');
}

function kindOf(text: string): Interaction {
  if (text === 'view' || text === 'add-to-cart' || text === 'purchase') return text;
  throw new InvalidArgumentError('It is view, add-to-cart or purchase.');
}

function targetOf(text: string): Options['target'] {
  if (text === 'next-basket' || text === 'everything') return text;
  throw new InvalidArgumentError('It is next-basket or everything.');
}

/** Days are whole: a share ends with the day in which it is reached. */
function splitOf(text: string, blocks: readonly InteractionBlock[]): Split {
  if (text === 'leave-last-basket') return { type: 'last-basket' };
  const time = Date.parse(text);
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(time)) {
    return { type: 'time', day: Math.floor(time / msPerDay) };
  }
  const share = Number(text);
  if (!(share > 0 && share < 1)) {
    const detail = 'must be a day, a share between 0 and 1, or leave-last-basket';
    throw new ApiError('invalid_request', `--split ${detail}.`);
  }
  const days = blocks.toSorted((a, b) => a.day - b.day);
  const all = days.reduce((sum, { kind }) => sum + kind.length, 0);
  let before = 0;
  for (const { day, kind } of days) {
    before += kind.length;
    if (before >= share * all) return { type: 'time', day: day + 1 };
  }
  return { type: 'time', day: days.at(-1)!.day };
}

async function contestantsOf(
  { strategies, event, affinity }: Options,
  hasFeed: boolean,
): Promise<Contestant[]> {
  if (strategies === undefined) return standardStrategies(event, hasFeed ? affinity : undefined);
  const text = await readFile(strategies, 'utf8').catch(() => {
    throw new ApiError('not_found', `There is no file ${strategies}.`);
  });
  const listed = JSON.parse(text) as (Exclude<Contestant['strategy'], 'chance'> & {
    name: string;
  })[];
  if (!Array.isArray(listed) || listed.some(({ name, steps }) => !name || !Array.isArray(steps))) {
    throw new ApiError('invalid_request', `${strategies} is no list of { name, steps }.`);
  }
  return listed.map(({ name, ...strategy }) => ({ name, strategy }));
}

function judged(run: () => EvaluationReport): EvaluationReport {
  try {
    return run();
  } catch (error) {
    if (error instanceof CannotEvaluate) {
      throw new ApiError('invalid_request', `${error.message} Add --items.`);
    }
    if (error instanceof RangeError) {
      throw new ApiError('invalid_request', 'After the split no user did what is predicted.');
    }
    throw error;
  }
}

function textOf(
  report: EvaluationReport,
  { event, target }: Options,
  {
    rejected,
    rejections,
  }: { rejected: number; rejections: readonly { line: number; message: string }[] },
): Result['text'] {
  const { split, users, withHistory, wanted, items, seed, resamples, results } = report;
  const when =
    split.type === 'time'
      ? `before and after ${new Date(split.day * msPerDay).toISOString().slice(0, 10)}`
      : 'up to the last basket of each';
  const said = [
    `${users} users, ${withHistory} with a history, ${when}; wanted: ${target} of ${event}, ` +
      `${wanted.toFixed(2)} items each; ${items} items could be recommended.`,
    ...report.caveats,
    `Brackets: 95 % bootstrap over users, ${resamples} resamples, seed ${seed}.`,
    ...rejections.map(({ line, message }) => `line ${line}: ${message}`),
    ...(rejected > 0 ? [`${rejected} lines could not be read.`] : []),
  ];
  const ks = results[0]?.at.map(({ k }) => k) ?? [];
  const tables = ks.map((k, place) => {
    const head = [`AT ${k}`, 'HR', 'NDCG', 'PREC', 'REC', 'MAP', 'MRR', 'COVERAGE', 'HR AHEAD'];
    const rows = results.map(({ name, at }) => {
      const { figures, ahead, coverage } = at[place]!;
      const { hitRate, ndcg, precision, recall, map, mrr } = figures;
      const plain = [precision, recall, map, mrr].map(({ mean }) => mean.toFixed(4));
      const sure = [hitRate, ndcg].map(withInterval);
      return [name, ...sure, ...plain, coverage.toFixed(4), withInterval(ahead.hitRate)];
    });
    return table([head, ...rows]);
  });
  return [said.join('\n'), ...tables].join('\n\n');
}

function withInterval({ mean, low, high }: { mean: number; low: number; high: number }): string {
  return `${mean.toFixed(4)} [${low.toFixed(4)}, ${high.toFixed(4)}]`;
}
