// What readings of collect requests share: who sends, since when, and what becomes of it.
import { randomUUID } from 'node:crypto';
import {
  type EventInput,
  type Fault,
  originalTypeField,
  type SessionInput,
  type UserInput,
} from '@attune/contract';
import { asClaim, type Event, type EventDefaults, generatedId, readTime } from '@attune/core';
import { refuseInvalid } from '../../../api-error.ts';
import { isBotsRequest } from '../../../bots.ts';
import type { Client, Context, KeyRecord, SiteSnapshot } from '../../../context.ts';
import { asIgnored, type PassedOver, withoutConsent } from '../../../passed-over.ts';
import { randomHex } from '../../../random.ts';
import { eventsStart } from '../../configuration/sites/index.ts';
import {
  generateDeviceId,
  generatePersonId,
  type RequestUser,
  readUser,
} from '../../people/identity/index.ts';
import type { Entry, Line } from './entry.ts';

/** Who sends: the parts of it that matter here. */
export interface Collector {
  readonly key: Pick<KeyRecord, 'source'>;
  readonly snapshot: SiteSnapshot;
  readonly client?: Pick<Client, 'userAgent'>;
}

/** The session that a request names; '' where it names none. */
export function sessionOf(request: { session?: SessionInput; sessionId?: string }): string {
  return request.session?.svc || request.sessionId || request.session?.custom || '';
}

/** A new session's id: 32 lower-case letters and digits. */
export function generateSession(): string {
  return randomHex(16);
}

/** What events or engagements of a request bring. */
export interface Part {
  readonly entries: readonly Entry[];
  /** How many could be read. */
  readonly accepted: number;
}

/** What a request brings, and what of it does not count. */
export interface Collected extends Part {
  readonly passedOver: readonly PassedOver[];
  /** Lines of what is taken back. */
  readonly withdrawn: readonly Line[];
}

/** What of a request cannot be read, so far: its readers add to it. */
export interface Unread {
  readonly passedOver: PassedOver[];
  /** Every error of what costs its event or engagement. */
  readonly faults: Fault[];
}

/** What all parts of a request bring. Throws `invalid_request` where nothing can be read. */
export function collected(
  parts: readonly Part[],
  { passedOver, faults }: Unread,
  withdrawn: readonly Line[] = [],
): Collected {
  const accepted = parts.reduce((sum, part) => sum + part.accepted, 0);
  if (accepted === 0) refuseInvalid(faults);
  return { entries: parts.flatMap(({ entries }) => entries), accepted, passedOver, withdrawn };
}

/**
 * The user of a request; what is passed over of it is told. `userAgent` is the visitor's, where the
 * request tells of it. Of a bot, nothing is recorded.
 */
export function readSender(
  { snapshot, key, client }: Collector,
  input: UserInput | undefined,
  passedOver: PassedOver[],
  userAgent?: string,
): RequestUser {
  const unread: Fault[] = [];
  const user = readUser(snapshot, key, input, unread);
  passedOver.push(...asIgnored(unread));
  if (user.isUnverified) passedOver.push(unverified('/user/cuid'));
  if (!isBotsRequest(userAgent, key, client)) {
    passedOver.push(...withoutConsent(user));
    return user;
  }
  passedOver.push({
    code: 'bot',
    pointer: '',
    detail: 'the user agent is a bot’s; nothing counts',
  });
  return { ...user, consent: undefined, consents: false };
}

export const unverified = (pointer: string): PassedOver => ({
  code: 'cuid_unverified',
  pointer,
  detail: 'needs user.token from a Client-side key; the event is of the device alone',
});

/** What a request and the moment give to each of its events. */
export function defaultsOf(
  ctx: Context,
  { key, snapshot: { site } }: Collector,
  request: { session?: SessionInput; sessionId?: string },
  pointer: string,
): EventDefaults {
  const now = ctx.now();
  return {
    id: `${generatedId}${randomUUID()}`,
    now,
    session: sessionOf(request),
    pointer,
    reachMs: Math.min(
      key.source === 'Server-side' ? Infinity : weekMs,
      now - eventsStart(site, now),
    ),
    clockAheadMs: 0,
    foreignTypeField: originalTypeField,
  };
}

const weekMs = 7 * 86_400_000;

/** How far the sender's clock is ahead, in ms; 0 where it does not say. */
export function clockAhead(
  sentAt: EventInput['sentAt'],
  now: number,
  passedOver: PassedOver[],
): number {
  if (sentAt === undefined) return 0;
  const reading = readTime(sentAt);
  if ('time' in reading) return reading.time - now;
  passedOver.push(...asIgnored([{ pointer: '/sentAt', detail: reading.detail }]));
  return 0;
}

/**
 * Entries of a user's events; none without consent. A user without a name is a new one. What a page
 * reports is a claim of its device.
 */
export function entriesOf(
  { snapshot: { site }, key }: Collector,
  user: Pick<RequestUser, 'device' | 'identifiers' | 'consents'> & Partial<RequestUser>,
  events: readonly Event[],
): Entry[] {
  if (!user.consents) return [];
  const { identifiers } = user;
  const device = user.device ?? (identifiers.length === 0 ? generateDeviceId() : undefined);
  const accounts = Object.values(user.accounts ?? {});
  const entries = events.map((said) => {
    const event = accounts.length > 0 ? { ...said, accounts } : said;
    return { siteId: site.id, device, identifiers, event };
  });
  if (key.source === 'Server-side') return entries;
  const claimant = device ?? generatePersonId(site.salt, identifiers[0]!);
  return entries.map((entry) => ({ ...entry, event: asClaim(entry.event, claimant) }));
}
