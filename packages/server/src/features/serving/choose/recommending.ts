// The results of campaigns that recommend or sort: found after the decisions, before they are
// recorded.
import type { ChooseInput } from '@attune/contract';
import { type CompiledCampaign, pageTypeIn, type RealtimeRule } from '@attune/core';
import type { Caches } from '../../../caches.ts';
import type { Context, SiteSnapshot } from '../../../context.ts';
import type { SigningKey } from '../../../signing.ts';
import { slotIds } from '../../events/decision-ids/index.ts';
import {
  dataText,
  explainRecommended,
  listOf,
  type RecommendationRequest,
  type Recommended,
  recommendFor,
  stockOf,
  visitorOf,
} from '../../recommendations/serving/index.ts';
import type { Decided } from './answer.ts';
import type { Gathered } from './gather.ts';

/** Writes the results, with ids of the slots. */
export function writerOf(
  key: SigningKey,
  { options, context }: ChooseInput,
  results: RecommendationResults,
) {
  const page = pageTypeIn(context);
  return {
    dataOf: (one: Decided, id: string) => {
      const result = results.get(one);
      if (!result) return undefined;
      const wanted = options?.recsProductData;
      const by = listOf(result, page);
      return dataText(result, slotIds(key, id, by), wanted, context?.page?.locale);
    },
    explanationOf: (one: Decided) => {
      const result = results.get(one);
      return result && explainRecommended(result);
    },
  };
}

/** By decision, what its variation recommends. */
export type RecommendationResults = ReadonlyMap<Decided, Recommended>;

const recommends = ({ compiled, decision }: Decided) =>
  compiled.definition.type !== 'custom' && decision.variation?.payload != null;

/**
 * The results of the decided campaigns that recommend or sort; undefined where none of them does.
 */
export function recommendAll(
  ctx: Context,
  caches: Pick<Caches, 'feedCache' | 'models'>,
  snapshot: SiteSnapshot,
  request: ChooseInput,
  { now, profile, units, warnings }: Gathered,
  decided: readonly Decided[],
): RecommendationResults | undefined {
  if (!decided.some(recommends)) return undefined;
  const { context, options = {} } = request;
  const visitor = visitorOf(snapshot, caches.feedCache, { now, profile, context });
  const stock = stockOf(caches, snapshot);
  const given = options.deduplicateRecommendations ? new Set<string>() : undefined;
  const results = new Map<Decided, Recommended>();
  for (const one of decided) {
    if (!recommends(one)) continue;
    const { definition } = one.compiled;
    const asked: RecommendationRequest = {
      kind: definition.type === 'sorting' ? 'SORT' : 'RECS',
      payload: one.decision.variation?.payload as RecommendationRequest['payload'],
      realtimeRules: rulesOf(request, one.compiled),
      listed: context?.listedItems,
      ...{ visitor, given, unit: units.request, traces: options.explain === true },
    };
    const recommended = recommendFor(ctx, snapshot, stock, asked, warnings);
    if (recommended) results.set(one, recommended);
  }
  return results;
}

/** What a request rules for the slots of a campaign. */
export function rulesOf(
  { selector }: ChooseInput,
  { definition }: CompiledCampaign,
): readonly RealtimeRule[] | undefined {
  const { args } = selector ?? {};
  // Names come from outside: none of them is the record's own.
  const own = args && Object.hasOwn(args, definition.selector) && args[definition.selector];
  return own ? own.realtimeRules : undefined;
}
