// The status of a site's models: which are overdue, and which failed.
import type { Context, SiteSnapshot } from '../../../context.ts';
import { overdueMs } from './due.ts';
import { neededModels } from './needed.ts';
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
}

/** A worker looks every minute what is due, and a build takes its time. */
const lateMs = 10 * 60_000;

/** The status of the models that a site's strategies need. */
export async function modelStatus(
  ctx: Pick<Context, 'db' | 'now'>,
  snapshot: SiteSnapshot,
): Promise<ModelStatus> {
  const { site } = snapshot;
  const needed = await neededModels(ctx.db, snapshot);
  const rows = new Map((await selectModels(ctx.db, site.id)).map((row) => [row.key, row]));
  const around = { now: ctx.now(), timeZone: site.settings.timeZone, siteId: site.id };
  const due = needed.map(({ key, method }) => overdueMs(method, rows.get(key), around));
  return {
    needed: needed.length,
    overdue: due.filter((ms) => ms > lateMs).length,
    longestMs: Math.max(0, ...due),
    failed: needed.filter(({ key }) => rows.get(key)?.state === 'failed').length,
  };
}
