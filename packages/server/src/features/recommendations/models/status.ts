// The status of a site's models: which are overdue, and which failed.
import type { Context, SiteSnapshot } from '../../../context.ts';
import { type CpuUse, readDueContext } from './budget.ts';
import { nextBuildAt, overdueMs } from './due.ts';
import { type NeededModel, neededModels } from './needed.ts';
import { selectModels } from './store.ts';

export interface ModelStatus {
  /** Models that strategies need. */
  readonly needed: number;
  /** Of them, those that are due for longer than a worker takes to begin with them. */
  readonly overdue: number;
  /** How long the longest due model has been due, in ms; 0: none is. */
  readonly longestMs: number;
  /** Of them, those whose last build failed. */
  readonly failed: number;
  /** Of them, those that are not rebuilt before the next UTC day: its processor time is used up. */
  readonly waiting: number;
  readonly cpu: CpuUse;
}

/** A worker looks every minute what is due, and a build takes its time. */
const lateMs = 10 * 60_000;

/** The status of the models that a site's strategies need. */
export async function modelStatus(
  ctx: Pick<Context, 'db' | 'now' | 'config'>,
  snapshot: SiteSnapshot,
): Promise<ModelStatus> {
  const { site } = snapshot;
  const needed = await neededModels(ctx.db, snapshot);
  const rows = new Map((await selectModels(ctx.db, site.id)).map((row) => [row.key, row]));
  const { cpu, ...around } = await readDueContext(ctx, site);
  const isDue = ({ key, method }: NeededModel, budgetFrom: number) =>
    nextBuildAt(method, rows.get(key), { ...around, budgetFrom }) <= around.now;
  const due = needed.map(({ key, method }) => overdueMs(method, rows.get(key), around));
  return {
    needed: needed.length,
    overdue: due.filter((ms) => ms > lateMs).length,
    longestMs: Math.max(0, ...due),
    failed: needed.filter(({ key }) => rows.get(key)?.state === 'failed').length,
    waiting: needed.filter((one) => isDue(one, 0) && !isDue(one, around.budgetFrom)).length,
    cpu,
  };
}
