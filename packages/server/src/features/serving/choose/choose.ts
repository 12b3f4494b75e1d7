// Choose: gather, decide, record.
import type { ChooseInput, ChooseOutput } from '@attune/contract';
import {
  type Decision,
  type DecisionInput,
  decide,
  drawsOf,
  type ExposedVisitor,
} from '@attune/core';
import { ApiError } from '../../../api-error.ts';
import type { Caches } from '../../../caches.ts';
import type { Caller, Client, Context } from '../../../context.ts';
import {
  type Exposure,
  exposureLines,
  type Line,
  linesOf,
  type RecordingInbox,
  readPageview,
} from '../../events/collect/index.ts';
import { type CampaignDecision, encodeDecisions } from '../../events/decision-ids/index.ts';
import type { Preview } from '../../experiences/campaigns/index.ts';
import { recordedOf } from '../../recommendations/serving/index.ts';
import { answerOf, type Decided } from './answer.ts';
import { isLogged, logLines, valuesOf } from './decision-log.ts';
import { type Gathered, gather } from './gather.ts';
import { showDecisions } from './live-tap.ts';
import { type RecommendationResults, recommendAll, writerOf } from './recommending.ts';
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
  caller: Caller,
  client: Client,
  request: ChooseInput,
  traceId: string,
): string | Promise<string> {
  if (request.options?.explain && caller.key.source !== 'Server-side') {
    throw new ApiError('wrong_key_source', 'options.explain takes Server-side keys only.');
  }
  const found = gather(ctx, caches, caller, client, request);
  const answer = (gathered: Gathered) =>
    answerWith(ctx, caches, inbox, caller, request, traceId, gathered);
  return found instanceof Promise ? found.then(answer) : answer(found);
}

function answerWith(
  ctx: Context,
  caches: Caches,
  inbox: RecordingInbox,
  caller: Caller,
  request: ChooseInput,
  traceId: string,
  gathered: Gathered,
): string {
  const { snapshot } = caller;
  const { warnings, user } = gathered;
  const { options = {} } = request;
  const { pageAttributes } = request.context ?? {};
  // Without consent the profile is not read, even on a site that does not require it.
  if (pageAttributes && user.consents && request.user?.active_consent_accepted !== false) {
    caches.pageAttributes.note(snapshot.site.id, pageAttributes);
  }
  const selected = selectCampaigns(snapshot, request.selector, ctx.now(), warnings);
  const basis = {
    now: gathered.now,
    attributes: gathered.attributes,
    units: gathered.units,
    assigned: (key: string) => gathered.profile?.assigned(key),
    who: {
      ids: gathered.device === undefined ? [] : [gathered.device],
      names: gathered.user.identifiers,
    },
  };
  const decided = selected.map((one) => decideOne(basis, one));
  const results = recommendAll(ctx, caches, snapshot, request, gathered, decided);
  const lines = [
    ...pageviewOf(ctx, caller, request, gathered),
    ...exposuresOf(caller, request, gathered, decided, results),
    ...logLines(caller, request, gathered, decided, results),
  ];
  if (lines.length > 0 && !ctx.snapshots.isConfirmed()) {
    const message = 'The database cannot be reached; this decision may not be counted.';
    warnings.push({ code: 'recording_unavailable', message });
  }
  for (const line of lines) inbox.record(line);
  const ids = idsOf(caller, request, gathered, decided);
  if (ctx.live.isWatched(snapshot.site.id)) showDecisions(ctx, caller, traceId, decided, ids);
  const rest = { cookies: cookiesOf(gathered), warnings };
  return answerOf(options, decided, ids, rest, results && writerOf(caller, request, results));
}

/** Decides one campaign, published or as its draft is previewed. */
export function decideOne(
  basis: Omit<DecisionInput, 'live' | 'preview'>,
  { campaign, preview }: Selected,
): Decided {
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
  { snapshot: { site } }: Caller,
  { options }: ChooseInput,
  { user, units, isKnown, now }: Gathered,
  decided: readonly Decided[],
): string[] {
  const request = {
    userId: units.user,
    revision: site.revision,
    time: now,
    countsWhenShown: options?.isImplicitImpressionMode === false,
    isKnown,
    request: units.request,
  };
  const decisions = decided.map((one) => recordOf(one, isLogged(site, user, one.decision)));
  return encodeDecisions(site.salt, request, decisions);
}

function recordOf({ compiled, decision }: Decided, logged: boolean): CampaignDecision {
  const { reason } = decision;
  const record = {
    campaignId: compiled.definition.id,
    experienceId: decision.experience?.id ?? 0,
    variationId: counts(decision) ? (decision.variation?.id ?? 0) : 0,
    propensity: decision.propensity,
    allocationVersion: 'allocationVersion' in decision ? decision.allocationVersion : 0,
    isKept: reason === 'assigned',
    isAskedFor: reason === 'preview' || reason === 'forced',
    isLogged: logged,
  };
  const isHeldOut = reason === 'holdout';
  if (!counts(decision) || !(isHeldOut || 'also' in decision)) return record;
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

/** What a preview shows and what a test user is given counts for nothing, clicks included. */
function counts(decision: Decision): decision is Extract<Decision, { allocationVersion: number }> {
  const { reason, experience } = decision;
  return experience !== null && reason !== 'preview' && reason !== 'forced';
}

function cookiesOf({ user, cookieId, session }: Gathered): ChooseOutput['cookies'] {
  if (user.isApiOnly || !user.consents) return [];
  const cookies = [{ name: '_svcid_server', value: cookieId, maxAge: userMaxAge }];
  // A session id of the site's own is the site's to keep.
  if (/^[0-9a-z]{32}$/.test(session)) {
    cookies.push({ name: '_svcjsession', value: session, maxAge: sessionMaxAge });
  }
  return cookies;
}

/** The pageview that a request reports: asked for, or all there is when nothing is selected. */
function pageviewOf(
  ctx: Context,
  caller: Caller,
  request: ChooseInput,
  { device, session }: Gathered,
): Line[] {
  const { context, options, selector, user } = request;
  if (!context?.page || !(options?.isImplicitPageview || !selector)) return [];
  const entries = readPageview(ctx, caller, { user: user ?? {}, context, sessionId: session });
  const withDevice = entries.map((entry) => ({ ...entry, device }));
  return linesOf(withDevice, caller.snapshot.site.salt);
}

function exposuresOf(
  caller: Caller,
  { options }: ChooseInput,
  gathered: Gathered,
  decided: readonly Decided[],
  results: RecommendationResults | undefined,
): Line[] {
  const { user, device, session, units, now: time } = gathered;
  if (options?.isImplicitImpressionMode === false || !user.consents) return [];
  const exposures: Exposure[] = [];
  for (const one of decided) {
    const { compiled, decision } = one;
    if (!counts(decision)) continue;
    const result = results?.get(one);
    const { experience, reason, allocationVersion } = decision;
    for (const { variation, propensity } of drawsOf(decision)) {
      exposures.push({
        campaignId: compiled.definition.id,
        experienceId: experience.id,
        variationId: variation.id,
        propensity,
        allocationVersion,
        isKept: reason === 'assigned',
        ...(result && { recommended: recordedOf(result) }),
        ...('holdoutId' in decision && { holdoutId: decision.holdoutId }),
        ...('assignment' in decision && decision.assignment && { assignment: decision.assignment }),
      });
    }
  }
  if (exposures.length === 0) return [];
  const { site } = caller.snapshot;
  const { identifiers } = user;
  const { request } = units;
  const { revision } = site;
  const values = valuesOf(site, gathered, decided);
  const visitor = visitorOf(gathered, time);
  const given = { device, identifiers, request, time, session, revision, visitor, values };
  return exposureLines(site, given, exposures);
}

/** Whose first event is older came before this visit. */
const visitMs = 30 * 60_000;

/** What reports break users down by. */
function visitorOf({ attributes, profile }: Gathered, now: number): ExposedVisitor {
  const { type } = attributes.read('device') as { readonly type?: string };
  const isReturning = (profile?.firstSeen ?? now) <= now - visitMs;
  return { ...(type !== undefined && { device: type.slice(0, 50) }), isReturning };
}
