// What a user would see now, and why: decided as choose does, and recorded nowhere.
import type { ChooseInput, WhyInput, WhyOutput } from '@attune/contract';
import type { Attributes } from '@attune/core';
import { type Context, noClient, type SiteSnapshot } from '../../../context.ts';
import type { PassedOver } from '../../../passed-over.ts';
import { audienceNames } from '../../experiences/audiences/index.ts';
import { selectNames } from '../../people/identity/index.ts';
import {
  feedStockOf,
  lostPinsFor,
  type RecommendationRequest,
  visitorOf,
} from '../../recommendations/serving/index.ts';
import {
  basisOf,
  decideOne,
  gather,
  type InMemory,
  rulesOf,
  selectCampaigns,
} from '../../serving/choose/index.ts';
import { explained } from './explained.ts';

/** Without a selector, so many live campaigns are explained. */
const mostCampaigns = 100;

/**
 * The caller is not the visitor: the visitor's device and country are only known from the request.
 */
const client = noClient;

/** Explains each campaign; warns of what cannot be read of the user. */
export async function explainWhy(
  ctx: Context,
  caches: InMemory,
  snapshot: SiteSnapshot,
  asked: WhyInput,
): Promise<WhyOutput> {
  const request = requestOf(asked);
  const by = { key: { source: 'Server-side' as const }, snapshot };
  const passedOver: PassedOver[] = [];
  const gathered = await gather(ctx, caches, by, client, request, passedOver);
  const { warnings, now, userId, attributes, isKnown } = gathered;
  const selected = request.selector
    ? selectCampaigns(snapshot, request.selector, now, warnings)
    : allLive(snapshot, warnings);
  const basis = basisOf(gathered);
  const names = await audienceNames(ctx.db, snapshot.site.id);
  const { profile } = gathered;
  const visitor = visitorOf(snapshot, caches.feedCache, { now, profile, context: request.context });
  const stock = feedStockOf(caches.feedCache, snapshot);
  const campaigns = selected.map((one) => {
    const { compiled, input, decision } = decideOne(basis, one);
    const { id, name, selector, type } = compiled.definition;
    const payload = decision.variation?.payload as RecommendationRequest['payload'] | undefined;
    const strategy = payload && snapshot.strategies.get(payload.strategy);
    const realtimeRules = rulesOf(request, compiled);
    const isPinned = type === 'recommendations' && payload;
    const lost = isPinned ? lostPinsFor(strategy, stock, { payload, visitor, realtimeRules }) : [];
    return { id, name, selector, ...explained(compiled, input, names, lost) };
  });
  const all = shown(attributes);
  const userName = (await selectNames(ctx.db, snapshot.site.id, [userId])).get(userId) ?? null;
  return { userId, userName, isKnown, attributes: all, campaigns, warnings };
}

/**
 * A pasted request, whose user may be replaced. A request that only names a user means their
 * profile.
 */
function requestOf({ user, selector, request }: WhyInput): ChooseInput {
  return {
    ...request,
    ...(selector && { selector }),
    user: user ? { active_consent_accepted: true, ...user } : (request?.user ?? {}),
  };
}

function allLive({ campaignsById }: SiteSnapshot, warnings: WhyOutput['warnings']) {
  const live = [...campaignsById.values()].filter(({ status }) => status === 'live');
  if (live.length > mostCampaigns) {
    const message = `${live.length} campaigns are live; these are the first ${mostCampaigns}.`;
    warnings.push({ code: 'too_many_campaigns', message });
  }
  return live.slice(0, mostCampaigns).map((campaign) => ({ campaign, preview: undefined }));
}

const shown = (attributes: Attributes): Record<string, unknown> =>
  JSON.parse(JSON.stringify(attributes));
