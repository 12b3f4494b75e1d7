// Reads pageviews and events: what cannot be read is passed over, and the rest counts.
import type { EventInput, PageviewInput, PersonEventsInput } from '@attune/contract';
import {
  type Event,
  type Identifier,
  type PassedOver as Ignored,
  normaliseIdentifier,
  type ParsedEvent,
  parseEvent,
  parsePageview,
} from '@attune/core';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { asIgnored, type PassedOver } from '../../../passed-over.ts';
import { checkSomebody, isTrustedName, type RequestUser } from '../../people/identity/index.ts';
import {
  type Collected,
  type Collector,
  clockAhead,
  collected,
  defaultsOf,
  entriesOf,
  type Part,
  readSender,
  type Unread,
  unverified,
} from './reading.ts';
import { withdrawnLines } from './withdrawals.ts';

type Identified = Extract<Event, { readonly identifiers: unknown }>;

/** Entries of a pageview. Throws `invalid_request` where it is none. */
export function readPageview(ctx: Context, by: Collector, request: PageviewInput): Collected {
  const unread: Unread = { passedOver: [], faults: [] };
  const { userAgent } = request.context.device ?? {};
  const user = readSender(by, request.user, unread.passedOver, userAgent);
  const parsed = parsePageview(request.context, defaultsOf(ctx, by, request, '/context'));
  const events = sorted([parsed], unread);
  const part = { entries: entriesOf(by, user, events), accepted: events.length };
  return collected([part], unread, withdrawnLines(by, user));
}

/**
 * Entries of a batch of events, as far as it is good. Throws `invalid_request`, with every error of
 * all of them, where no event is.
 */
export function readEvents(ctx: Context, by: Collector, request: EventInput): Collected {
  const unread: Unread = { passedOver: [], faults: [] };
  const { userAgent } = request.context?.device ?? {};
  const user = readSender(by, request.user, unread.passedOver, userAgent);
  const part = eventsOf(ctx, by, user, request, unread);
  return collected([part], unread, withdrawnLines(by, user));
}

/** What the events of a user bring. */
export function eventsOf(
  ctx: Context,
  by: Collector,
  user: RequestUser,
  request: EventInput,
  unread: Unread,
): Part {
  const { passedOver } = unread;
  const clockAheadMs = clockAhead(request.sentAt, ctx.now(), passedOver);
  const parsed = request.events.map((raw, at) => {
    const defaults = { ...defaultsOf(ctx, by, request, `/events/${at}`), clockAheadMs };
    return withNames(by.snapshot, parseEvent(raw, defaults), `/events/${at}`);
  });
  const events = sorted(parsed, unread);
  const entries = events.flatMap((event) => {
    const token = request.user?.token;
    const names = 'identifiers' in event ? namesIn(by, event, token, passedOver) : [];
    return entriesOf(by, { ...user, identifiers: joined(names, user.identifiers) }, [event]);
  });
  return { entries, accepted: events.length };
}

/**
 * Entries of events of known people, each with the person that it is of. Throws `invalid_request`
 * where none can be read.
 */
export function readPersonEvents(
  ctx: Context,
  by: Collector,
  request: PersonEventsInput,
): Collected {
  const unread: Unread = { passedOver: [], faults: [] };
  const clockAheadMs = clockAhead(request.sentAt, ctx.now(), unread.passedOver);
  const people: Identifier[] = [];
  const parsed = request.events.map((raw, at) => {
    const pointer = `/events/${at}`;
    const { cuid = '', cuidType = '' } = (raw ?? {}) as { cuid?: unknown; cuidType?: unknown };
    const faults = checkSomebody(by.snapshot, String(cuidType), String(cuid), {
      type: `${pointer}/cuidType`,
      value: `${pointer}/cuid`,
    });
    if (faults.length > 0) return { ok: false as const, faults };
    const one = parseEvent(raw, { ...defaultsOf(ctx, by, {}, pointer), clockAheadMs });
    if (one.ok) people.push(normaliseIdentifier({ type: String(cuidType), value: String(cuid) }));
    return withNames(by.snapshot, one, pointer);
  });
  const events = sorted(parsed, unread);
  const entries = events.flatMap((event, at) => {
    const names = 'identifiers' in event ? namesIn(by, event, undefined, unread.passedOver) : [];
    const identifiers = joined([people[at]!], names);
    return entriesOf(by, { device: undefined, identifiers, consents: true }, [event]);
  });
  return collected([{ entries, accepted: events.length }], unread);
}

/** The good ones; why the others are not is told. */
function sorted(parsed: readonly ParsedEvent[], { passedOver, faults }: Unread): Event[] {
  const events: Event[] = [];
  for (const one of parsed) {
    if (one.ok) {
      events.push(one.event);
      passedOver.push(...asIgnored(one.passedOver));
    } else {
      faults.push(...one.faults);
      const [first] = one.faults;
      if (first) passedOver.push({ code: 'rejected_event', ...first });
    }
  }
  return events;
}

/** A name that identifies no one, or of a type that the site lacks, is left out and told. */
function withNames(snapshot: SiteSnapshot, parsed: ParsedEvent, pointer: string): ParsedEvent {
  if (!parsed.ok || !('identifiers' in parsed.event)) return parsed;
  const at = `${pointer}/properties`;
  const passedOver: Ignored[] = [...parsed.passedOver];
  const identifiers = parsed.event.identifiers.filter(({ type, value }) => {
    const places = { type: `${at}/cuidType`, value: `${at}/cuid` };
    const found = checkSomebody(snapshot, type, value, places);
    passedOver.push(...found);
    return found.length === 0;
  });
  return { ok: true, event: { ...parsed.event, identifiers }, passedOver };
}

/** Names of an identifying event that the caller may use; a token proves the main one alone. */
function namesIn(
  by: Collector,
  event: Identified,
  token: string | undefined,
  passedOver: PassedOver[],
): Identifier[] {
  const names = event.identifiers.map(normaliseIdentifier);
  if (by.key.source === 'Server-side') return names;
  const [main] = names;
  if (main && isTrustedName(by.snapshot, by.key, main, token)) return [main];
  if (main) passedOver.push(unverified('/user/token'));
  return [];
}

function joined(first: readonly Identifier[], second: readonly Identifier[]): Identifier[] {
  const extra = second.filter(
    ({ type, value }) => !first.some((name) => name.type === type && name.value === value),
  );
  return [...first, ...extra];
}
