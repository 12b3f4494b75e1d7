// How many known users a condition matches, from a sample of them.
import { setImmediate } from 'node:timers/promises';
import type { EstimateOutput } from '@attune/contract';
import { checkCondition, conditionWarnings } from '@attune/core';
import { refuseInvalid } from '../../../api-error.ts';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { audienceMap, conditionFields } from '../../experiences/audiences/index.ts';
import { wilson } from './interval.ts';
import { answerOnce, type Sample, type Samples } from './sample.ts';
import { testOfStored } from './stored.ts';

/** So many users are looked at before other requests run. */
const atOnce = 100;

/** Estimates how many users a condition matches. Throws `invalid_request` with its errors. */
export async function estimate(
  ctx: Context,
  samples: Samples,
  snapshot: SiteSnapshot,
  condition: unknown,
): Promise<EstimateOutput> {
  const { id: siteId, revision } = snapshot.site;
  const audiences = await audienceMap(ctx.db, siteId);
  refuseInvalid(
    checkCondition(condition, { audiences }).map(({ pointer, detail }) => ({
      pointer: `/condition${pointer}`,
      detail,
    })),
  );
  const sample = await samples(siteId);
  const name = JSON.stringify(['estimate', revision, condition]);
  return answerOnce(sample, name, () => count(ctx, snapshot, sample, condition, audiences));
}

async function count(
  ctx: Context,
  snapshot: SiteSnapshot,
  { users, population, isExact }: Sample,
  condition: unknown,
  audiences: ReadonlyMap<number, unknown>,
): Promise<EstimateOutput> {
  const { test, unknown } = testOfStored(ctx, snapshot, condition, audiences);
  let [sure, possible] = [0, 0];
  for (const [at, user] of users.entries()) {
    if (at % atOnce === atOnce - 1) await setImmediate();
    const answer = test(user);
    if (answer === true) sure += 1;
    if (answer !== false) possible += 1;
  }
  const sampled = users.length;
  const warnings = conditionWarnings(condition, { audiences, fields: conditionFields(snapshot) });
  const told = { of: population, sampled, isExact, unknown: [...unknown], warnings };
  const matching = sure === possible ? Math.round((sure / (sampled || 1)) * population) : null;
  if (isExact) return { matching, from: sure, to: possible, ...told };
  const from = Math.floor(wilson(sure, sampled).from * population);
  const to = Math.ceil(wilson(possible, sampled).to * population);
  return { matching, from, to, ...told };
}
