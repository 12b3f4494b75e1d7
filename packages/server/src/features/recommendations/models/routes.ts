// Management routes of models and of evaluations.
import { api } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { type ManageRoute, manageRoute } from '../../../http/manage-route.ts';
import { readCpuUse } from './budget.ts';
import { listEvaluations, readEvaluation, startEvaluation } from './evaluations/index.ts';
import { listModels, readModel, rebuildModel } from './model-info.ts';

/** Routes of models. */
export function modelRoutes(ctx: Context): ManageRoute[] {
  return [
    manageRoute(api.listModels, async ({ snapshot }) => ({
      status: 200,
      body: {
        items: await listModels(ctx, snapshot),
        cpu: await readCpuUse(ctx, snapshot.site.id),
      },
    })),
    manageRoute(api.readModel, async ({ snapshot, params }) => ({
      status: 200,
      body: await readModel(ctx, snapshot, params.model),
    })),
    manageRoute(api.rebuildModel, async ({ snapshot, params }) => ({
      status: 202,
      body: await rebuildModel(ctx, snapshot, params.model),
    })),
    manageRoute(api.startEvaluation, async ({ who, body }) => ({
      status: 202,
      body: await startEvaluation(ctx, who, body),
    })),
    manageRoute(api.listEvaluations, async ({ snapshot }) => ({
      status: 200,
      body: { items: await listEvaluations(ctx, snapshot.site.id) },
    })),
    manageRoute(api.readEvaluation, async ({ snapshot, params }) => ({
      status: 200,
      body: await readEvaluation(ctx, snapshot.site.id, params.evaluation),
    })),
  ];
}
