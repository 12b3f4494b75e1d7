// The processor time that models and evaluations took today, of what they may take in a UTC day.
import type { Context, SiteSnapshot } from '../../../context.ts';
import { acrossSites } from '../../../tenant-guard.ts';
import { dayTextOf } from '../../events/interactions/index.ts';
import type { DueContext } from './due.ts';
import { selectCpu } from './store.ts';

const dayMs = 86_400_000;

export interface CpuUse {
  /** Of the site's models and evaluations, in ms. */
  readonly usedMs: number;
  /** Of those of all sites. */
  readonly allSitesMs: number;
  /** What those of all sites may take. */
  readonly budgetMs: number;
}

type Asking = Pick<Context, 'db' | 'now' | 'config'>;

/** Reads what was taken on the UTC day of a time. */
export async function readCpuUse(ctx: Asking, siteId: number, at = ctx.now()): Promise<CpuUse> {
  // The budget is one for all sites: their sum is read, and no other figure of another site.
  const used = await acrossSites(() => selectCpu(ctx.db, siteId, dayTextOf(at)));
  return { ...used, budgetMs: ctx.config.modelCpuBudgetMs };
}

/** Reads what says when models of a site are due. */
export async function readDueContext(
  ctx: Asking,
  { id: siteId, settings }: SiteSnapshot['site'],
): Promise<DueContext & { readonly cpu: CpuUse }> {
  const now = ctx.now();
  const cpu = await readCpuUse(ctx, siteId, now);
  const midnight = Math.floor(now / dayMs) * dayMs;
  const around = { now, timeZone: settings.timeZone, siteId, cpu };
  if (isUsedUp(cpu)) return { ...around, budgetFrom: midnight + dayMs };
  // What a site takes today replaces what it took yesterday, which may have been all there was.
  const mayHaveWaited =
    cpu.allSitesMs > 0 || isUsedUp(await readCpuUse(ctx, siteId, midnight - dayMs));
  return { ...around, budgetFrom: mayHaveWaited ? midnight : 0 };
}

const isUsedUp = ({ allSitesMs, budgetMs }: CpuUse) => allSitesMs >= budgetMs;
