// What a task wants done for a site, one after the other.
import { isContent, isLearning, ModelTooLarge } from '@attune/core';
import type { LogReader } from '../../../events/interactions/index.ts';
import { buildOfEvents, type EventModel, readLog } from './of-events.ts';
import type { FeedModel } from './of-feed.ts';
import type { Report, Task } from './task.ts';

/**
 * Builds the models of a task, runs its evaluation, and reports the result of each. One that needs
 * too much memory keeps no other from being built. The caller has the site's lock.
 */
export async function doTask(on: LogReader, task: Task, tell: Report): Promise<void> {
  // Reading feeds needs much of the server's code: half a second that most threads do without.
  for (const model of task.models.filter(isOfFeed)) {
    const { buildOfFeed } = await import('./of-feed.ts');
    await tried(model.key, tell, () => buildOfFeed(on, task, model, tell));
  }
  if (task.evaluation) {
    const { runEvaluation } = await import('./run-evaluation.ts');
    await runEvaluation(on, task, task.evaluation, tell);
  }
  const models = task.models.filter((one): one is EventModel => isLearning(one.method));
  if (models.length === 0) return;
  const waiting = {
    keys: models.map(({ key }) => key),
    window: Math.max(...models.map(({ method }) => method.window)),
  };
  const log = await readLog(on, task, waiting, tell);
  for (const model of models) {
    await tried(model.key, tell, () => buildOfEvents(on.kysely, task, model, log, tell));
  }
}

function isOfFeed(model: Task['models'][number]): model is FeedModel {
  return isContent(model.method) && model.feed !== undefined;
}

/** Reports what a teammate can do something about; what else goes wrong ends the task. */
async function tried(key: string, tell: Report, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ModelTooLarge)) throw error;
    tell({ type: 'failed', key, fault: `${error.message} MODEL_MEMORY sets how much.` });
  }
}
