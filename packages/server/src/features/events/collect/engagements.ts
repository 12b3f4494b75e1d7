// Reads engagements: clicks and impressions, credited to the users of the decisions.
import type { EngagementInput, Fault } from '@attune/contract';
import { assignmentKey, type Event, holdoutOf, isStickyByUser } from '@attune/core';
import type { Context, SiteSnapshot } from '../../../context.ts';
import type { SigningKeys } from '../../../signing.ts';
import type { RequestUser } from '../../people/identity/index.ts';
import {
  type DecisionRecord,
  decodeDecision,
  decodeSlot,
  type SlotRecord,
} from '../decision-ids/index.ts';
import { asInternal } from './entry.ts';
import {
  type Collected,
  type Collector,
  collected,
  type Part,
  readSender,
  sessionOf,
  type Unread,
} from './reading.ts';
import { withdrawnLines } from './withdrawals.ts';

/**
 * Entries of engagements, credited to the users of the decisions, as far as they are good. Throws
 * `invalid_request` where none is.
 */
export function readEngagements(ctx: Context, by: Collector, request: EngagementInput): Collected {
  const unread: Unread = { passedOver: [], faults: [] };
  const user = readSender(by, request.user, unread.passedOver);
  const part = engagementsOf(ctx, by, user, request, unread);
  return collected([part], unread, withdrawnLines(by, user));
}

/** What the engagements of a request bring. */
export function engagementsOf(
  ctx: Context,
  by: Collector,
  user: Pick<RequestUser, 'consents'>,
  request: EngagementInput,
  { passedOver, faults }: Unread,
): Part {
  const { signingKeys } = by.snapshot;
  const decisions = request.engagements.flatMap((engagement, at) =>
    ofEachSlot(engagement).flatMap((one) => {
      const read = readEngaged(signingKeys, one);
      if ('decision' in read) return [read];
      const fault = { ...read, pointer: `/engagements/${at}${read.pointer}` };
      faults.push(fault);
      passedOver.push({ code: 'rejected_engagement', ...fault });
      return [];
    }),
  );
  const accepted = decisions.length;
  if (!user.consents) return { entries: [], accepted };
  const common = { now: ctx.now(), session: sessionOf(request) };
  const entries = decisions
    .filter(({ decision }) => decision.variationId !== 0)
    .flatMap(({ decision, ...engaged }) => {
      const { userId, isKnown } = decision;
      const who = isKnown ? { device: undefined, person: userId } : { device: userId };
      const of = { siteId: by.snapshot.site.id, ...who, identifiers: [] };
      const events = engagementEvents(by.snapshot, engaged, decision, common);
      const found = events.map((event) => ({ ...of, event }));
      return decision.isInternal ? found.map(asInternal) : found;
    });
  return { entries, accepted };
}

type EngagementSent = EngagementInput['engagements'][number];

const ofEachSlot = ({ slotIds = [], ...one }: EngagementSent): EngagementSent[] =>
  slotIds.length === 0 || one.slotId !== undefined
    ? [one]
    : slotIds.map((slotId) => ({ ...one, slotId }));

/** What an engagement is with: a decision, or one of its slots. */
interface Engaged extends Pick<EngagementSent, 'type' | 'variations'> {
  readonly decisionId: string;
  readonly slot?: SlotRecord;
}

/** Reads what an engagement is with; an error where it is nothing of the site. */
function readEngaged(
  keys: SigningKeys,
  { type, decisionId, slotId, variations }: EngagementSent,
): (Engaged & { readonly decision: DecisionRecord }) | Fault {
  const isSlot = type === 'SLOT_CLICK' || type === 'SLOT_IMP';
  const name = isSlot ? 'slotId' : 'decisionId';
  if ((isSlot ? slotId : decisionId) === undefined) {
    return { pointer: `/${name}`, detail: 'is required' };
  }
  const slot = isSlot ? decodeSlot(keys, slotId ?? '') : undefined;
  const id = isSlot ? slot?.decisionId : decisionId;
  const decision = id === undefined ? undefined : decodeDecision(keys, id);
  if (!decision || id === undefined) {
    return { pointer: `/${name}`, detail: `is not a ${isSlot ? 'slot' : 'decision'} id` };
  }
  return {
    type,
    decisionId: id,
    decision,
    ...(variations && { variations }),
    ...(slot && { slot }),
  };
}

interface Common {
  readonly session: string;
  readonly now: number;
}

/**
 * The events of an engagement: of each variation that it names, of all of the decision's where it
 * names none. Of what was withheld only that the visitor came to where it would have been.
 */
function engagementEvents(
  snapshot: SiteSnapshot,
  engaged: Engaged,
  decision: DecisionRecord,
  common: Common,
): Event[] {
  const { type, decisionId, variations = [], slot } = engaged;
  const { variationId, propensity, isHeldOut, also = [] } = decision;
  const isShown = type === 'IMP' || type === 'SLOT_IMP';
  const isExposure = isShown && decision.countsWhenShown;
  if (isHeldOut && !isExposure) return [];
  const given = [{ id: variationId, propensity }, ...also];
  const isNamed = also.length > 0 && variations.length > 0 && !isHeldOut;
  return given
    .filter(({ id }) => !isNamed || variations.includes(id))
    .flatMap(({ id, propensity: chance }) => {
      const one = { ...decision, variationId: id, propensity: chance };
      const name = id === variationId ? decisionId : `${decisionId}:${id}`;
      const exposure = isExposure ? exposureOf(snapshot, one, name, common) : [];
      // A slot also says which item was seen.
      const isTold = !isExposure || slot !== undefined;
      if (!isTold) return exposure;
      return [...exposure, { ...engagementOf(engaged, one, common), ...accountOf(snapshot, one) }];
    });
}

/** The account that a campaign counts for, where it counts by account. */
function accountOf(
  { campaignsById }: SiteSnapshot,
  { campaignId, unit }: DecisionRecord,
): Pick<Event, 'accounts'> {
  return campaignsById.get(campaignId)?.published?.unit === 'account' ? { accounts: [unit] } : {};
}

/**
 * A variation of a decision is clicked once, and seen once: two fingers, a retry and a second node
 * make the same id on the same day, the decision's, of which the log takes the first.
 */
function engagementOf(
  { type, decisionId, slot }: Engaged,
  { campaignId, experienceId, variationId, time, countsWhenShown }: DecisionRecord,
  { session, now }: Common,
): Event {
  const kind = type.endsWith('CLICK') ? 'click' : 'impression';
  const place = slot ? `:${slot.slot}` : '';
  const isPlaced = slot?.by !== undefined && (kind === 'click' || countsWhenShown);
  return {
    id: `${kind}:${decisionId}:${variationId}${place}`,
    time: Math.max(time, Math.min(now, endOfDay(time))),
    ...{ session, kind, name: kind, campaignId, experienceId, variationId },
    ...(slot && { sku: slot.sku }),
    ...(isPlaced && { slot: { ...slot.by, at: slot.slot } }),
  };
}

const dayMs = 86_400_000;
const endOfDay = (time: number) => (Math.floor(time / dayMs) + 1) * dayMs - 1;

/**
 * Where served does not count as seen, the first impression of a decision is its exposure; none of
 * what was withheld where no holdout keeps it back any more.
 */
function exposureOf(
  snapshot: SiteSnapshot,
  decision: DecisionRecord,
  decisionId: string,
  { session }: Common,
): Event[] {
  const { campaignId, variationId, revision, propensity, unit, isHeldOut } = decision;
  const { allocationVersion, isKept } = decision;
  const compiled = snapshot.campaignsById.get(campaignId)?.published;
  const campaign = compiled?.definition;
  const experience = campaign?.experiences.find(({ id, variations }) =>
    isHeldOut ? variations.some((one) => one.id === variationId) : id === decision.experienceId,
  );
  const holdout = isHeldOut ? holdoutOf(compiled?.holdouts ?? [], unit) : undefined;
  if (isHeldOut && !holdout) return [];
  const kind = compiled?.unit;
  const isSticky = campaign && experience && !isHeldOut && isStickyByUser(campaign, experience);
  const event: Event = {
    session,
    id: `exposure:${decisionId}`,
    // Of the decision: repeated tomorrow, it is still the same exposure.
    time: decision.time,
    kind: 'exposure',
    name: 'exposure',
    campaignId,
    experienceId: experience?.id ?? decision.experienceId,
    variationId,
    revision,
    propensity,
    allocationVersion,
    isKept,
    ...(isSticky && { assignment: { key: assignmentKey(campaign, experience), variationId } }),
    ...(holdout && { holdoutId: holdout.id }),
    ...(kind && kind !== 'person' && { unit: { kind, id: unit } }),
  };
  return [event];
}
