// How an element of a collect request becomes an event of the closed union, or a list of faults.

import { pointerTo } from '../text/pointer.ts';
import { readCustomProperties } from './custom-properties.ts';
import type { Event, EventFacts } from './event.ts';
import type { Fault, Source } from './fields.ts';
import { has, openSource, readOptionalText, readText, refuse } from './fields.ts';
import { readersByType } from './kinds/index.ts';
import { readTime } from './timestamp.ts';

const maxName = 255;
const maxType = 100;
const maxEventId = 128;
/** How ids begin that events have from what they are of: a caller's must not pass for one. */
const reservedIds = ['purchase:', 'refund:', 'exposure:'];

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
  /** May the caller date events himself? Server-side keys may, for backfills. */
  readonly mayTimestamp: boolean;
}

/** An event, or everything that is wrong with the input. */
export type ParsedEvent =
  | { readonly ok: true; readonly event: Event }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Parses one element of `events` of POST /v2/collect/user/event. Types are never coerced and every
 * fault is listed. A purchase with a `uniqueTransactionId` has its id from that, whatever `eventId`
 * says: a thank-you page that is loaded again sends a new one. So has the refund of a whole
 * transaction. Other events have `eventId`, or the default; an `eventId` that begins with
 * `purchase:`, `refund:` or `exposure:` is a fault. So is a timestamp of a caller who may not give
 * one: no backfill is silently dated today.
 */
export function parseEvent(raw: unknown, defaults: EventDefaults): ParsedEvent {
  const faults: Fault[] = [];
  const from = openSource(raw, defaults.pointer, faults);
  if (from === undefined) return { ok: false, faults };
  const name = readText(from, 'name', maxName);
  const eventId = readEventId(from);
  const time = readEventTime(from, defaults);
  const at = pointerTo(from.pointer, 'properties');
  const properties = openSource(from.record['properties'], at, faults);
  const facts = properties && readFacts(properties);
  if (facts === undefined || faults.length > 0) return { ok: false, faults };
  const id = transactionEventId(facts) ?? eventId ?? defaults.id;
  return { ok: true, event: { id, time, name, session: defaults.session, ...facts } };
}

function readEventId(from: Source): string | undefined {
  const id = readOptionalText(from, 'eventId', maxEventId);
  if (reservedIds.some((prefix) => id?.startsWith(prefix))) {
    refuse(
      from,
      'eventId',
      `must not begin with ${reservedIds.join(', ')}: such ids are made here`,
    );
  }
  return id;
}

function readEventTime(from: Source, defaults: EventDefaults): number {
  if (!has(from, 'timestamp')) return defaults.now;
  if (!defaults.mayTimestamp) {
    refuse(from, 'timestamp', 'is accepted from Server-side keys only');
    return defaults.now;
  }
  const reading = readTime(from.record['timestamp'], defaults.now);
  if ('time' in reading) return reading.time;
  refuse(from, 'timestamp', reading.detail);
  return defaults.now;
}

function readFacts(properties: Source): EventFacts {
  const type = readOptionalText(properties, 'svcType', maxType);
  const reader = readersByType.get(type ?? '');
  if (reader !== undefined) return reader(properties);
  const flat = type === undefined;
  return { kind: 'custom', properties: readCustomProperties(properties, flat) };
}

/** Refunds of lines are not identified by their transaction: it may be refunded in parts. */
function transactionEventId(facts: EventFacts): string | undefined {
  if (facts.kind !== 'purchase' && facts.kind !== 'refund') return undefined;
  if (facts.transactionId === undefined) return undefined;
  if (facts.kind === 'refund' && facts.cart !== undefined) return undefined;
  return `${facts.kind}:${facts.transactionId}`;
}
