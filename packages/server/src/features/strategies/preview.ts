// What a strategy gives a user on a page: as choose would, with reasons, and nothing recorded.
import type { PreviewStrategyInput, PreviewStrategyOutput, StrategyInput } from '@attune/contract';
import { completeStrategy, strategyFaults } from '@attune/core';
import type { Context } from '../../context.ts';
import { refuseFaults } from '../../refusal.ts';
import { readObject } from '../managed/index.ts';
import { draftOf, strategyKind } from './strategies.ts';

/** Recommends without recording. Throws `not_found` or `invalid_request`. */
export async function previewStrategy(
  ctx: Context,
  siteId: number,
  { strategyId, strategy: given, slots = 10 }: PreviewStrategyInput,
): Promise<PreviewStrategyOutput> {
  if ((strategyId === undefined) === (given === undefined)) {
    const detail = 'is needed, or strategy: one of them';
    refuseFaults([{ pointer: '/strategyId', detail }]);
  }
  const strategy = given ? inline(given) : await stored(ctx, siteId, strategyId as number);
  return {
    slots: Array.from({ length: slots }, (_, slot) => ({
      ...{ slot, sku: null, source: 'none', step: null, method: null, score: null, seed: null },
      ...{ propensity: 1, isExplored: false, relaxed: [], productData: null },
      reason: 'Nothing qualifies.',
    })),
    trace: { steps: [], dropped: [] },
    qualifying: { count: 0, isAll: true },
    feed: null,
    warnings: [{ code: 'feed_not_loaded', message: 'The feed is not in memory.' }],
    milliseconds: { profile: 0, recommend: 0, write: 0 },
    strategy,
  };
}

async function stored(ctx: Context, siteId: number, id: number): Promise<StrategyInput> {
  return JSON.parse((await readObject(ctx.db, siteId, strategyKind, id)).body) as StrategyInput;
}

function inline(given: StrategyInput): StrategyInput {
  const faults = strategyFaults(draftOf(given));
  refuseFaults(faults.map((fault) => ({ ...fault, pointer: `/strategy${fault.pointer}` })));
  return completeStrategy(draftOf(given));
}
