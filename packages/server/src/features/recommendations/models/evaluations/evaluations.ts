// Requests and shows evaluations; workers run them.
import { randomUUID } from 'node:crypto';
import type { EvaluationInput, EvaluationOutput } from '@attune/contract';
import { ApiError, refuseInvalid } from '../../../../api-error.ts';
import type { Context, Who } from '../../../../context.ts';
import { selectStrategies } from '../needed.ts';
import {
  type EvaluationRow,
  insertEvaluation,
  selectEvaluation,
  selectEvaluations,
} from './store.ts';

const defaults = { heldOutDays: 7, historyDays: 90, event: 'purchase', ks: [5, 10, 20] } as const;
/** Of a site at once: each may take minutes. */
const mostWaiting = 5;

/** Requests an evaluation. Throws `invalid_request`, or `conflict` when many wait already. */
export async function startEvaluation(
  ctx: Context,
  { siteId, actor }: Who,
  input: EvaluationInput,
): Promise<EvaluationOutput> {
  const known = new Map((await selectStrategies(ctx.db, siteId)).map((one) => [one.id, one]));
  refuseInvalid(
    input.strategies.flatMap((id, at) =>
      known.has(id) ? [] : [{ pointer: `/strategies/${at}`, detail: 'is no strategy of the site' }],
    ),
  );
  const others = await selectEvaluations(ctx.db, siteId);
  if (others.filter(({ state }) => state === 'waiting').length >= mostWaiting) {
    throw new ApiError('conflict', `${mostWaiting} evaluations wait already; try again later.`);
  }
  const request = {
    ...defaults,
    ...input,
    ks: (input.ks ?? [...defaults.ks]).toSorted((a, b) => a - b),
  };
  const strategies = input.strategies.map((id) => ({ id, name: known.get(id)!.name }));
  const id = randomUUID();
  await insertEvaluation(ctx.db, siteId, {
    ...{ id, requestedAt: new Date(ctx.now()), requestedBy: actor },
    request: { asked: request, strategies },
  });
  return readEvaluation(ctx, siteId, id);
}

/** One evaluation. Throws `not_found`. */
export async function readEvaluation(
  ctx: Pick<Context, 'db'>,
  siteId: number,
  id: string,
): Promise<EvaluationOutput> {
  const row = await selectEvaluation(ctx.db, siteId, id.toLowerCase());
  if (!row) throw new ApiError('not_found', 'There is no such evaluation on this site.');
  return shown(row);
}

/** The evaluations that are kept, the newest first. */
export async function listEvaluations(
  ctx: Pick<Context, 'db'>,
  siteId: number,
): Promise<EvaluationOutput[]> {
  return (await selectEvaluations(ctx.db, siteId)).map(shown);
}

function shown(row: EvaluationRow): EvaluationOutput {
  const { id, requestedAt, requestedBy, request, state, startedAt, finishedAt } = row;
  const isRunning = state === 'running' && startedAt !== null;
  return {
    ...{ id, requestedAt: requestedAt.toISOString(), requestedBy },
    ...{ request: request.asked, strategies: [...request.strategies], state },
    progress: isRunning
      ? { phase: row.phase, share: row.share, startedAt: startedAt.toISOString() }
      : null,
    fault: row.fault,
    finishedAt: finishedAt?.toISOString() ?? null,
    report: row.report,
  };
}
