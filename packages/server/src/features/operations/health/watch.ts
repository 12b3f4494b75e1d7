// Looks every few seconds at what waits in the database, for metrics and for `/readyz`.
import type { Context } from '../../../context.ts';
import { every } from '../../../every.ts';
import { watchOldest } from '../../events/collect/index.ts';
import { type Findings, selectFindings } from './store.ts';

/** How often it is looked, and how long something may wait for a worker. */
const usual = { lookMs: 5_000, lateMs: 60_000 };
/** Begins to look. */
export function watchHealth(
  ctx: Pick<Context, 'db' | 'health' | 'log' | 'metrics'>,
  { lookMs, lateMs } = usual,
): { readonly stop: () => Promise<void> } {
  const oldest = watchOldest();
  let workerSeenAt = performance.now();
  const look = async () => {
    const found = await selectFindings(ctx.db);
    const now = performance.now();
    const oldestMs = oldest(now, found) ?? 0;
    if (found.workerAgoMs !== null) workerSeenAt = now - found.workerAgoMs;
    const workerAgoMs = now - workerSeenAt;
    ctx.metrics.waiting({ ...found, oldestMs, workerAgoMs });
    ctx.health.reasons = reasonsOf(found, { oldestMs, workerAgoMs, lateMs });
  };
  return { stop: every(ctx, lookMs, 'looks at what waits', look) };
}

function reasonsOf(
  { waiting, setAside }: Findings,
  { oldestMs, workerAgoMs, lateMs }: Record<'oldestMs' | 'workerAgoMs' | 'lateMs', number>,
): string[] {
  const seconds = (ms: number) => `${Math.floor(ms / 1_000)} s`;
  return [
    ...(workerAgoMs > lateMs ? [`No worker was seen for ${seconds(workerAgoMs)}.`] : []),
    ...(oldestMs > lateMs
      ? [`Events wait for a worker since ${seconds(oldestMs)}; ${waiting} rows are in the inbox.`]
      : []),
    ...(setAside > 0
      ? [`${setAside} entries could not be read: run \`attune events retry\`.`]
      : []),
  ];
}
