// Everything that a decision reads, read before it: user, profile, attributes.
import type { ChooseInput, Fault } from '@attune/contract';
import type { DecisionInput, Units } from '@attune/core';
import { isBotsRequest } from '../../../bots.ts';
import type { Client, Context, KeyRecord, SiteSnapshot } from '../../../context.ts';
import { isInternalRequest } from '../../../internal-traffic.ts';
import { asIgnored, asWarnings, type PassedOver, withoutConsent } from '../../../passed-over.ts';
import { randomHex } from '../../../random.ts';
import type { FeedCache } from '../../catalog/feed-cache/index.ts';
import { generateSession, sessionOf } from '../../events/collect/index.ts';
import {
  generateDeviceId,
  generatePersonId,
  type RequestUser,
  readUser,
} from '../../people/identity/index.ts';
import { type CachedProfile, rankBasis } from '../../people/profiles/index.ts';
import type { CachedUser, UserCache } from '../../people/user-cache/index.ts';
import { valuesInMemory } from '../../people/visits/index.ts';
import { VisitorAttributes } from './attributes.ts';

export interface Warning {
  readonly code: string;
  readonly message: string;
}

export interface Gathered {
  readonly user: RequestUser;
  /** The device's id, the request's or a new one; events of the request are recorded under it. */
  readonly device: string | undefined;
  /** The person's id, or else the device's. */
  readonly userId: string;
  /** Is the user a person, and not only a device? */
  readonly isKnown: boolean;
  /** The id that a browser is to keep. */
  readonly cookieId: string;
  readonly session: string;
  /** The moment that all of it is decided at. */
  readonly now: number;
  readonly units: Units;
  readonly assigned: DecisionInput['assigned'];
  /** Has the user said no, or nothing where a yes is needed? */
  readonly lacksConsent: boolean;
  /** A bot is given what visitors are given, and is nobody who counts. */
  readonly isBot: boolean;
  /** One of the site's own people is given what visitors are given, and counts in nothing. */
  readonly isInternal: boolean;
  readonly profile: CachedProfile | undefined;
  readonly attributes: VisitorAttributes;
  readonly warnings: Warning[];
}

/** The caller: the parts of it that matter here. */
interface Reader {
  readonly key: Pick<KeyRecord, 'source'>;
  readonly snapshot: SiteSnapshot;
}

/** What a node has in memory beside snapshots. */
export interface InMemory {
  readonly users: UserCache;
  readonly feedCache: FeedCache;
}

/** Of a request's name, which nothing else has. */
const requestNameBytes = 10;

/**
 * Reads what a request needs; without waiting where that is in memory. Adds to `passedOver` what
 * cannot be read of its user, and warns of all of it.
 */
export function gather(
  ctx: Context,
  { users, feedCache }: InMemory,
  { key, snapshot }: Reader,
  client: Client,
  request: ChooseInput,
  passedOver: PassedOver[],
): Gathered | Promise<Gathered> {
  const unread: Fault[] = [];
  const user = readUser(snapshot, key, request.user, unread);
  passedOver.push(...asIgnored(unread), ...withoutConsent(user));
  const warnings: Warning[] = asWarnings(passedOver);
  if (user.isUnverified) {
    const message = 'A Client-side key needs user.token to use a cuid; it was passed over.';
    warnings.push({ code: 'cuid_unverified', message });
  }
  const isDirect = key.source === 'Client-side';
  const isBot = isBotsRequest(request.context?.device?.userAgent, key, client);
  if (isBot)
    warnings.push({ code: 'bot', message: 'The user agent is a bot’s: it is not counted.' });
  const observed = {
    ...{ warnings, isDirect, isBot, lacksConsent: !user.consents },
    user: isBot ? nobodyOf(user) : user,
  };
  const known = knownOf(ctx, users, snapshot, observed.user, warnings);
  const complete = (found: Known) =>
    gathered(ctx, feedCache, snapshot, client, request, { ...observed, known: found });
  return known instanceof Promise ? known.then(complete) : complete(known);
}

/** Nothing is read or recorded of it. */
const nobodyOf = (user: RequestUser): RequestUser => ({
  ...user,
  ...{ device: undefined, identifiers: [], accounts: {}, consent: undefined, consents: false },
});

/** All bots are drawn alike: each campaign shows them one version. */
const botUnits = { device: '1', person: '1', session: '1', request: '1' };

interface Observed {
  readonly user: RequestUser;
  readonly known: Known;
  readonly warnings: Warning[];
  readonly lacksConsent: boolean;
  readonly isDirect: boolean;
  readonly isBot: boolean;
}

function gathered(
  ctx: Context,
  feedCache: FeedCache,
  snapshot: SiteSnapshot,
  client: Client,
  request: ChooseInput,
  { user, known, warnings, lacksConsent, isDirect, isBot }: Observed,
): Gathered {
  const { personId, profile, lists, userAttributes } = known;
  const isAnonymous = user.identifiers.length === 0;
  const device = user.device ?? (isAnonymous ? generateDeviceId() : undefined);
  const session = sessionOf(request) || generateSession();
  const visitorId = personId ?? device ?? firstPersonId(snapshot, user);
  const userId = isBot ? botUnits.person : visitorId;
  const isKnown = personId !== undefined;
  const now = ctx.now();
  const hasAffinity = snapshot.site.features.includes('affinity');
  const visitor = {
    userId,
    isNew: isAnonymous && user.device === undefined,
    isKnown,
    consent: user.consent,
    session,
    profile,
    lists,
    userAttributes,
    basis: hasAffinity ? rankBasis(snapshot, now) : undefined,
    valuesOf: valuesInMemory(feedCache, snapshot, now),
    client,
    geo: ctx.geo,
    isDirect,
    timeZone: snapshot.site.settings.timeZone,
    campaigns: snapshot.campaignsBySelector,
    now,
  };
  const attributes = new VisitorAttributes(visitor, request);
  const isInternal = !isBot && isInternalVisitor(snapshot, isDirect, client, request, attributes);
  if (isInternal) {
    const message = 'The visitor is of the site’s own people: they are in no report.';
    warnings.push({ code: 'internal_traffic', message });
  }
  return {
    user,
    device,
    userId,
    isKnown,
    cookieId: device ?? generateDeviceId(),
    session,
    now,
    units: isBot ? botUnits : unitsOf(known.unit ?? userId, device, user.accounts, session),
    assigned: (key, unit, id) =>
      unit === 'person' ? profile?.assigned(key) : known.given?.(id, key),
    ...{ lacksConsent, isBot, isInternal },
    profile,
    attributes,
    warnings,
  };
}

/** Where a request names no device, the one that the person was first seen on stands for it. */
function unitsOf(
  person: string,
  device: string | undefined,
  accounts: Units['accounts'],
  session: string,
): Units {
  const request = randomHex(requestNameBytes);
  return { device: device ?? person, person, ...(accounts && { accounts }), session, request };
}

function isInternalVisitor(
  { site, internalAudience }: SiteSnapshot,
  isDirect: boolean,
  client: Client,
  { context }: ChooseInput,
  attributes: VisitorAttributes,
): boolean {
  const source = isDirect ? 'Client-side' : 'Server-side';
  const { internalTraffic } = site.settings;
  if (isInternalRequest(internalTraffic, { source }, client, context?.device)) return true;
  return internalAudience?.test(attributes) === true;
}

function firstPersonId({ site }: SiteSnapshot, { identifiers }: RequestUser): string {
  const [main] = identifiers;
  if (!main) throw new Error('a user without a device has a name');
  return generatePersonId(site.salt, main);
}

interface Known {
  readonly personId: string | undefined;
  readonly unit: string | undefined;
  readonly given?: CachedUser['given'];
  readonly profile: CachedProfile | undefined;
  readonly lists: readonly number[];
  readonly userAttributes: Readonly<Record<string, unknown>>;
}

/** The user and their profile, as last read or left out where the database does not answer. */
function knownOf(
  ctx: Context,
  users: UserCache,
  { site }: SiteSnapshot,
  user: RequestUser,
  warnings: Warning[],
): Known | Promise<Known> {
  const { identifiers, device, consents } = user;
  const accounts = Object.values(user.accounts);
  const [main] = identifiers;
  const unread = () => {
    const personId = main && generatePersonId(site.salt, main);
    const unit = device ?? personId;
    return { personId, unit, profile: undefined, lists: [], userAttributes: {} };
  };
  const isNew = device === undefined && !main && accounts.length === 0;
  if (!consents || isNew) return unread();
  const observed = { device, identifiers, accounts };
  const found = users.find(site, observed, ctx.config.profileDeadlineMs);
  if (!(found instanceof Promise)) return found;
  return found.then(
    (known) => {
      if (known.isStale) {
        const message = 'The database does not answer; the profile is as it was last read.';
        warnings.push({ code: 'profile_stale', message });
      }
      return known;
    },
    (error) => {
      ctx.log.debug({ err: error }, 'a profile could not be read');
      const message = 'The profile could not be read; the decision was made without it.';
      warnings.push({ code: 'profile_unavailable', message });
      return unread();
    },
  );
}
