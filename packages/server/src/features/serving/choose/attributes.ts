// The attributes of a visitor for conditions: each part is worked out only when one needs it.
import type { ChooseInput } from '@attune/contract';
import {
  activityAttributes,
  affinityAttributes,
  dayOf,
  LazyAttributes,
  type Profile,
} from '@attune/core';
import Bowser from 'bowser';
import type { Client } from '../../../context.ts';
import type { Geo } from '../../../geo.ts';
import type { CachedProfile, RankBasis } from '../../people/profiles/index.ts';
import { type ProductValues, Visit } from '../../people/visits/index.ts';

/** What a decision may be based on. */
export interface Visitor {
  readonly userId: string;
  readonly isNew: boolean;
  readonly isKnown: boolean;
  /** As the request says; undefined where it says nothing. */
  readonly consent: boolean | undefined;
  readonly session: string;
  readonly profile: CachedProfile | undefined;
  /** Ids of the lists that the user is on. */
  readonly lists: readonly number[];
  /** The attributes that the site has set. */
  readonly userAttributes: Readonly<Record<string, unknown>>;
  /** What ranks depend on; undefined on a site without affinity. */
  readonly basis: RankBasis | undefined;
  /** The affinity values of products, as feeds in memory have them. */
  readonly valuesOf: ProductValues;
  readonly client: Client;
  /** Where an address is. */
  readonly geo: Geo;
  /** Is `client` the visitor's own device, and not their shop's server? */
  readonly isDirect: boolean;
  readonly timeZone: string;
  /** Of the site, by selector: profiles know them by their ids. */
  readonly campaigns: ReadonlyMap<string, { readonly id: number }>;
  readonly now: number;
}

type ContextInput = NonNullable<ChooseInput['context']>;
type PageInput = NonNullable<ContextInput['page']>;

const dayMs = 86_400_000;
const names = [
  'user',
  'session',
  'page',
  'referrer',
  'device',
  'geo',
  'channel',
  'pageAttributes',
  'cart',
  'time',
  'affinity',
  'recent',
  'activity',
] as const;

/** The attributes of a visitor; docs/reference/conditions.md lists them. */
export class VisitorAttributes extends LazyAttributes {
  readonly #visitor: Visitor;
  readonly #context: ContextInput;
  readonly #told: ContextInput['device'];
  readonly #known = new Map<string, unknown>();

  constructor(visitor: Visitor, { context = {}, options }: ChooseInput) {
    super();
    this.#visitor = visitor;
    this.#context = context;
    this.#told = options?.isImplicitClientData ? undefined : context.device;
  }

  read(name: string): unknown {
    const cached = this.#known.get(name);
    if (cached !== undefined) return cached;
    const value = this.#compute(name);
    this.#known.set(name, value);
    return value;
  }

  toJSON() {
    return Object.fromEntries(names.map((name) => [name, this.read(name)]));
  }

  #compute(name: string): unknown {
    const visitor = this.#visitor;
    const { page, cart, channel, pageAttributes = {} } = this.#context;
    switch (name as (typeof names)[number]) {
      case 'user':
        return userOf(visitor);
      case 'session':
        return new SessionAttributes(visitor, this.#context);
      case 'page':
        return page && new PageAttributes(page);
      case 'referrer':
        return page?.referrer;
      case 'device':
        return deviceOf(this.#told?.userAgent ?? visitor.client.userAgent, this.#told);
      case 'geo':
        return geoOf(visitor, this.#context);
      case 'channel':
        return channel;
      case 'pageAttributes':
        return pageAttributes;
      case 'cart':
        return cart && cartOf(cart);
      case 'time':
        return timeOf(visitor.now, visitor.timeZone);
      case 'affinity':
        return affinityOf(visitor);
      case 'recent':
        return recentOf(visitor);
      case 'activity':
        return activityOf(visitor);
      default:
        return undefined;
    }
  }
}

/** What the caller says wins over the edge's header, and that over the address. */
function geoOf({ client, geo, isDirect }: Visitor, { geo: told, device }: ContextInput) {
  const address = device?.ip ?? (isDirect ? client.address : undefined);
  const found = told || address === undefined ? undefined : geo.find(address);
  const { country = client.country, region, city } = told ?? {};
  return {
    country: country?.toUpperCase() ?? found?.country,
    region: region ?? found?.region,
    city: city ?? found?.city,
  };
}

/** The session, and the affinity of this visit: read of feeds when a condition needs it. */
class SessionAttributes extends LazyAttributes {
  readonly #visitor: Visitor;
  readonly #visit: Visit | undefined;

  constructor(visitor: Visitor, context: ContextInput) {
    super();
    this.#visitor = visitor;
    this.#visit = visitor.basis && new Visit(visitor, visitor.basis, context);
  }

  read(name: string): unknown {
    const visit = this.#visit;
    if (name === 'id') return this.#visitor.session;
    if (name === 'affinity' && visit) return affinityAttributes(visit.properties, visit.rank);
    if (name === 'blend' && visit?.isBlended)
      return affinityAttributes(visit.properties, visit.blend);
    return undefined;
  }

  toJSON() {
    return { id: this.#visitor.session, affinity: this.read('affinity') };
  }
}

/** What the request says of the page; its address is parsed when a condition needs that. */
class PageAttributes extends LazyAttributes {
  readonly #page: PageInput;

  constructor(page: PageInput) {
    super();
    this.#page = page;
  }

  read(name: string): unknown {
    if (name === 'type') return (this.#page.type ?? 'OTHER').toUpperCase();
    if (name === 'path' || name === 'query') return addressOf(this.#page.location)[name];
    return Object.hasOwn(this.#page, name) ? this.#page[name as keyof PageInput] : undefined;
  }

  toJSON() {
    const { type = 'OTHER', location, ...page } = this.#page;
    return { ...page, type: type.toUpperCase(), location, ...addressOf(location) };
  }
}

function affinityOf({ profile, basis }: Visitor) {
  if (!profile || !basis) return {};
  return affinityAttributes(
    () => profile.properties(basis),
    (property) => profile.rank(basis, property),
  );
}

function activityOf({ profile, now, campaigns }: Visitor) {
  const today = dayOf(now);
  return activityAttributes((asked) => {
    if (asked.of !== 'campaign') return profile?.count(asked, today) ?? 0;
    const id = campaigns.get(asked.campaign)?.id;
    return id === undefined ? 0 : (profile?.count({ ...asked, campaign: String(id) }, today) ?? 0);
  });
}

/** Whole days; of what never happened, infinitely many, so that "not lately" includes it. */
function daysSince(time: number | undefined, now: number): number {
  return time === undefined ? Number.POSITIVE_INFINITY : Math.floor((now - time) / dayMs);
}

function userOf({ lists, userAttributes, profile, now, ...visitor }: Visitor) {
  const { userId, isNew, isKnown, consent } = visitor;
  return {
    ...{ id: userId, isNew, isKnown, consent },
    lists,
    attributes: userAttributes,
    daysSinceFirstSeen: daysSince(profile?.firstSeen, now),
    daysSinceLastSeen: daysSince(profile?.lastSeen, now),
  };
}

function addressOf(location: string | undefined): {
  readonly path?: string;
  readonly query?: Readonly<Record<string, string>>;
} {
  const url = location === undefined ? null : URL.parse(location, 'http://site.invalid');
  if (!url) return {};
  return { path: url.pathname, query: Object.fromEntries(url.searchParams) };
}

function cartOf(cart: NonNullable<ContextInput['cart']>) {
  const value = cart.reduce((sum, line) => sum + (line.itemPrice ?? 0) * (line.quantity ?? 1), 0);
  const quantity = cart.reduce((sum, line) => sum + (line.quantity ?? 1), 0);
  return { value, quantity, lines: cart.length, skus: cart.map(({ productId }) => productId) };
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const formats = new Map<string, Intl.DateTimeFormat>();

function timeOf(now: number, timeZone: string) {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    formats.set(timeZone, format);
  }
  const [date = '', clock = ''] = format.format(now).split(' ');
  const [hour, minute] = clock.split(':').map(Number);
  return { date, hour, minute, weekday: weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] };
}

function recentOf({ profile, now }: Visitor) {
  const decoded = profile?.decode();
  const latest = (moments: Profile['viewed'] | undefined) =>
    [...(moments ?? [])].sort(([, a], [, b]) => b.time - a.time);
  const purchased = latest(decoded?.purchased);
  return {
    viewed: latest(decoded?.viewed).map(([sku]) => sku),
    purchased: purchased.map(([sku]) => sku),
    daysSincePurchase: daysSince(purchased[0]?.[1].time, now),
  };
}

interface Device {
  readonly type: string | undefined;
  readonly browser: string | undefined;
  readonly os: string | undefined;
}

const parsedAgents = new Map<string, Device>();
const mostParsedAgents = 1_000;

function deviceOf(userAgent: string | undefined, given: ContextInput['device']) {
  const parsed = userAgent
    ? parseAgent(userAgent)
    : { type: undefined, browser: undefined, os: undefined };
  return {
    type: given?.type?.toLowerCase() ?? parsed.type,
    browser: given?.browser?.toLowerCase() ?? parsed.browser,
    os: parsed.os,
  };
}

function parseAgent(userAgent: string): Device {
  const cached = parsedAgents.get(userAgent);
  if (cached) return cached;
  const { platform, browser, os } = Bowser.parse(userAgent);
  const device = {
    type: platform.type?.toLowerCase(),
    browser: browser.name?.toLowerCase(),
    os: os.name?.toLowerCase(),
  };
  if (parsedAgents.size >= mostParsedAgents) parsedAgents.clear();
  parsedAgents.set(userAgent, device);
  return device;
}
