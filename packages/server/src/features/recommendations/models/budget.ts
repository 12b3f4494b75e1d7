// The processor time that building models took today, of what it may take in a UTC day.
import type { Context, SiteSnapshot } from '../../../context.ts';
import { acrossSites } from '../../../tenant-guard.ts';
import { dayTextOf } from '../../events/interactions/index.ts';
import type { DueContext } from './due.ts';
import { selectCpu } from './store.ts';

export interface CpuUse {
  /** Of the site's models, in ms. */
  readonly usedMs: number;
  /** Of the models of all sites. */
  readonly allSitesMs: number;
  /** What those of all sites may take. */
  readonly budgetMs: number;
}

type Asking = Pick<Context, 'db' | 'now' | 'config'>;

/** Reads what models took today. */
export async function readCpuUse(ctx: Asking, siteId: number): Promise<CpuUse> {
  // The budget is one for all sites: their sum is read, and no other figure of another site.
  const used = await acrossSites(() => selectCpu(ctx.db, siteId, dayTextOf(ctx.now())));
  return { ...used, budgetMs: ctx.config.modelCpuBudgetMs };
}

/** Reads what says when models of a site are due. */
export async function readDueContext(
  ctx: Asking,
  { id: siteId, settings }: SiteSnapshot['site'],
): Promise<DueContext & { readonly cpu: CpuUse }> {
  const cpu = await readCpuUse(ctx, siteId);
  const isBudgetUsed = cpu.allSitesMs >= cpu.budgetMs;
  return { now: ctx.now(), timeZone: settings.timeZone, siteId, isBudgetUsed, cpu };
}
