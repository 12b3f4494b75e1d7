// Building the models of one site: days read as far as they changed, then model after model.
import {
  type BuiltModel,
  encodeModel,
  type InteractionBlock,
  interactionKinds,
  isLearning,
  type LearningMethod,
  ModelTooLarge,
  startBuild,
} from '@attune/core';
import type { Db } from '../../../db/schema.ts';
import {
  type DayState,
  dayTextOf,
  type Owners,
  readBlocks,
  readOwners,
  refreshDays,
} from '../../interactions/index.ts';
import type { ModelFacts } from '../facts.ts';
import { coverageOf } from './coverage.ts';
import { measurePeak } from './peak.ts';
import { insertVersion } from './store.ts';
import type { ModelToBuild, Task, Tell } from './task.ts';

const dayMs = 86_400_000;
/** Of the shares that are told: reading days, adding them up, and the rest. */
const readShare = 0.5;
const addShare = 0.2;
/** About what an event takes while its day is made a block. */
const bytesWhileRead = 1_500;
const mostAtOnce = 400_000;
/** Of the memory for building; the rest is for the block at hand and what is being written. */
const builderShare = 0.75;

type EventModel = ModelToBuild & { readonly method: LearningMethod };

/**
 * Builds the models of a task, one after the other, and tells of each what became of it. One that
 * cannot be built keeps no other from being built. The caller has the site's right to build.
 */
export async function buildModels(db: Db, task: Task, tell: Tell): Promise<void> {
  const models = task.models.filter((one): one is EventModel => isLearning(one.method));
  if (models.length === 0) return;
  const { siteId, now, memoryBytes } = task;
  const keys = models.map(({ key }) => key);
  const window = Math.max(...models.map(({ method }) => method.window));
  const days = await refreshDays(db, siteId, {
    from: firstDay(now, window),
    atOnce: Math.min(mostAtOnce, Math.floor(memoryBytes / bytesWhileRead)),
    onProgress: (phase, share, rows) =>
      tell({ type: 'progress', keys, phase, share: share * readShare, rows }),
  });
  const owners = await readOwners(db, siteId);
  for (const model of models) {
    try {
      await buildModel(db, task, model, { days, owners }, tell);
    } catch (error) {
      const fault = faultOf(error);
      if (fault === undefined) throw error;
      tell({ type: 'failed', key: model.key, fault });
    }
  }
}

/** What a teammate can do something about; undefined: nothing. */
function faultOf(error: unknown): string | undefined {
  if (error instanceof ModelTooLarge) return `${error.message} MODEL_MEMORY sets how much.`;
  return undefined;
}

/** The first day of a window that ends today. */
const firstDay = (now: number, window: number) => dayTextOf(now - (window - 1) * dayMs);

interface Log {
  readonly days: readonly DayState[];
  readonly owners: Owners;
}

async function buildModel(
  db: Db,
  task: Task,
  { key, method, feed, mark }: EventModel,
  log: Log,
  tell: Tell,
): Promise<void> {
  const { siteId, now, memoryBytes } = task;
  const started = performance.now();
  const from = firstDay(now, method.window);
  const days = log.days.filter(({ day, changes }) => day >= from && changes !== undefined);
  const newMark = markOf(now, days);
  if (mark === newMark) {
    tell({ type: 'unchanged', key });
    return;
  }
  const peak = measurePeak();
  const summary = summarise(eventOf(method));
  const report = (phase: string, share: number) => {
    peak.look();
    tell({ type: 'progress', keys: [key], phase, share, rows: summary.rows() });
  };
  const builder = startBuild(method, {
    now,
    memoryLimit: memoryBytes * builderShare,
    onProgress: (share) => report('comparing items', 0.7 + 0.25 * share),
  });
  let done = 0;
  for await (const block of readBlocks(
    db,
    siteId,
    days.map(({ day }) => day),
    log.owners,
  )) {
    builder.add(block);
    summary.add(block);
    done += 1;
    report('adding up days', readShare + addShare * Math.min(1, done / days.length));
  }
  const { model } = finish(builder);
  report('writing', 0.95);
  const bytes = encodeModel(model);
  const coverage = feed === undefined ? null : await coverageOf(db, siteId, feed, model);
  const facts: ModelFacts = {
    tookMs: Math.round(performance.now() - started),
    peakBytes: peak.bytes(),
    kind: model.kind,
    items: model.skus.length,
    pairs: model.kind === 'neighbours' ? model.neighbours.length : 0,
    data: { ...summary.told(), items: model.skus.length },
    coverage,
    mark: newMark,
  };
  const version = await insertVersion(db, siteId, key, { bytes, builtAt: new Date(now), facts });
  tell({ type: 'built', key, version, facts });
}

const finish = ({ finish }: { finish: () => BuiltModel }) => finish();

/** Another text when what a model would be made of is another: the day is, since days count. */
function markOf(now: number, days: readonly DayState[]): string {
  const changes = days.reduce((sum, day) => sum + day.changes, 0);
  return `${dayTextOf(now)} ${days.length} ${changes}`;
}

function eventOf(method: LearningMethod): (typeof interactionKinds)[number] {
  if ('event' in method) return method.event;
  return method.type === 'viewed-together' ? 'view' : 'purchase';
}

/** Adds up what a card tells of the days that a model was made of. */
function summarise(event: (typeof interactionKinds)[number]) {
  const wanted = interactionKinds.indexOf(event);
  const users: BigInt64Array[] = [];
  const days = new Set<number>();
  let events = 0;
  return {
    rows: () => events,
    add({ day, users: all, user, kind }: InteractionBlock): void {
      const isSeen = new Uint8Array(all.length);
      let rows = 0;
      for (let row = 0; row < kind.length; row += 1) {
        if (kind[row] !== wanted) continue;
        rows += 1;
        isSeen[user[row]!] = 1;
      }
      if (rows === 0) return;
      events += rows;
      days.add(day);
      users.push(all.filter((_, place) => isSeen[place] === 1));
    },
    told() {
      const inOrder = [...days].sort((one, other) => one - other);
      const text = (day: number | undefined) => (day === undefined ? null : dayTextOf(day * dayMs));
      const told = { from: text(inOrder[0]), to: text(inOrder.at(-1)) };
      return { days: days.size, ...told, events, users: countDistinct(users) };
    },
  };
}

function countDistinct(lists: readonly BigInt64Array[]): number {
  const all = new BigInt64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  all.sort();
  return all.reduce(
    (count, user, place) => count + (place > 0 && user === all[place - 1] ? 0 : 1),
    0,
  );
}
