// What of a version is served: the same, to the share of visitors of its step.
import { beginRollout, isOver, type Rollout, republishRollout, shareAt } from '@attune/core';
import type { Db } from '../../../../db/schema.ts';
import type { Publication } from '../../../configuration/publications/index.ts';
import type { ObjectRow } from '../../../configuration/versioned-objects/index.ts';
import { definitionOf } from '../stored.ts';
import { deleteRollout, type StoredRollout, selectRollout, upsertRollout } from './store.ts';

/**
 * The body that publishing a draft serves, and where its rollout is from then on. A campaign that
 * is live goes on from the share that it has; another draw begins at the first step.
 */
export async function beginServing(
  tx: Db,
  siteId: number,
  { id, body }: ObjectRow,
  live: Publication | undefined,
  now: number,
): Promise<string> {
  const definition = definitionOf(body);
  const { rollout, metrics, traffic, seed } = definition;
  if (isOver(definition)) {
    // The steps wait where they are: undone, the test goes on with those who were in it.
    const known = await selectRollout(tx, siteId, id);
    return known?.seed === seed ? bodyAt(body, known) : body;
  }
  const steps = rollout?.steps ?? [];
  if (steps.length === 0 && !metrics?.guardrails?.length) {
    await deleteRollout(tx, siteId, id);
    return body;
  }
  const before = live && definitionOf(live.body);
  const isSame = before?.seed === seed;
  const known = isSame ? await selectRollout(tx, siteId, id) : undefined;
  const { takesOut = false } = known ?? {};
  const place: Rollout = isSame
    ? republishRollout(
        { step: 0, state: 'running', since: 0, takesOut, share: before.traffic },
        ...[steps, traffic, now],
      )
    : beginRollout(steps, now);
  const next: StoredRollout = {
    ...place,
    ...{ campaignId: id, seed, traffic, steps, cause: undefined },
    // What went back once would go back again for the same users.
    // While everyone got one variation, others of the control were no longer without it.
    guardedFrom:
      known?.state === 'returned' || (before && isOver(before)) ? now : known?.guardedFrom,
  };
  await upsertRollout(tx, siteId, next);
  return bodyAt(body, next);
}

/** A version with the share of a step. */
export function bodyAt(
  body: string,
  { steps, traffic, step, takesOut }: Pick<StoredRollout, 'steps' | 'traffic' | keyof Rollout>,
): string {
  const definition = definitionOf(body);
  const share = shareAt(steps, traffic, step);
  return JSON.stringify({
    ...definition,
    traffic: share,
    ...(takesOut && { rollback: true }),
  });
}
