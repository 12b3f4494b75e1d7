// What conditions can ask about a visitor: each part is worked out only when one is asked for.
import type { ChooseInput } from '@attune/contract';
import {
  type Attributes,
  affinityAttributes,
  type Profile,
  type RankedAffinity,
} from '@attune/core';
import Bowser from 'bowser';

/** What a decision may be based on. */
export interface Visitor {
  readonly userId: string;
  readonly isNew: boolean;
  readonly isKnown: boolean;
  readonly session: string;
  readonly profile: Profile | undefined;
  readonly affinity: () => RankedAffinity;
  readonly userAgent: string | undefined;
  readonly country: string | undefined;
  readonly timeZone: string;
  readonly now: number;
}

type ContextInput = NonNullable<ChooseInput['context']>;

const dayMs = 86_400_000;

/** The attributes of a visitor; docs/targeting.md lists them for those who write conditions. */
export function attributesOf(visitor: Visitor, context: ContextInput = {}): Attributes {
  const { page, cart, channel, pageAttributes = {} } = context;
  return lazily({
    user: () => userOf(visitor),
    session: () => ({ id: visitor.session }),
    page: () => page && { ...page, type: page.type.toUpperCase(), ...addressOf(page.location) },
    referrer: () => page?.referrer,
    device: () => deviceOf(visitor.userAgent, context.device),
    geo: () => ({ country: visitor.country }),
    channel: () => channel,
    pageAttributes: () => pageAttributes,
    cart: () => cart && cartOf(cart),
    time: () => timeOf(visitor.now, visitor.timeZone),
    affinity: () => affinityAttributes(visitor.affinity()),
    recent: () => recentOf(visitor),
  });
}

/** An object whose members are computed when they are first read. */
function lazily(members: Record<string, () => unknown>): Attributes {
  const attributes = Object.create(null);
  for (const [name, compute] of Object.entries(members)) {
    Object.defineProperty(attributes, name, {
      enumerable: true,
      configurable: true,
      get() {
        const value = compute();
        Object.defineProperty(attributes, name, { value, enumerable: true });
        return value;
      },
    });
  }
  return attributes;
}

/** Whole days; of what never happened, infinitely many, so that "not lately" includes it. */
function daysSince(time: number | undefined, now: number): number {
  return time === undefined ? Number.POSITIVE_INFINITY : Math.floor((now - time) / dayMs);
}

function userOf({ userId, isNew, isKnown, profile, now }: Visitor) {
  return {
    id: userId,
    isNew,
    isKnown,
    daysSinceFirstSeen: daysSince(profile?.firstSeen, now),
    daysSinceLastSeen: daysSince(profile?.lastSeen, now),
  };
}

function addressOf(location: string | undefined) {
  const url = location === undefined ? null : URL.parse(location, 'http://site.invalid');
  if (!url) return {};
  return { path: url.pathname, query: Object.fromEntries(url.searchParams) };
}

function cartOf(cart: NonNullable<ContextInput['cart']>) {
  const value = cart.reduce((sum, line) => sum + (line.itemPrice ?? 0) * line.quantity, 0);
  const quantity = cart.reduce((sum, line) => sum + line.quantity, 0);
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
  const latest = (moments: Profile['viewed'] | undefined) =>
    [...(moments ?? [])].sort(([, a], [, b]) => b.time - a.time);
  const purchased = latest(profile?.purchased);
  return {
    viewed: latest(profile?.viewed).map(([sku]) => sku),
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

function deviceOf(userAgent: string | undefined, told: ContextInput['device']) {
  const parsed = userAgent
    ? parseAgent(userAgent)
    : { type: undefined, browser: undefined, os: undefined };
  return {
    type: told?.type?.toLowerCase() ?? parsed.type,
    browser: told?.browser?.toLowerCase() ?? parsed.browser,
    os: parsed.os,
  };
}

function parseAgent(userAgent: string): Device {
  const known = parsedAgents.get(userAgent);
  if (known) return known;
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
