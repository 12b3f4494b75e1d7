// Model info: what a model is made of, what it covers, how it does, and its build state.
import type { EvaluationOutput, ModelOutput } from '@attune/contract';
import type { Method } from '@attune/core';
import { ApiError } from '../../../api-error.ts';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { readDueContext } from './budget.ts';
import { nextBuildAt } from './due.ts';
import { listEvaluations } from './evaluations/index.ts';
import { modelIdOf, type NeededModel, neededModels } from './needed.ts';
import { type ModelRow, noteNeeded, requestBuild, selectModels } from './store.ts';

/** The info of all models of a site: those that strategies need, then those that none does. */
export async function listModels(ctx: Context, snapshot: SiteSnapshot): Promise<ModelOutput[]> {
  const { site } = snapshot;
  const needed = await neededModels(ctx.db, snapshot);
  const rows = new Map((await selectModels(ctx.db, site.id)).map((row) => [row.key, row]));
  const evaluations = await listEvaluations(ctx, site.id);
  const used = new Set(needed.map(({ key }) => key));
  const unused = [...rows.keys()].filter((key) => !used.has(key)).map(unusedOf);
  const around = await readDueContext(ctx, site);
  return [...needed, ...unused].map((one) => {
    const row = rows.get(one.key);
    const isUsed = one.strategies.length > 0;
    const next = isUsed ? nextBuildAt(one.method, row, around) : undefined;
    const nextText = next === undefined ? null : new Date(next).toISOString();
    return modelInfoOf(one, row, offlineOf(one, evaluations), nextText);
  });
}

/** The info of one model. Throws `not_found`. */
export async function readModel(
  ctx: Context,
  snapshot: SiteSnapshot,
  id: string,
): Promise<ModelOutput> {
  const found = (await listModels(ctx, snapshot)).find((one) => one.id === id);
  if (!found) throw new ApiError('not_found', 'There is no such model on this site.');
  return found;
}

/** Requests a rebuild of a model. Throws `not_found`. */
export async function rebuildModel(
  ctx: Context,
  snapshot: SiteSnapshot,
  id: string,
): Promise<ModelOutput> {
  const { key, method, strategies } = await readModel(ctx, snapshot, id);
  const siteId = snapshot.site.id;
  const now = new Date(ctx.now());
  if (strategies.length > 0) {
    await noteNeeded(ctx.db, siteId, [{ key, method: JSON.stringify(method) }], now);
  }
  await requestBuild(ctx.db, siteId, key, now);
  return readModel(ctx, snapshot, id);
}

const unasked = { feed: undefined, strategies: [], byStep: new Set<number>() };

function unusedOf(key: string): NeededModel {
  // A key is the method's own options as JSON.
  return { key, method: JSON.parse(key) as Method, ...unasked };
}

function modelInfoOf(
  { key, method, strategies }: NeededModel,
  row: ModelRow | undefined,
  offline: ModelOutput['offline'],
  nextBuild: string | null,
): ModelOutput {
  return {
    ...{ id: modelIdOf(key), key, method: { ...method }, strategies: [...strategies] },
    state: row?.state ?? 'waiting',
    progress:
      row?.state === 'building' && row.startedAt
        ? {
            ...{ phase: row.phase, share: row.share, rows: row.rows },
            startedAt: row.startedAt.toISOString(),
          }
        : null,
    fault:
      row?.fault && row.failedAt ? { at: row.failedAt.toISOString(), message: row.fault } : null,
    built: builtOf(row),
    offline,
    nextBuildAt: nextBuild,
  };
}

function builtOf(row: ModelRow | undefined): ModelOutput['built'] {
  if (!row?.built) return null;
  const { version, builtAt, bytes, facts } = row.built;
  const { mark: _mark, ...stored } = facts;
  return { version, builtAt: new Date(builtAt).toISOString(), bytes, ...stored };
}

/** What the newest evaluation says of a strategy that uses the model and nothing before it. */
function offlineOf(
  { byStep }: NeededModel,
  evaluations: readonly EvaluationOutput[],
): ModelOutput['offline'] {
  for (const { report, request, finishedAt } of evaluations) {
    const result = report?.results.find(({ strategy }) => byStep.has(strategy.id));
    if (!report || !result || finishedAt === null) continue;
    return {
      ...{ evaluatedAt: finishedAt, heldOutDays: request.heldOutDays ?? 0 },
      ...{ users: report.users, figures: result.figures },
    };
  }
  return null;
}
