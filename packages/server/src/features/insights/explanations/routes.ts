// Routes of explanations, for keys and on the console.
import { api } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { type ManageRoute, manageRoute } from '../../../http/manage-route.ts';
import type { InMemory } from '../../serving/choose/index.ts';
import { replayDecision } from './replay.ts';
import { explainWhy } from './why.ts';

/** Routes of explanations. */
export function explanationRoutes(ctx: Context, caches: InMemory): ManageRoute[] {
  return [
    manageRoute(api.replayDecision, async ({ snapshot, body }) => ({
      status: 200,
      body: await replayDecision(ctx, snapshot, body.decisionId),
    })),
    manageRoute(api.whyDecision, async ({ snapshot, body }) => ({
      status: 200,
      body: await explainWhy(ctx, caches, snapshot, body),
    })),
  ];
}
