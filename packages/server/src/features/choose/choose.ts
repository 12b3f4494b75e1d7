// Choose: gather, decide, record.
import { randomUUID } from 'node:crypto';
import type { ChoiceOutput, ChooseInput, ChooseOutput } from '@attune/contract';
import {
  type CompiledCampaign,
  type Decision,
  type DecisionInput,
  decide,
  type Event,
  explain,
} from '@attune/core';
import type { Caller, Client, Context } from '../../context.ts';
import { ApiError } from '../../refusal.ts';
import { encodeDecision } from '../decisions/index.ts';
import { acceptEntries, type Entry, entriesOf, type Inbox, readPageview } from '../events/index.ts';
import { type Gathered, gather } from './gather.ts';
import { type Selected, selectCampaigns } from './select.ts';

const userMaxAge = '31556926';
const sessionMaxAge = '1800';

interface Decided {
  readonly compiled: CompiledCampaign;
  readonly input: DecisionInput;
  readonly decision: Decision;
}

/** Decides what a request asks for. Throws `invalid_request` or `wrong_key_source` (explain). */
export async function choose(
  ctx: Context,
  inbox: Inbox,
  caller: Caller,
  client: Client,
  request: ChooseInput,
): Promise<ChooseOutput> {
  const { snapshot } = caller;
  const { options = {} } = request;
  if (options.explain && caller.key.source !== 'Server-side') {
    throw new ApiError('wrong_key_source', 'options.explain takes Server-side keys only.');
  }
  const gathered = await gather(ctx, caller, client, request);
  const { warnings } = gathered;
  const selected = selectCampaigns(snapshot, request.selector, ctx.now(), warnings);
  const decided = selected.map((one) => decideOne(ctx, gathered, one));
  const entries = [
    ...pageviewOf(ctx, caller, request, gathered),
    ...exposuresOf(ctx, caller, request, gathered, decided),
  ];
  if (entries.length > 0 && !ctx.snapshots.isConfirmed()) {
    const message = 'The database cannot be reached; this decision may not be counted.';
    warnings.push({ code: 'recording_unavailable', message });
  }
  record(ctx, inbox, snapshot.site.salt, entries);
  return {
    choices: decided.map((one) => choiceOf(ctx, caller, options, gathered, one)),
    cookies: cookiesOf(gathered),
    ...(warnings.length > 0 && { warnings }),
  };
}

function decideOne(ctx: Context, gathered: Gathered, { campaign, preview }: Selected): Decided {
  const compiled = preview ? campaign.draft() : campaign.published;
  if (!compiled) throw new Error('a campaign that is neither published nor previewed');
  const { experienceId, variationId } = preview ?? {};
  const input: DecisionInput = {
    live: campaign.status === 'live',
    now: ctx.now(),
    attributes: gathered.attributes,
    units: gathered.units,
    assigned: (key) => gathered.profile?.assignments.get(key)?.variationId,
    ...(preview && {
      preview: { ...(experienceId && { experienceId }), ...(variationId && { variationId }) },
    }),
  };
  return { compiled, input, decision: decide(compiled, input) };
}

function choiceOf(
  ctx: Context,
  { snapshot }: Caller,
  options: NonNullable<ChooseInput['options']>,
  { units, isKnown }: Gathered,
  { compiled, input, decision }: Decided,
): ChoiceOutput {
  const { definition } = compiled;
  const { experience, variation } = decision;
  const payload = variation?.payload as { type: string; data: unknown } | null | undefined;
  const decisionId = encodeDecision(snapshot.site.salt, {
    userId: units.user,
    campaignId: definition.id,
    experienceId: experience?.id ?? 0,
    // A preview's engagement counts for nothing.
    variationId: decision.reason === 'preview' ? 0 : (variation?.id ?? 0),
    revision: snapshot.site.revision,
    time: ctx.now(),
    propensity: decision.propensity,
    allocationVersion: 'allocationVersion' in decision ? decision.allocationVersion : 0,
    isKept: decision.reason === 'assigned',
    countsWhenShown: options.isImplicitImpressionMode === false,
    isKnown,
  });
  return {
    id: definition.id,
    name: definition.selector,
    type: variation ? 'DECISION' : 'NO_DECISION',
    groups: definition.groups,
    decisionId,
    variations:
      variation && payload
        ? [
            {
              id: variation.id,
              payload: { type: payload.type, data: payload.data },
              ...(options.returnAnalyticsMetadata && {
                analyticsMetadata: {
                  campaignId: definition.id,
                  campaignName: definition.name,
                  experienceId: experience?.id ?? 0,
                  experienceName: experience?.name ?? '',
                  variationId: variation.id,
                  variationName: variation.name,
                },
              }),
            },
          ]
        : [],
    ...(options.explain && { explanation: explain(compiled, input) }),
  };
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
): Entry[] {
  const { context, options, selector, user } = request;
  if (!context?.page || !(options?.isImplicitPageview || !selector)) return [];
  const entries = readPageview(ctx, caller, { user: user ?? {}, context, sessionId: session });
  return entries.map((entry) => ({ ...entry, device }));
}

function exposuresOf(
  ctx: Context,
  caller: Caller,
  { options }: ChooseInput,
  { user, device, session }: Gathered,
  decided: readonly Decided[],
): Entry[] {
  if (options?.isImplicitImpressionMode === false) return [];
  const events = decided.flatMap(({ compiled, decision }): Event[] => {
    const { experience, variation, reason, propensity } = decision;
    if (!variation || !experience || reason === 'preview') return [];
    return [
      {
        id: randomUUID(),
        time: ctx.now(),
        name: 'exposure',
        session,
        kind: 'exposure',
        campaignId: compiled.definition.id,
        experienceId: experience.id,
        variationId: variation.id,
        revision: caller.snapshot.site.revision,
        propensity,
        allocationVersion: decision.allocationVersion,
        isKept: reason === 'assigned',
        ...('assignment' in decision && decision.assignment && { assignment: decision.assignment }),
      },
    ];
  });
  return entriesOf(caller, { ...user, device }, events);
}

/** Recording goes on behind the answer, and never fails it. */
function record(ctx: Context, inbox: Inbox, salt: Buffer, entries: readonly Entry[]): void {
  acceptEntries(ctx, inbox, salt, entries).catch((error) => {
    ctx.metrics.exposuresDropped.inc(entries.length);
    ctx.log.debug({ err: error }, 'exposures could not be recorded');
  });
}
