// From requests to entries of the inbox: everything is checked before anything is accepted.
import { randomUUID } from 'node:crypto';
import type {
  EngagementInput,
  EventInput,
  Fault,
  PageviewInput,
  SessionInput,
} from '@attune/contract';
import {
  assignmentKey,
  type Event,
  type EventDefaults,
  holdoutOf,
  type Identifier,
  isStickyByUser,
  normaliseIdentifier,
  type ParsedEvent,
  parseEvent,
  parsePageview,
} from '@attune/core';
import { refuseInvalid } from '../../../api-error.ts';
import type { Context, KeyRecord, SiteSnapshot } from '../../../context.ts';
import { randomHex } from '../../../random.ts';
import {
  checkNamed,
  generateDeviceId,
  isTrustedName,
  type RequestUser,
  readUser,
} from '../../people/identity/index.ts';
import {
  type DecisionRecord,
  decodeDecision,
  decodeSlot,
  type SlotRecord,
} from '../decision-ids/index.ts';
import type { Entry } from './entry.ts';

/** The caller: the parts of it that matter here. */
export interface Collector {
  readonly key: Pick<KeyRecord, 'source'>;
  readonly snapshot: SiteSnapshot;
}

type Identified = Extract<Event, { readonly identifiers: unknown }>;

/** The session that a request names; '' where it names none. */
export function sessionOf(request: { session?: SessionInput; sessionId?: string }): string {
  return request.session?.svc || request.sessionId || request.session?.custom || '';
}

/** A new session's id: 32 lower-case letters and digits. */
export function generateSession(): string {
  return randomHex(16);
}

/** Entries of a pageview. Throws `invalid_request` with every error. */
export function readPageview(ctx: Context, by: Collector, request: PageviewInput): Entry[] {
  const errors: Fault[] = [];
  const user = readUser(by.snapshot, by.key, request.user, errors);
  const parsed = parsePageview(request.context, defaultsOf(ctx, by, request, '/context'));
  return entriesOf(by, user, validateCollect([parsed], errors));
}

/** Entries of a batch of events. Throws `invalid_request` with every error of all of them. */
export function readEvents(ctx: Context, by: Collector, request: EventInput): Entry[] {
  const errors: Fault[] = [];
  const user = readUser(by.snapshot, by.key, request.user, errors);
  const parsed = request.events.map((raw, at) => {
    const defaults = defaultsOf(ctx, by, request, `/events/${at}`);
    return checkNames(by.snapshot, parseEvent(raw, defaults), `/events/${at}`);
  });
  const events = validateCollect(parsed, errors);
  return events.flatMap((event) => {
    const names = 'identifiers' in event ? namesIn(by, event, request.user?.token) : [];
    return entriesOf(by, { ...user, identifiers: joined(names, user.identifiers) }, [event]);
  });
}

function defaultsOf(
  ctx: Context,
  { key }: Collector,
  request: { session?: SessionInput; sessionId?: string },
  pointer: string,
): EventDefaults {
  return {
    id: randomUUID(),
    now: ctx.now(),
    session: sessionOf(request),
    pointer,
    mayTimestamp: key.source === 'Server-side',
  };
}

function validateCollect(parsed: readonly ParsedEvent[], errors: Fault[]): Event[] {
  const events: Event[] = [];
  for (const one of parsed) {
    if (one.ok) events.push(one.event);
    else errors.push(...one.faults);
  }
  refuseInvalid(errors);
  return events;
}

function checkNames(snapshot: SiteSnapshot, parsed: ParsedEvent, pointer: string): ParsedEvent {
  if (!parsed.ok || !('identifiers' in parsed.event)) return parsed;
  const at = `${pointer}/properties`;
  const errors = parsed.event.identifiers.flatMap(({ type, value }) =>
    checkNamed(snapshot, type, value, { type: `${at}/cuidType`, value: `${at}/cuid` }),
  );
  return errors.length > 0 ? { ok: false, faults: errors } : parsed;
}

/** Names of an identifying event that the caller may use; a token proves the main one alone. */
function namesIn(by: Collector, event: Identified, token: string | undefined): Identifier[] {
  const names = event.identifiers.map(normaliseIdentifier);
  if (by.key.source === 'Server-side') return names;
  const [main] = names;
  return main && isTrustedName(by.snapshot, by.key, main, token) ? [main] : [];
}

function joined(first: readonly Identifier[], second: readonly Identifier[]): Identifier[] {
  const extra = second.filter(
    ({ type, value }) => !first.some((name) => name.type === type && name.value === value),
  );
  return [...first, ...extra];
}

/** Entries of a user's events; none without consent. A user without a name is a new one. */
function entriesOf(
  { snapshot }: Pick<Collector, 'snapshot'>,
  user: Pick<RequestUser, 'device' | 'identifiers' | 'consents'>,
  events: readonly Event[],
): Entry[] {
  if (!user.consents) return [];
  const { identifiers } = user;
  const device = user.device ?? (identifiers.length === 0 ? generateDeviceId() : undefined);
  return events.map((event) => ({ siteId: snapshot.site.id, device, identifiers, event }));
}

/** Entries of engagements, credited to the users of the decisions. Throws `invalid_request`. */
export function readEngagements(ctx: Context, by: Collector, request: EngagementInput): Entry[] {
  const errors: Fault[] = [];
  const user = readUser(by.snapshot, by.key, request.user, errors);
  const { salt } = by.snapshot.site;
  const decisions = request.engagements.map((engagement, at) => {
    const read = readEngaged(salt, engagement);
    if ('decision' in read) return read;
    errors.push({ ...read, pointer: `/engagements/${at}${read.pointer}` });
    return undefined;
  });
  refuseInvalid(errors);
  if (!user.consents) return [];
  const common = { now: ctx.now(), session: sessionOf(request) };
  return decisions
    .filter((one) => one !== undefined)
    .filter(({ decision }) => decision.variationId !== 0)
    .flatMap(({ decision, ...engaged }) => {
      const { userId, isKnown } = decision;
      const who = isKnown ? { device: undefined, person: userId } : { device: userId };
      return engagementEvents(by.snapshot, engaged, decision, common).map((event) => ({
        ...{ siteId: by.snapshot.site.id, ...who, identifiers: [], event },
      }));
    });
}

/** What an engagement is with: a decision, or one of its slots. */
interface Engaged extends Pick<EngagementInput['engagements'][number], 'type' | 'variations'> {
  readonly decisionId: string;
  readonly slot?: SlotRecord;
}

/** Reads what an engagement is with; an error where it is nothing of the site. */
function readEngaged(
  salt: Buffer,
  { type, decisionId, slotId, variations }: EngagementInput['engagements'][number],
): (Engaged & { readonly decision: DecisionRecord }) | Fault {
  const isSlot = type === 'SLOT_CLICK' || type === 'SLOT_IMP';
  const name = isSlot ? 'slotId' : 'decisionId';
  if ((isSlot ? slotId : decisionId) === undefined) {
    return { pointer: `/${name}`, detail: 'is required' };
  }
  const slot = isSlot ? decodeSlot(salt, slotId ?? '') : undefined;
  const id = isSlot ? slot?.decisionId : decisionId;
  const decision = id === undefined ? undefined : decodeDecision(salt, id);
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
      return isTold ? [...exposure, engagementOf(engaged, one, common)] : exposure;
    });
}

/**
 * A variation of a decision is clicked once, and seen once: two fingers, a retry and a second node
 * make the same id on the same day, the decision's, of which the log takes the first.
 */
function engagementOf(
  { type, decisionId, slot }: Engaged,
  { campaignId, experienceId, variationId, time }: DecisionRecord,
  { session, now }: Common,
): Event {
  const kind = type.endsWith('CLICK') ? 'click' : 'impression';
  const place = slot ? `:${slot.slot}` : '';
  return {
    id: `${kind}:${decisionId}:${variationId}${place}`,
    time: Math.max(time, Math.min(now, endOfDay(time))),
    ...{ session, kind, name: kind, campaignId, experienceId, variationId },
    ...(slot && { sku: slot.sku }),
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
  const { campaignId, variationId, revision, propensity, userId, isHeldOut } = decision;
  const { allocationVersion, isKept } = decision;
  const compiled = snapshot.campaignsById.get(campaignId)?.published;
  const campaign = compiled?.definition;
  const experience = campaign?.experiences.find(({ id, variations }) =>
    isHeldOut ? variations.some((one) => one.id === variationId) : id === decision.experienceId,
  );
  const holdout = isHeldOut ? holdoutOf(compiled?.holdouts ?? [], userId) : undefined;
  if (isHeldOut && !holdout) return [];
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
  };
  return [event];
}
