// Models that learn from events, as the blocks of the log's days have them.
import { type LearningMethod, type ModelBuilder, startBuild } from '@attune/core';
import type { Db } from '../../../../db/schema.ts';
import {
  type DayState,
  forgetDaysBefore,
  type LogReader,
  type Owners,
  readBlocks,
  readOwners,
  refreshDays,
} from '../../../events/interactions/index.ts';
import { firstDay, markOf } from '../moved.ts';
import { measureCosts } from './costs.ts';
import { sharesOf } from './memory.ts';
import { type Summary, summaryOf } from './summary.ts';
import type { ModelToBuild, Report, Task } from './task.ts';
import { writeVersion } from './write.ts';

export type EventModel = ModelToBuild & { readonly method: LearningMethod };

/** A site's log, as far as methods look back. */
export interface SiteLog {
  readonly days: readonly DayState[];
  readonly owners: Owners;
  /** How often a day one user counts. */
  readonly mostADay: number;
}

/** Of the share that is reported: reading days that have changed, and adding days up. */
const readShare = 0.5;
const addShare = 0.2;
/** As far back as any strategy or evaluation looks. */
const mostDays = 365 + 90;

/** Brings the blocks of the last days up to the log; `keys` wait for it. */
export async function readLog(
  on: LogReader,
  { siteId, now, memoryBytes, mostADay }: Task,
  { keys, window }: { readonly keys: readonly string[]; readonly window: number },
  tell: Report,
): Promise<SiteLog> {
  const days = await refreshDays(on, siteId, {
    from: firstDay(now, window),
    atOnce: sharesOf(memoryBytes).eventsAtOnce,
    onProgress: (phase, share, rows) =>
      tell({ type: 'progress', keys, phase, share: share * readShare, rows }),
  });
  await forgetDaysBefore(on.kysely, siteId, firstDay(now, mostDays));
  return { days, owners: await readOwners(on.kysely, siteId), mostADay };
}

/** Builds a model of the log. */
export async function buildOfEvents(
  db: Db,
  task: Task,
  { key, method, feed }: EventModel,
  log: SiteLog,
  tell: Report,
): Promise<void> {
  const { siteId, now, memoryBytes } = task;
  const costs = measureCosts();
  const from = firstDay(now, method.window);
  const days = log.days.filter(({ day }) => day >= from);
  const mark = markOf({ days, mostADay: log.mostADay });
  const summary = summaryOf(method);
  const report = (phase: string, share: number) => {
    costs.look();
    tell({ type: 'progress', keys: [key], phase, share, rows: summary.events() });
  };
  const builder = startBuild(method, {
    now,
    memoryLimit: sharesOf(memoryBytes).builderBytes,
    onProgress: (share) => report('comparing items', readShare + addShare + 0.25 * share),
  });
  const added = (share: number) => report('adding up days', readShare + addShare * share);
  await addDays(db, siteId, { ...log, days }, { builder, summary, added });
  const { model } = builder.finish();
  report('writing', 0.95);
  const data = { ...summary.read(), items: model.skus.length };
  tell(await writeVersion(db, task, { key, feed, model, data, mark, costs }));
}

async function addDays(
  db: Db,
  siteId: number,
  { days, owners, mostADay }: SiteLog,
  to: { builder: ModelBuilder; summary: Summary; added: (share: number) => void },
): Promise<void> {
  for (const [at, { day }] of days.entries()) {
    for await (const block of readBlocks(db, siteId, [day], owners, mostADay)) {
      to.builder.add(block);
      to.summary.add(block);
    }
    to.added((at + 1) / days.length);
  }
}
