// A task of a site in a thread of its own, whose processor time is counted.
import type { SiteSnapshot } from '../../../../context.ts';
import { dayTextOf } from '../../../events/interactions/index.ts';
import type { Building } from './resources.ts';
import { runThread } from './run-thread.ts';
import { addCpu } from './store.ts';
import type { Task, TaskMessage } from './task.ts';

/** Runs a task to its end; says whether it was stopped, and the error where it ended badly. */
export async function runTask(
  { ctx, target, onThread }: Building,
  { id: siteId, settings }: SiteSnapshot['site'],
  work: Pick<Task, 'models' | 'evaluation'>,
  onMessage: (message: TaskMessage) => Promise<void>,
): Promise<{ readonly isStopped: boolean; readonly failure?: { readonly error: unknown } }> {
  const { logLevel, modelMemoryBytes: memoryBytes } = ctx.config;
  const task = { siteId, now: ctx.now(), memoryBytes, mostADay: settings.learningCap, ...work };
  const thread = runThread({ target, logLevel, pages: ctx.background.memory, task }, onMessage);
  onThread(thread);
  const failed = await thread.done.then(
    () => ({}),
    (error: unknown) => ({ failure: { error } }),
  );
  onThread(undefined);
  const cpuMs = thread.cpuMs();
  ctx.metrics.models.hasTaken(cpuMs);
  await addCpu(ctx.db, siteId, dayTextOf(ctx.now()), Math.round(cpuMs));
  return { isStopped: thread.isStopped(), ...failed };
}
