// Strategies judged on a site's own history, as `attune bench recommend` judges them on a file.
import {
  CannotEvaluate,
  type EvaluationReport as Compared,
  type Contestant,
  evaluate,
  filtersOf,
  type InteractionBlock,
  ModelTooLarge,
} from '@attune/core';
import { readColumns } from '../../../catalog/feed-cache/index.ts';
import { dayTextOf, type LogReader, readBlocks } from '../../../events/interactions/index.ts';
import { sentenceOf } from '../evaluations/labels.ts';
import type { EvaluationReport } from '../evaluations/store.ts';
import { sharesOf } from './memory.ts';
import { readLog } from './of-events.ts';
import type { EvaluationToRun, Report, Task } from './task.ts';

const dayMs = 86_400_000;
/** More would make a figure no surer, and take hours. */
const mostUsers = 20_000;

/** Runs an evaluation, and reports its result. */
export async function runEvaluation(
  on: LogReader,
  task: Task,
  evaluation: EvaluationToRun,
  tell: Report,
): Promise<void> {
  try {
    tell({ type: 'evaluated', report: await compare(on, task, evaluation, tell) });
  } catch (error) {
    const isOurs = error instanceof CannotEvaluate || error instanceof ModelTooLarge;
    // No user did on those days what was to be predicted.
    const isNobody = error instanceof RangeError;
    if (!isOurs && !isNobody) throw error;
    const { event, heldOutDays } = evaluation.asked;
    const nobody =
      `No user did anything of the kind "${event}" in the last ${heldOutDays} days, ` +
      'or nothing was known of anybody: hold out more days, or predict another kind.';
    tell({ type: 'not-evaluated', fault: isOurs ? error.message : nobody });
  }
}

async function compare(
  on: LogReader,
  task: Task,
  { asked, strategies, feed, affinity }: EvaluationToRun,
  tell: Report,
): Promise<EvaluationReport> {
  const { siteId, now, memoryBytes } = task;
  const { heldOutDays, historyDays, event, ks } = asked;
  const today = Math.floor(now / dayMs);
  const split = today - heldOutDays + 1;
  const first = split - historyDays;
  const reading = { keys: [], window: heldOutDays + historyDays };
  const log = await readLog(on, task, reading, (progress) => {
    if (progress.type === 'progress') {
      tell({ type: 'evaluating', phase: progress.phase, share: progress.share * 0.4 });
    }
  });
  const text = (day: number) => dayTextOf(day * dayMs);
  const days = log.days.map(({ day }) => day).filter((day) => day >= text(first));
  tell({ type: 'evaluating', phase: 'reading history', share: 0.2 });
  const blocks: InteractionBlock[] = [];
  let memoryLimit = sharesOf(memoryBytes).builderBytes;
  const allBytes = memoryLimit;
  for await (const block of readBlocks(on.kysely, siteId, days, log.owners, log.mostADay)) {
    memoryLimit -= encodedBytes(block);
    if (memoryLimit < 0) throw new ModelTooLarge(allBytes - memoryLimit, allBytes);
    blocks.push(block);
  }
  const columns = [...affinity.properties, ...columnsOf(strategies), 'publish_time'];
  const items = feed && (await readColumns(on.pool, { siteId, feedId: feed }, columns));
  const clock = stopwatch();
  const compared = evaluate(blocks, strategies.map(contestantOf), {
    ...{ split: { type: 'time', day: split }, event, target: 'next-basket' },
    ...{ ks, mostUsers, memoryLimit },
    ...(items && { items, preferences: { feed: items, ...affinity } }),
    onProgress: (share, doing) => {
      clock.note(doing);
      tell({ type: 'evaluating', phase: doing, share: 0.3 + 0.7 * share });
    },
  });
  return {
    ...{ from: text(first), split: text(split), to: text(today) },
    ...{ users: compared.users, items: compared.items },
    results: strategies.map(({ id, name }, at) => ({
      strategy: { id, name },
      ...figuresOf(compared, at),
      tookMs: clock.took(at),
    })),
    ...sentenceOf(compared, { event, names: strategies.map(({ name }) => name), mostUsers }),
  };
}

/** What a block takes, which is held as its bytes. */
const encodedBytes = ({ users, skus, kind }: InteractionBlock) =>
  8 * users.length + skus.bytes.length + 4 * skus.length + 13 * kind.length;

/** By its place: names may be the same. */
const contestantOf = ({ definition }: EvaluationToRun['strategies'][number], at: number) =>
  ({ name: String(at), strategy: definition }) satisfies Contestant;

function columnsOf(strategies: EvaluationToRun['strategies']): string[] {
  return strategies.flatMap(({ definition }) => [
    ...definition.steps.flatMap(({ method }) => [
      ...('columns' in method ? method.columns : []),
      ...('properties' in method ? (method.properties ?? []) : []),
    ]),
    ...filtersOf(definition).flatMap((filter) => ('column' in filter ? filter.column : [])),
    ...(definition.diversity ?? []).map(({ column }) => column),
    ...(definition.severalOfGroup ? [] : ['group_id']),
  ]);
}

function figuresOf({ results }: Compared, at: number) {
  const judged = results[at]?.at ?? [];
  return {
    figures: judged.map(({ k, figures, coverage }) => ({
      k,
      precision: figures.precision.mean,
      recall: figures.recall.mean,
      ndcg: figures.ndcg.mean,
      map: figures.map.mean,
      hitRate: figures.hitRate.mean,
      mrr: figures.mrr.mean,
      coverage,
    })),
    ahead: judged.map(({ k, ahead }) => ({ k, ndcg: ahead.ndcg, hitRate: ahead.hitRate })),
  };
}

/** How long each strategy took, by when it is begun with the next one. */
function stopwatch() {
  const begun: number[] = [];
  return {
    note(doing: string) {
      if (doing.startsWith('Building') || doing === 'Done') begun.push(performance.now());
    },
    took: (at: number) => Math.round((begun[at + 1] ?? performance.now()) - (begun[at] ?? 0)),
  };
}
