// Choose: gather, decide, record.
import { type ChooseInput, type ChooseOutput, originalCookies } from '@attune/contract';
import { type DecisionInput, decide, drawsOf, unitId } from '@attune/core';
import { ApiError } from '../../../api-error.ts';
import type { Caches } from '../../../caches.ts';
import type { Caller, Context } from '../../../context.ts';
import { traced } from '../../../log/tracing/spans.ts';
import { signingKeyAt } from '../../../signing.ts';
import type { RecordingInbox } from '../../events/collect/index.ts';
import { type CampaignDecision, encodeDecisions } from '../../events/decision-ids/index.ts';
import type { Preview } from '../../experiences/campaigns/index.ts';
import { answerOf, type Decided } from './answer.ts';
import type { ChooseCall, Chosen } from './call.ts';
import { isLogged } from './decision-log.ts';
import { type Gathered, gather } from './gather.ts';
import { recommendAll, writerOf } from './recommending.ts';
import { counts, record } from './record.ts';
import { type Selected, selectCampaigns } from './select.ts';

const userMaxAge = '31556926';
const sessionMaxAge = '1800';

/**
 * Decides a request, and writes the answer; without waiting where the user is cached, since a
 * promise costs as much as a campaign. Throws `invalid_request` or `wrong_key_source` (explain).
 */
export function choose(
  ctx: Context,
  caches: Caches,
  inbox: RecordingInbox,
  call: ChooseCall,
): string | Promise<string> {
  const { caller, isOriginal } = call;
  if (call.body.options?.explain && caller.key.source !== 'Server-side') {
    throw new ApiError('wrong_key_source', 'options.explain takes Server-side keys only.');
  }
  const counted = asSeen(call);
  const { body: request } = counted;
  const answer = (chosen: Chosen) => {
    record(ctx, caches, inbox, counted, chosen);
    const { gathered, decided, ids, results } = chosen;
    const { options = {} } = request;
    const rest = { cookies: cookiesOf(gathered, isOriginal), warnings: gathered.warnings };
    return answerOf(
      options,
      decided,
      ids,
      rest,
      results &&
        writerOf(signingKeyAt(caller.snapshot.signingKeys, gathered.now), request, results),
    );
  };
  const chosen = decideRequest(ctx, caches, counted);
  return chosen instanceof Promise ? chosen.then(answer) : answer(chosen);
}

/** What a browser loads ahead is not seen yet: it counts once an engagement says it is shown. */
export function asSeen(call: ChooseCall): ChooseCall {
  if (!call.client.isPrefetch) return call;
  const { selector = {}, options, ...rest } = call.body;
  const unseen = { isImplicitPageview: false, isImplicitImpressionMode: false };
  return { ...call, body: { ...rest, selector, options: { ...options, ...unseen } } };
}

/** Gathers and decides, and records nothing. */
export function decideRequest(
  ctx: Context,
  caches: Caches,
  call: ChooseCall,
): Chosen | Promise<Chosen> {
  const { caller, client, body, passedOver } = call;
  const found = gather(ctx, caches, caller, client, body, passedOver);
  const chosen = (gathered: Gathered) => decideWith(ctx, caches, call, gathered);
  return found instanceof Promise ? found.then(chosen) : chosen(found);
}

function decideWith(
  ctx: Context,
  caches: Caches,
  { caller, body: request }: ChooseCall,
  gathered: Gathered,
): Chosen {
  const { snapshot } = caller;
  const selected = selectCampaigns(snapshot, request.selector, ctx.now(), gathered.warnings);
  const basis = basisOf(gathered);
  return traced('decide', { 'attune.campaigns': selected.length }, () => {
    const decided = selected.map((one) => decideOne(basis, one));
    const results = recommendAll(ctx, caches, snapshot, request, gathered, decided);
    return { gathered, decided, ids: idsOf(caller, request, gathered, decided), results };
  });
}

type Basis = Omit<DecisionInput, 'live' | 'preview'>;

/** What all decisions about a user depend on. */
export function basisOf({ user, userId, device, ...gathered }: Gathered): Basis {
  const { now, attributes, units, assigned, lacksConsent } = gathered;
  return {
    ...{ now, attributes, units, assigned, lacksConsent },
    who: {
      ids: device === undefined ? [userId] : [userId, device],
      names: user.identifiers,
    },
  };
}

/** Decides one campaign, published or as its draft is previewed. */
export function decideOne(basis: Basis, { campaign, preview }: Selected): Decided {
  const compiled = preview ? campaign.draft() : campaign.published;
  if (!compiled) throw new Error('a campaign that is neither published nor previewed');
  const live = campaign.status === 'live';
  const input: DecisionInput = preview
    ? { ...basis, live, preview: shownBy(preview) }
    : { ...basis, live };
  return { compiled, input, decision: decide(compiled, input) };
}

const shownBy = ({ experienceId, variationId }: Preview) => ({
  ...(experienceId && { experienceId }),
  ...(variationId && { variationId }),
});

/** Ids of what was decided, in the same order. */
function idsOf(
  { snapshot: { site, signingKeys } }: Caller,
  { options }: ChooseInput,
  { user, userId, units, isKnown, isBot, isInternal, now }: Gathered,
  decided: readonly Decided[],
): string[] {
  const request = {
    userId,
    revision: site.revision,
    time: now,
    countsWhenShown: options?.isImplicitImpressionMode === false,
    isKnown,
    request: units.request,
  };
  const isNobody = isBot || !user.consents;
  const mark = isInternal ? { isInternal } : {};
  const decisions = decided.map((one) => {
    // Nobody who counts: all bots are drawn alike, and who has no account has no unit.
    const unit = isBot ? userId : unitId(one.compiled, one.input) || userId;
    return { ...recordOf(one, isLogged(site, user, one.decision), isNobody), unit, ...mark };
  });
  return encodeDecisions(signingKeyAt(signingKeys, now), request, decisions);
}

/** Of nobody who may be remembered, an id is credited with nothing. */
function recordOf(
  { compiled, decision }: Decided,
  logged: boolean,
  isNobody: boolean,
): Omit<CampaignDecision, 'unit'> {
  const { reason } = decision;
  const record = {
    campaignId: compiled.definition.id,
    experienceId: decision.experience?.id ?? 0,
    variationId: counts(decision) && !isNobody ? (decision.variation?.id ?? 0) : 0,
    propensity: decision.propensity,
    allocationVersion: 'allocationVersion' in decision ? decision.allocationVersion : 0,
    isKept: reason === 'assigned',
    isAskedFor: reason === 'preview' || reason === 'forced',
    isLogged: logged,
  };
  const isHeldOut = reason === 'holdout';
  if (isNobody || !counts(decision) || !(isHeldOut || 'also' in decision)) return record;
  const [first, ...also] = drawsOf(decision).map(({ variation, propensity }) => ({
    id: variation.id,
    propensity,
  }));
  return {
    ...record,
    variationId: first?.id ?? 0,
    ...(isHeldOut && { isHeldOut }),
    ...(also.length > 0 && { also }),
  };
}

function cookiesOf(
  { user, cookieId, session }: Gathered,
  isOriginal: boolean,
): ChooseOutput['cookies'] {
  if (user.isApiOnly || !user.consents) return [];
  const nameOf = (name: keyof typeof originalCookies) =>
    isOriginal ? originalCookies[name] : name;
  const cookies = [{ name: nameOf('_svcid_server'), value: cookieId, maxAge: userMaxAge }];
  // A session id of the site's own is the site's to keep.
  if (/^[0-9a-z]{32}$/.test(session)) {
    cookies.push({ name: nameOf('_svcjsession'), value: session, maxAge: sessionMaxAge });
  }
  return cookies;
}
