// Builds models while the caller waits, with or without a running worker.
import { setTimeout as delay } from 'node:timers/promises';
import type { ModelOutput } from '@attune/contract';
import type { Context, SiteSnapshot } from '../../../context.ts';
import type { DatabaseTarget } from '../../../db/connection.ts';
import { buildSite } from './building/index.ts';
import { listModels, readModel, rebuildModel } from './model-info.ts';

export interface BuildNow {
  /** Absent: all that strategies need. */
  readonly model?: string | undefined;
  /** Called with what share is done, about, and in words. */
  readonly onProgress?: (share: number, words: string) => void;
}

/** How often it is looked how far it is. */
const lookMs = 300;

/**
 * Builds models again and resolves to their info when that is done: here, or where a worker was
 * faster. Throws `not_found` for a model that is not there.
 */
export async function buildNow(
  ctx: Context,
  target: DatabaseTarget,
  snapshot: SiteSnapshot,
  { model, onProgress }: BuildNow,
): Promise<ModelOutput[]> {
  const models =
    model === undefined ? await listModels(ctx, snapshot) : [await readModel(ctx, snapshot, model)];
  const ids = models.filter(({ strategies }) => strategies.length > 0).map(({ id }) => id);
  const requestedAt = ctx.now();
  for (const id of ids) await rebuildModel(ctx, snapshot, id);
  const isDone = ({ state, built, fault }: ModelOutput) =>
    (state === 'ready' && built !== null && Date.parse(built.builtAt) >= requestedAt) ||
    (state === 'failed' && fault !== null && Date.parse(fault.at) >= requestedAt);
  for (;;) {
    const building = buildSite({ ctx, target, onThread: () => undefined }, snapshot);
    let isBuilding = true;
    const ended = building.finally(() => {
      isBuilding = false;
    });
    ended.catch(() => undefined);
    while (isBuilding) {
      await Promise.race([ended, delay(lookMs)]);
      const now = (await listModels(ctx, snapshot)).filter(({ id }) => ids.includes(id));
      onProgress?.(shareOf(now, isDone), wordsOf(now));
      if (now.every(isDone)) return now;
    }
    await ended;
    await delay(lookMs);
  }
}

function shareOf(models: readonly ModelOutput[], isDone: (model: ModelOutput) => boolean): number {
  const shares = models.map((model) => (isDone(model) ? 1 : (model.progress?.share ?? 0)));
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}

function wordsOf(models: readonly ModelOutput[]): string {
  const current = models.findLast(({ progress }) => progress !== null && progress.share > 0);
  if (!current?.progress) return 'waiting';
  return `${String(current.method['type'])}: ${current.progress.phase}`;
}
