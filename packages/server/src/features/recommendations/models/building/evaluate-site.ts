// Runs requested evaluations, one after the other, by one worker at a time.
import { chooseProperties } from '@attune/core';
import type { SiteSnapshot } from '../../../../context.ts';
import {
  type EvaluationRow,
  endEvaluation,
  markRunning,
  noteEvaluation,
  selectEvaluations,
} from '../evaluations/store.ts';
import { selectStrategies } from '../needed.ts';
import type { Building } from './resources.ts';
import { runTask } from './run-task.ts';
import { isOutOfMemory } from './run-thread.ts';
import { withSiteLock } from './site-lock.ts';
import type { EvaluationToRun, TaskMessage } from './task.ts';

/** Between two notes of how far it is. */
const progressMs = 300;

/** Runs the evaluations of a site that wait, the oldest first, unless another worker does. */
export async function evaluateSite(building: Building, snapshot: SiteSnapshot): Promise<void> {
  const { db } = building.ctx;
  const { id: siteId } = snapshot.site;
  const isOpen = ({ state }: EvaluationRow) => state === 'waiting' || state === 'running';
  if (!(await selectEvaluations(db, siteId)).some(isOpen)) return;
  await withSiteLock(building.ctx, siteId, async () => {
    for (const row of (await selectEvaluations(db, siteId)).filter(isOpen).reverse()) {
      const goesOn = await evaluateOne(building, snapshot, row);
      if (!goesOn) return;
    }
  });
}

/** False: this node stops. */
async function evaluateOne(
  building: Building,
  snapshot: SiteSnapshot,
  row: EvaluationRow,
): Promise<boolean> {
  const { ctx } = building;
  const { id: siteId } = snapshot.site;
  const end = (how: Parameters<typeof endEvaluation>[3]) =>
    endEvaluation(ctx.db, siteId, row.id, how, new Date(ctx.now()));
  // The process that ran it had the lock that we have now: it is gone.
  if (row.state === 'running') {
    await end({ fault: 'It was broken off when its worker ended; start it again.' });
    return true;
  }
  const evaluation = await taskOf(ctx.db, snapshot, row);
  if (!evaluation) {
    await end({ fault: 'A strategy that it compares is gone.' });
    return true;
  }
  await markRunning(ctx.db, siteId, row.id, new Date(ctx.now()));
  let noted = Number.NEGATIVE_INFINITY;
  let isEnded = false;
  const onMessage = async (message: TaskMessage) => {
    if (message.type === 'evaluated' || message.type === 'not-evaluated') {
      isEnded = true;
      await end(
        message.type === 'evaluated' ? { report: message.report } : { fault: message.fault },
      );
    }
    if (message.type !== 'evaluating' || performance.now() - noted < progressMs) return;
    noted = performance.now();
    await noteEvaluation(ctx.db, siteId, row.id, message);
  };
  const work = { models: [], evaluation };
  const { isStopped, failure } = await runTask(building, snapshot.site, work, onMessage);
  if (isStopped) return false;
  if (isEnded) return true;
  ctx.log.error({ err: failure?.error, siteId }, 'strategies could not be compared');
  const fault = isOutOfMemory(failure?.error)
    ? 'It takes more memory than MODEL_MEMORY gives; fewer days of history need less.'
    : 'It failed; the log of the worker says why.';
  await end({ fault });
  return true;
}

async function taskOf(
  db: Building['ctx']['db'],
  { site, feeds }: SiteSnapshot,
  { id, request }: EvaluationRow,
): Promise<EvaluationToRun | undefined> {
  const known = new Map((await selectStrategies(db, site.id)).map((one) => [one.id, one]));
  const strategies = request.strategies.flatMap((one) => known.get(one.id) ?? []);
  if (strategies.length < request.strategies.length) return undefined;
  const settings = chooseProperties(site.settings.affinity, feeds);
  const feed = strategies.find(({ definition }) => definition.feed)?.definition.feed;
  return {
    ...{ id, asked: request.asked, strategies, feed: feed ?? feeds[0]?.id },
    affinity: { properties: settings.properties ?? [], settings },
  };
}
