// Looks which sites have models to be built, and builds them one site after the other.
import type { Context } from '../../../../context.ts';
import type { DatabaseTarget } from '../../../../db/connection.ts';
import { dayTextOf } from '../../../events/interactions/index.ts';
import { type ModelStatus, modelStatus } from '../status.ts';
import { buildSite } from './build-site.ts';
import { evaluateSite } from './evaluate-site.ts';
import type { Thread } from './run-thread.ts';
import { selectSitesToLookAt } from './store.ts';

/** How often to look whether something was requested, or a site has changed. */
const lookMs = 2_000;
/** How often to look whether models of a site that has not changed are due. */
const dueMs = 60_000;

interface ModelJobs {
  /** Ends what is under way: the last good models stay, and the next worker begins again. */
  readonly stop: () => Promise<void>;
}

/** Starts to build models as they fall due. */
export function startModelJobs(ctx: Context, target: DatabaseTarget): ModelJobs {
  const statuses = new Map<number, ModelStatus>();
  const lookedAt = new Map<number, { revision: number; at: number }>();
  let thread: Thread | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const resources = {
    ...{ ctx, target },
    onThread: (one: Thread | undefined) => {
      thread = one;
      if (stopped) void one?.stop();
    },
  };

  let warnedOn: string | undefined;
  function warnOfWaiting(): void {
    const today = dayTextOf(ctx.now());
    if (warnedOn === today) return;
    warnedOn = today;
    ctx.log.warn('models are rebuilt from 0:00 UTC on: MODEL_CPU_BUDGET is used up for today');
  }

  async function look(): Promise<void> {
    const sites = await selectSitesToLookAt(ctx.db);
    for (const id of statuses.keys()) {
      if (!sites.some((site) => site.id === id)) statuses.delete(id);
    }
    for (const { id, revision, isWaited } of sites) {
      if (stopped) return;
      const last = lookedAt.get(id);
      const isSame = last?.revision === revision && ctx.now() - last.at < dueMs;
      if (isSame && !isWaited) continue;
      const snapshot = ctx.snapshots.site(id);
      if (!snapshot) continue;
      lookedAt.set(id, { revision, at: ctx.now() });
      try {
        await buildSite(resources, snapshot);
        const status = await modelStatus(ctx, snapshot);
        statuses.set(id, status);
        if (status.waiting > 0) warnOfWaiting();
        if (!stopped) await evaluateSite(resources, snapshot);
      } catch (error) {
        ctx.log.warn({ err: error, siteId: id }, 'models have to wait');
      }
    }
    ctx.metrics.models.setStatus(statuses.values());
  }

  let running: Promise<void> = Promise.resolve();
  const run = async () => {
    running = look().catch((error) => ctx.log.warn({ err: error }, 'models have to wait'));
    await running;
    if (!stopped) timer = setTimeout(run, lookMs);
  };
  timer = setTimeout(run, lookMs);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await thread?.stop();
      await running;
    },
  };
}
