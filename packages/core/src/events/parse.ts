// How an element of a collect request becomes an event of the closed union, or a list of faults.

import { nearestName } from '../text/nearest.ts';
import { pointerTo } from '../text/pointer.ts';
import { withoutBlanks } from './blanks.ts';
import { claimPrefix, withoutClaimant } from './claims.ts';
import { readFlat, readUnrecognised } from './custom-properties.ts';
import type { Event, EventFacts } from './event.ts';
import type { Fault, PassedOver, Source } from './fields.ts';
import { has, openSource, passOver, readText, readTextIfAny, refuse } from './fields.ts';
import { isWholeRefund, readersByType } from './kinds/index.ts';
import { earliestTime, readTime } from './timestamp.ts';

const maxName = 255;
const maxType = 100;
const maxEventId = 128;
/** Levels of the properties of known types: a list, its objects, their lists. */
const deepestProperty = 4;
/** How the ids begin of events that bring none. */
export const generatedId = 'generated:';
/** How ids begin that are made here: a caller's must not pass for one. */
const reservedIds = ['purchase:', 'refund:', 'exposure:', generatedId, claimPrefix];
/** With those of engagements, which cannot be guessed, and so need no refusal. */
const madeIds = [...reservedIds, 'click:', 'impression:'];

/** Is an event's id its caller's? Then it counts once in `repeatWindowMs`, whatever its day. */
export const hasCallersId = ({ id, kind }: Pick<Event, 'id' | 'kind'>): boolean =>
  kind !== 'exposure' &&
  kind !== 'decision' &&
  !madeIds.some((prefix) => withoutClaimant(id).startsWith(prefix));

/** For so long a sender may send an event again. */
export const repeatWindowMs = 48 * 3_600_000;

/** What the request and the moment give to an event that does not say it itself. */
export interface EventDefaults {
  /** A fresh id, for an event that brings none. */
  readonly id: string;
  /** Time of arrival, ms since the epoch. */
  readonly now: number;
  /** Session of the request, '' where it names none. */
  readonly session: string;
  /** Where the input stands in the request, e.g. `/events/3`. */
  readonly pointer: string;
  /** How far back a caller may date an event, in ms. */
  readonly reachMs: number;
  /** How far the caller's clock is ahead of ours, in ms, as far as that is known. */
  readonly clockAheadMs: number;
  /**
   * A property by which clients of another API name an event's type. Such an event without a
   * `svcType` is kept as one of an unknown type.
   */
  readonly foreignTypeField?: string;
}

/** An event and what was passed over in the input, or everything that is wrong with it. */
export type ParsedEvent =
  | { readonly ok: true; readonly event: Event; readonly passedOver: readonly PassedOver[] }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Parses one element of `events` of POST /v2/collect/user/event. Of a field that may be absent,
 * null and empty text are no value, and what else cannot be read is passed over and told. Every
 * fault of what an event cannot be without is listed.
 *
 * A purchase with a `uniqueTransactionId` has its id from that, whatever `eventId` says: a page of
 * thanks that is loaded again sends a new one. So has the refund of a whole transaction. Others
 * have `eventId`, or the default. An `eventId` that begins with `purchase:`, `refund:`,
 * `exposure:`, `generated:` or `c:` is a fault.
 */
export function parseEvent(raw: unknown, defaults: EventDefaults): ParsedEvent {
  const faults: Fault[] = [];
  const passedOver: PassedOver[] = [];
  const from = openSource(withoutBlanks(raw, 1), defaults.pointer, faults, passedOver);
  if (from === undefined) return { ok: false, faults };
  const name = readText(from, 'name', maxName);
  const eventId = readEventId(from);
  const time = readEventTime(from, defaults);
  const at = pointerTo(from.pointer, 'properties');
  const properties = openSource(from.record['properties'] ?? {}, at, faults, passedOver);
  const facts = properties && readFacts(properties, defaults);
  if (facts === undefined || faults.length > 0) return { ok: false, faults };
  const id = transactionEventId(facts) ?? eventId ?? defaults.id;
  if (facts.kind === 'refund' && id === defaults.id) passedOver.push(unidentified(from.pointer));
  const event = { id, time, name, session: defaults.session, ...facts };
  return { ok: true, event, passedOver };
}

function readEventId(from: Source): string | undefined {
  const id = readTextIfAny(from, 'eventId', maxEventId);
  if (reservedIds.some((prefix) => id?.startsWith(prefix))) {
    refuse(
      from,
      'eventId',
      `must not begin with ${reservedIds.join(', ')}: such ids are made here`,
    );
  }
  return id;
}

/** A time ahead of now becomes now; one too far back is refused, and not dated today. */
function readEventTime(from: Source, { now, reachMs, clockAheadMs }: EventDefaults): number {
  if (!has(from, 'timestamp')) return now;
  const reading = readTime(from.record['timestamp']);
  if ('detail' in reading) {
    refuse(from, 'timestamp', reading.detail);
    return now;
  }
  const time = reading.time - clockAheadMs;
  if (time > now) passOver(from, 'timestamp', 'is ahead of now; the time of arrival counts');
  if (time < earliestTime) refuse(from, 'timestamp', 'must not be before 2000-01-01');
  else if (time < now - reachMs) {
    const days = Math.floor(reachMs / 86_400_000);
    refuse(from, 'timestamp', `must not be more than ${days} days back`);
  }
  return Math.min(time, now);
}

function readFacts(properties: Source, { foreignTypeField = '' }: EventDefaults): EventFacts {
  const sent = withoutBlanks(properties.record, 1) as Source['record'];
  const type = readTextIfAny({ ...properties, record: sent }, 'svcType', maxType);
  if (type === undefined) {
    const foreign = sent[foreignTypeField];
    return typeof foreign === 'string'
      ? { kind: 'unrecognised', type: foreign, properties: readUnrecognised(properties) }
      : { kind: 'custom', properties: readFlat({ ...properties, record: sent }) };
  }
  const reader = readersByType.get(type);
  if (reader !== undefined) {
    const record = withoutBlanks(sent, deepestProperty) as Source['record'];
    return reader({ ...properties, record });
  }
  properties.passedOver.push(unknownType(type, pointerTo(properties.pointer, 'svcType')));
  return { kind: 'unrecognised', type, properties: readUnrecognised(properties) };
}

const unidentified = (pointer: string): PassedOver => ({
  code: 'no_event_id',
  pointer: pointerTo(pointer, 'eventId'),
  detail: 'is missing: a refund of a part counts each time that it is sent',
});

/** The nearest name is told: a version that is missing, another case, one letter. */
function unknownType(type: string, pointer: string): PassedOver {
  const meant = nearestName(type, [...readersByType.keys()]);
  const question = meant === undefined ? '' : ` Did you mean ${meant}?`;
  const detail = `is not a known type; the event is kept, and counts as nothing.${question}`;
  return { code: 'unknown_event_type', pointer, detail, ...(meant !== undefined && { meant }) };
}

/** Refunds of parts are not identified by their transaction: it may be refunded in several. */
function transactionEventId(facts: EventFacts): string | undefined {
  if (facts.kind !== 'purchase' && facts.kind !== 'refund') return undefined;
  if (facts.transactionId === undefined) return undefined;
  if (facts.kind === 'refund' && !isWholeRefund(facts)) return undefined;
  return `${facts.kind}:${facts.transactionId}`;
}
