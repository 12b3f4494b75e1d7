// What a strategy gives a user on a page: as choose would, with reasons, and nothing recorded.
import type { PreviewStrategyInput, PreviewStrategyOutput, StrategyInput } from '@attune/contract';
import { type CompiledStrategy, compileStrategy, type ItemRule } from '@attune/core';
import { refuseInvalid } from '../../../api-error.ts';
import type { Caches } from '../../../caches.ts';
import { type Context, noClient, type SiteSnapshot } from '../../../context.ts';
import { readObject } from '../../configuration/versioned-objects/index.ts';
import { validateSlots } from '../../experiences/campaigns/index.ts';
import {
  productText,
  type Recommended,
  recommendBy,
  slotReason,
  stockOf,
  visitorOf,
} from '../../recommendations/serving/index.ts';
import {
  acceptStrategy,
  definitionOf,
  strategyKind,
} from '../../recommendations/strategies/index.ts';
import { gather } from '../../serving/choose/index.ts';
import { findingsOf } from './findings.ts';

/** The caller is not the visitor. */
const client = noClient;

const defaultSlots = 10;

/** Recommends without recording. Throws `not_found` or `invalid_request`. */
export async function previewStrategy(
  ctx: Context,
  caches: Caches,
  snapshot: SiteSnapshot,
  asked: PreviewStrategyInput,
): Promise<PreviewStrategyOutput> {
  const { slots: count = defaultSlots, pins, realtimeRules } = asked;
  // The filters' members, which depend on their type, are checked by `validateSlots`.
  const rules = asked.rules as ItemRule[] | undefined;
  refuseInvalid(validateSlots({ ...asked, slots: count }));
  const strategy = await strategyOf(ctx, snapshot, asked);
  const begun = performance.now();
  const user = { active_consent_accepted: true, ...asked.user };
  const request = { user, ...(asked.context && { context: asked.context }) };
  const by = { key: { source: 'Server-side' as const }, snapshot };
  const { now, profile, warnings, units } = await gather(ctx, caches, by, client, request, []);
  const read = performance.now();
  const recommended = recommendBy(
    strategy,
    stockOf(caches, snapshot),
    {
      kind: 'RECS',
      payload: {
        ...{ strategy: strategy.definition.id, slots: count },
        ...(rules && { rules }),
        ...(pins && { pins }),
      },
      realtimeRules,
      visitor: visitorOf(snapshot, caches.feedCache, { now, profile, context: asked.context }),
      ...{ unit: units.request, traces: true },
    },
    warnings,
  );
  const done = performance.now();
  const slots = slotsOf(recommended, asked);
  const { lostPins = [] } = tracedIn(recommended) ?? {};
  return {
    slots,
    ...traceOf(recommended),
    warnings,
    findings: findingsOf(strategy.definition, { rules, lostPins }, recommended.catalogue),
    milliseconds: {
      profile: round(read - begun),
      recommend: round(done - read),
      write: round(performance.now() - done),
    },
    strategy: shownOf(strategy),
  };
}

const round = (milliseconds: number) => Math.round(milliseconds * 1_000) / 1_000;

/** The stored strategy, or the one that is given. */
async function strategyOf(
  ctx: Context,
  snapshot: SiteSnapshot,
  { strategyId, strategy }: PreviewStrategyInput,
): Promise<CompiledStrategy> {
  const [first] = snapshot.feeds;
  if ((strategyId === undefined) === (strategy === undefined)) {
    const detail = 'is needed, or else strategy: one of them';
    refuseInvalid([{ pointer: '/strategyId', detail }]);
  }
  if (strategyId !== undefined) {
    const row = await readObject(ctx.db, snapshot.site.id, strategyKind, strategyId);
    return compileStrategy(definitionOf(row), first?.id);
  }
  const definition = acceptStrategy(strategy as StrategyInput, snapshot.feeds, '/strategy');
  return compileStrategy({ ...definition, id: 0 }, first?.id);
}

function shownOf({ definition }: CompiledStrategy): StrategyInput {
  const { id: _id, ...shown } = definition;
  return shown;
}

function slotsOf(
  recommended: Recommended,
  { context, fieldFilter, slots = defaultSlots }: PreviewStrategyInput,
): PreviewStrategyOutput['slots'] {
  const { catalogue, strategy } = recommended;
  const given = recommended.kind === 'RECS' ? recommended.recommendation?.slots : undefined;
  const wanted = fieldFilter && { fieldFilter };
  return Array.from({ length: slots }, (_, slot) => {
    const item = given?.[slot] ?? null;
    const text =
      item && catalogue && productText(catalogue, item.row, wanted, context?.page?.locale);
    const productData = text ? (JSON.parse(text) as Record<string, unknown>) : null;
    return { slot, ...slotReason(item, strategy), productData };
  });
}

const tracedIn = (recommended: Recommended) =>
  recommended.kind === 'RECS' ? recommended.recommendation?.trace : null;

function traceOf(
  recommended: Recommended,
): Pick<PreviewStrategyOutput, 'trace' | 'qualifying' | 'feed'> {
  const { catalogue, strategy } = recommended;
  const traced = tracedIn(recommended);
  const feed =
    catalogue && strategy.feed !== undefined
      ? { id: strategy.feed, revision: catalogue.revision, items: catalogue.size }
      : null;
  return {
    trace: {
      steps: [...(traced?.steps ?? [])],
      dropped: (traced?.dropped ?? []).map((one) => ({ ...one, skus: [...one.skus] })),
    },
    qualifying: traced?.qualifying ?? { count: 0, isAll: true },
    feed,
  };
}
