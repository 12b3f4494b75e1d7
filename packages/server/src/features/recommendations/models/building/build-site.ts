// Building what is due of a site: by one worker at a time, in a thread, swapped in when ready.
import { isLearning } from '@attune/core';
import type { Context, SiteSnapshot } from '../../../../context.ts';
import { traced } from '../../../../log/tracing/spans.ts';
import { changeSite } from '../../../configuration/sites/index.ts';
import { selectDays } from '../../../events/interactions/index.ts';
import { readDueContext } from '../budget.ts';
import { nextBuildAt } from '../due.ts';
import { firstDay, hasMoved } from '../moved.ts';
import { modelIdOf, neededModels } from '../needed.ts';
import { type ModelRow, noteNeeded, selectModels } from '../store.ts';
import type { Building } from './resources.ts';
import { runTask } from './run-task.ts';
import { isOutOfMemory } from './run-thread.ts';
import { withSiteLock } from './site-lock.ts';
import {
  deleteUnneeded,
  endBuilding,
  makeCurrent,
  markBuilding,
  noteProgress,
  selectFeedRevisions,
} from './store.ts';
import type { ModelToBuild, TaskMessage } from './task.ts';

const dayMs = 86_400_000;
/** After this long without a strategy that needs it, a model goes. */
const keptMs = 7 * dayMs;
/** Between two notes of how far a build is. */
const progressMs = 300;

/** Builds what is due of a site, unless another worker is about it. Gives the keys it began. */
export async function buildSite(building: Building, snapshot: SiteSnapshot): Promise<string[]> {
  const { ctx } = building;
  if ((await dueModels(ctx, snapshot)).length === 0) return [];
  const built = await withSiteLock(ctx, snapshot.site.id, async () => {
    // Another worker may have built it between the question and the lock.
    const moved = await movedModels(ctx, snapshot.site, await dueModels(ctx, snapshot));
    const models = moved.filter(({ waits }) => !waits);
    const work = () => build(building, snapshot.site, models);
    if (models.length > 0) await traced('build models', { 'attune.models': models.length }, work);
    return models.map(({ key }) => key);
  });
  return built ?? [];
}

async function build(
  building: Building,
  site: SiteSnapshot['site'],
  due: readonly DueModel[],
): Promise<void> {
  const { ctx } = building;
  const { id: siteId } = site;
  const at = new Date(ctx.now());
  const models = due
    .filter(({ tries }) => tries < mostTries)
    .map(({ key, method, feed }) => ({ key, method, feed }));
  for (const { key } of due.filter(({ tries }) => tries >= mostTries)) {
    await endBuilding(ctx.db, siteId, key, { failedAt: at, fault: brokenOff });
  }
  if (models.length === 0) return;
  await markBuilding(
    ctx.db,
    siteId,
    models.map(({ key }) => key),
    at,
  );
  const following = follow(ctx, siteId, models);
  const { isStopped, failure } = await runTask(building, site, { models }, following.onMessage);
  // What is left in the middle is begun again at the next look.
  if (isStopped) return;
  await (failure ? following.failed(failure.error) : following.ended());
}

/** Of builds that ended with their process, one after the other. */
const mostTries = 3;
const brokenOff =
  `Building was broken off ${mostTries} times: its worker ended. Is there as much memory as ` +
  'MODEL_MEMORY says?';

interface DueModel extends ModelToBuild {
  /** How often it was begun and not ended. */
  readonly tries: number;
  /** Undefined: it is built whatever has changed. */
  readonly built: ModelRow['built'];
  /** Does it wait for the budget? */
  readonly waits: boolean;
}

/** The models whose time has come; forgets those that were not needed for long. */
async function dueModels(ctx: Context, snapshot: SiteSnapshot): Promise<DueModel[]> {
  const { site } = snapshot;
  const around = await readDueContext(ctx, site);
  const { now } = around;
  const needed = await neededModels(ctx.db, snapshot);
  const asRows = needed.map(({ key, method }) => ({ key, method: JSON.stringify(method) }));
  await noteNeeded(ctx.db, site.id, asRows, new Date(now));
  const rows = await selectModels(ctx.db, site.id);
  if (rows.some(({ neededAt }) => neededAt.getTime() < now - keptMs)) await forget(ctx, site.id);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return needed.flatMap(({ key, method, feed }) => {
    const row = byKey.get(key);
    // Whether enough has moved is looked at though the budget is used up: only then a model waits.
    if (nextBuildAt(method, row, { ...around, budgetFrom: 0 }) > now) return [];
    const waits = nextBuildAt(method, row, around) > now;
    // A requested build, or one that was broken off, is done whether anything has changed or not.
    const isAsked = row?.wantedAt && (!row.startedAt || row.wantedAt >= row.startedAt);
    const isOpen = isAsked || row?.state === 'building';
    const built = isOpen ? undefined : row?.built;
    return [{ key, method, feed, tries: row?.tries ?? 0, built, waits }];
  });
}

/** Those whose log or feed has moved since they were built; notes that others were looked at. */
async function movedModels(
  ctx: Context,
  { id: siteId, settings }: SiteSnapshot['site'],
  due: readonly DueModel[],
): Promise<DueModel[]> {
  const at = ctx.now();
  const methods = due.map(({ method }) => method).filter(isLearning);
  const window = Math.max(0, ...methods.map((method) => method.window));
  const days = await selectDays(ctx.db, siteId, firstDay(at, window));
  const log = { at, days, mostADay: settings.learningCap };
  const revisions = await selectFeedRevisions(ctx.db, siteId);
  const isSame = ({ method, feed = '', built }: DueModel) =>
    built &&
    (isLearning(method)
      ? !hasMoved(method, { ...built, ...built.facts }, log)
      : built.facts.mark === revisions.get(feed));
  for (const { key } of due.filter(isSame)) {
    await endBuilding(ctx.db, siteId, key, { checkedAt: new Date(at) });
  }
  return due.filter((one) => !isSame(one));
}

async function forget(ctx: Context, siteId: number): Promise<void> {
  const change = {
    ...{ siteId, actor: 'worker', action: 'model.forget', subject: 'models' },
    about: (keys: string[]) => ({ details: { models: keys.map(modelIdOf) } }),
  };
  const since = new Date(ctx.now() - keptMs);
  await changeSite(ctx, change, (tx) => deleteUnneeded(tx, siteId, since));
}

/** Handles a thread's messages, and what its end leaves to be done. */
function follow(ctx: Context, siteId: number, models: readonly ModelToBuild[]) {
  const open = new Map(models.map((one) => [one.key, one]));
  let reportedAt = Number.NEGATIVE_INFINITY;
  /** The one that was worked at last. */
  let current: string | undefined;

  async function end(key: string, fault: string | undefined): Promise<void> {
    const method = open.get(key)?.method.type ?? '';
    open.delete(key);
    const at = new Date(ctx.now());
    if (fault !== undefined) ctx.metrics.models.hasFailed(method);
    await endBuilding(
      ctx.db,
      siteId,
      key,
      fault === undefined ? { checkedAt: at } : { failedAt: at, fault },
    );
  }

  async function swapIn({ key, version, facts }: Extract<TaskMessage, { type: 'built' }>) {
    const method = open.get(key)?.method.type ?? '';
    const details = { version, items: facts.items, events: facts.data.events };
    const change = {
      ...{ siteId, actor: 'worker', action: 'model.build', subject: modelIdOf(key), details },
    };
    await changeSite(ctx, change, (tx) => makeCurrent(tx, siteId, key, version));
    open.delete(key);
    ctx.metrics.models.isBuilt(method, facts.tookMs);
  }

  return {
    async onMessage(one: TaskMessage): Promise<void> {
      if (one.type === 'built') return swapIn(one);
      if (one.type === 'unchanged') return end(one.key, undefined);
      if (one.type === 'failed') return end(one.key, one.fault);
      if (one.type !== 'progress') return;
      current = one.keys.length === 1 ? one.keys[0] : undefined;
      if (performance.now() - reportedAt < progressMs) return;
      reportedAt = performance.now();
      await noteProgress(ctx.db, siteId, one.keys, one);
    },
    async ended(): Promise<void> {
      for (const key of [...open.keys()])
        await end(key, 'There is no feed whose items it could learn from.');
    },
    async failed(error: unknown): Promise<void> {
      ctx.log.error({ err: error, siteId }, 'models could not be built');
      const blamed = current === undefined || !isOutOfMemory(error) ? [...open.keys()] : [current];
      for (const key of blamed) await end(key, faultOf(ctx, error));
    },
  };
}

function faultOf({ config }: Context, error: unknown): string {
  if (!isOutOfMemory(error)) return 'Building failed; the log of the worker says why.';
  const limit = Math.round(config.modelMemoryBytes / 2 ** 20);
  return (
    `Building takes more than ${limit} MiB (MODEL_MEMORY); ` +
    'a shorter window or fewer neighbours need less.'
  );
}
