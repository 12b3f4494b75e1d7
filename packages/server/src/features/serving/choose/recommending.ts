// The results of campaigns that recommend or sort: found after the decisions, before they are
// recorded.
import type { ChooseInput } from '@attune/contract';
import type { CompiledCampaign, RealtimeRule } from '@attune/core';
import type { Known } from '../../../caches.ts';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { slotIds } from '../../events/decision-ids/index.ts';
import {
  type Asked,
  dataText,
  explainRecommended,
  type Recommended,
  recommendFor,
  stockOf,
  visitorOf,
} from '../../recommendations/serving/index.ts';
import type { Decided } from './answer.ts';
import type { Gathered } from './gather.ts';

/** Writes the results, with ids of the slots. */
export function writerOf(
  { snapshot: { site } }: { readonly snapshot: SiteSnapshot },
  { options, context }: ChooseInput,
  gifts: Gifts,
) {
  return {
    dataOf: (one: Decided, id: string) => {
      const gift = gifts.get(one);
      if (!gift) return undefined;
      const wanted = options?.recsProductData;
      return dataText(gift, slotIds(site.salt, id), wanted, context?.page?.locale);
    },
    explanationOf: (one: Decided) => {
      const gift = gifts.get(one);
      return gift && explainRecommended(gift);
    },
  };
}

/** By decision, what its variation recommends. */
export type Gifts = ReadonlyMap<Decided, Recommended>;

const recommends = ({ compiled, decision }: Decided) =>
  compiled.definition.type !== 'custom' && decision.variation?.payload != null;

/**
 * The results of the decided campaigns that recommend or sort; undefined where none of them does.
 */
export function recommendAll(
  ctx: Context,
  known: Pick<Known, 'feedCache' | 'models'>,
  snapshot: SiteSnapshot,
  request: ChooseInput,
  { now, profile, units, warnings }: Gathered,
  decided: readonly Decided[],
): Gifts | undefined {
  if (!decided.some(recommends)) return undefined;
  const { context, options = {} } = request;
  const visitor = visitorOf(snapshot, known.feedCache, { now, profile, context });
  const stock = stockOf(known, snapshot);
  const given = options.deduplicateRecommendations ? new Set<string>() : undefined;
  const gifts = new Map<Decided, Recommended>();
  for (const one of decided) {
    if (!recommends(one)) continue;
    const { definition } = one.compiled;
    const asked: Asked = {
      kind: definition.type === 'sorting' ? 'SORT' : 'RECS',
      payload: one.decision.variation?.payload as Asked['payload'],
      realtimeRules: rulesOf(request, one.compiled),
      listed: context?.listedItems,
      ...{ visitor, given, unit: units.request, traces: options.explain === true },
    };
    const recommended = recommendFor(ctx, snapshot, stock, asked, warnings);
    if (recommended) gifts.set(one, recommended);
  }
  return gifts;
}

function rulesOf(
  { selector }: ChooseInput,
  { definition }: CompiledCampaign,
): readonly RealtimeRule[] | undefined {
  const { args } = selector ?? {};
  // Names come from outside: none of them is the record's own.
  const own = args && Object.hasOwn(args, definition.selector) && args[definition.selector];
  return own ? own.realtimeRules : undefined;
}
