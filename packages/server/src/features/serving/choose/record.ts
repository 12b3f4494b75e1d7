// Records what was decided, behind the answer: pageview, exposures, the log of decisions.
import type { ChooseInput } from '@attune/contract';
import {
  type Decision,
  drawsOf,
  type ExposedVisitor,
  type PageFacts,
  pageTypeIn,
  unitId,
} from '@attune/core';
import type { Caches } from '../../../caches.ts';
import type { Caller, Context, Site } from '../../../context.ts';
import {
  asInternal,
  type Exposure,
  exposureLines,
  type Line,
  linesOf,
  type RecordingFault,
  type RecordingInbox,
  readPageview,
  withdrawnLines,
} from '../../events/collect/index.ts';
import type { ExcludedTraffic } from '../../experiences/excluded-traffic/index.ts';
import { listOf, recordedOf } from '../../recommendations/serving/index.ts';
import type { Decided } from './answer.ts';
import type { ChooseCall, Chosen } from './call.ts';
import { logLines, valuesOf } from './decision-log.ts';
import { factsOf } from './facts.ts';
import type { Gathered } from './gather.ts';
import { showDecisions } from './live-tap.ts';
import type { RecommendationResults } from './recommending.ts';

/** Records what a request that is answered leaves behind; warns where that may be lost. */
export function record(
  ctx: Context,
  caches: Pick<Caches, 'pageAttributes' | 'requestFacts' | 'users' | 'excludedTraffic'>,
  inbox: RecordingInbox,
  { caller, client, body: request, traceId }: ChooseCall,
  { gathered, decided, ids, results }: Chosen,
): void {
  const { site } = caller.snapshot;
  const { warnings, user } = gathered;
  const { pageAttributes } = request.context ?? {};
  if (user.consents && !gathered.isInternal && !gathered.isBot) {
    if (pageAttributes) caches.pageAttributes.note(site.id, () => pageAttributes);
    caches.requestFacts.note(site.id, () => factsOf(gathered.attributes));
  }
  if (!client.isPrefetch) noteExcluded(caches.excludedTraffic, site, gathered, decided);
  const lines = [
    ...pageviewOf(ctx, caller, request, gathered),
    ...exposuresOf(caller, request, gathered, decided, results),
    ...logLines(caller, request, gathered, decided, results),
    ...withdrawnLines(caller, user),
  ];
  const fault = ctx.snapshots.isConfirmed() ? inbox.recordingFault() : 'away';
  if (lines.length > 0 && fault) {
    warnings.push({ code: 'recording_unavailable', message: unrecorded[fault] });
  }
  for (const line of lines) inbox.record(line);
  if (user.consents && gathered.isKnown) {
    const { device, identifiers } = user;
    caches.users.note(site, { device, identifiers }, decided.length > 0);
  }
  const isNew = user.device === undefined && gathered.device !== undefined;
  if (isNew && user.consents) caches.users.noteNew(site, gathered.device);
  if (ctx.live.isWatched(site.id)) showDecisions(ctx, caller, traceId, gathered, decided, ids);
}

/** What bots and the site's own people are given is told apart, and by number alone. */
function noteExcluded(
  excluded: ExcludedTraffic,
  site: Site,
  { isBot, isInternal, lacksConsent }: Gathered,
  decided: readonly Decided[],
): void {
  if (!isBot && (!isInternal || lacksConsent)) return;
  const traffic = isBot ? 'bots' : 'internal';
  for (const { compiled, decision } of decided) {
    if (!counts(decision)) continue;
    const given = drawsOf(decision).map(({ variation }) => variation.id);
    excluded.note(site, compiled.definition.id, traffic, given);
  }
}

const unrecorded: Readonly<Record<RecordingFault | 'away', string>> = {
  away: 'The database cannot be reached; this decision may not be counted.',
  full: 'Too many events wait for workers; this decision is not counted.',
  refused: 'The database does not take what is recorded; this decision may not be counted.',
  behind: 'More is decided than can be recorded; this decision is not counted.',
};

/** What a preview shows and what a test user is given counts for nothing, clicks included. */
export function counts(
  decision: Decision,
): decision is Extract<Decision, { allocationVersion: number }> {
  const { reason, experience } = decision;
  return experience !== null && reason !== 'preview' && reason !== 'forced';
}

/** The pageview that a request reports: asked for, or all there is when nothing is selected. */
function pageviewOf(
  ctx: Context,
  caller: Caller,
  request: ChooseInput,
  { device, session, isInternal, user: { consents } }: Gathered,
): Line[] {
  const { context, options, selector, user } = request;
  if (!consents || !context?.page || !(options?.isImplicitPageview || !selector)) return [];
  // What is passed over of user and context was told when they were read.
  const { entries } = readPageview(ctx, caller, { user: user ?? {}, context, sessionId: session });
  const own = entries.map((entry) => ({ ...entry, device }));
  return linesOf(isInternal ? own.map(asInternal) : own, caller.snapshot.site.salt);
}

function exposuresOf(
  caller: Caller,
  { options, context }: ChooseInput,
  gathered: Gathered,
  decided: readonly Decided[],
  results: RecommendationResults | undefined,
): Line[] {
  const { user, device, session, units, isInternal, now: time } = gathered;
  if (options?.isImplicitImpressionMode === false || !user.consents) return [];
  const exposures = exposuresOfAll(decided, results, pageTypeIn(context));
  if (exposures.length === 0) return [];
  const { site } = caller.snapshot;
  const { identifiers } = user;
  const { request } = units;
  const { revision } = site;
  const values = valuesOf(site, gathered, decided);
  const visitor = visitorOf(gathered, time);
  const of = { device, identifiers, request, time, session, revision };
  const given = { ...of, visitor, values, isInternal };
  return exposureLines(site, given, exposures);
}

/** What decisions leave behind, where they count: an exposure for each variation. */
export function exposuresOfAll(
  decided: readonly Decided[],
  results?: RecommendationResults,
  page?: PageFacts['type'],
): Exposure[] {
  const exposures: Exposure[] = [];
  for (const one of decided) {
    const { compiled, decision } = one;
    if (!counts(decision)) continue;
    const result = results?.get(one);
    const list = result && listOf(result, page);
    const { experience, reason, allocationVersion } = decision;
    const { unit: kind } = compiled;
    const unit = kind !== 'person' && { kind, id: unitId(compiled, one.input) };
    for (const { variation, propensity } of drawsOf(decision)) {
      exposures.push({
        campaignId: compiled.definition.id,
        experienceId: experience.id,
        variationId: variation.id,
        propensity,
        allocationVersion,
        isKept: reason === 'assigned',
        ...(unit && { unit }),
        ...(result && { recommended: recordedOf(result) }),
        ...(list && { list }),
        ...('holdoutId' in decision && { holdoutId: decision.holdoutId }),
        ...('assignment' in decision && decision.assignment && { assignment: decision.assignment }),
      });
    }
  }
  return exposures;
}

/** Whose first event is older came before this visit. */
const visitMs = 30 * 60_000;
/** Characters of what a request may name as it likes. */
const mostOfDevice = 50;

/** What reports break users down by. */
function visitorOf({ attributes, profile }: Gathered, now: number): ExposedVisitor {
  const { type, browser } = attributes.read('device') as Readonly<Record<string, string>>;
  const isReturning = (profile?.firstSeen ?? now) <= now - visitMs;
  return {
    ...(type !== undefined && { device: type.slice(0, mostOfDevice) }),
    ...(browser !== undefined && { browser: browser.slice(0, mostOfDevice) }),
    isReturning,
  };
}
