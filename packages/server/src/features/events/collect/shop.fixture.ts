// A server whose inbox is worked off when a test says so, and shops whose profiles can be compared.
import { randomInt } from 'node:crypto';
import type { EventInput, SvcType } from '@attune/contract';
import { decodeProfile } from '@attune/core';
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';
import type { Log } from '../../../log/log.ts';
import { eventually, type TestServer, type TestSite, testServer } from '../../../testing.ts';
import { type Inbox, postgresInbox } from './inbox/inbox.ts';
import { countInbox } from './inbox/store.ts';
import { startWorker } from './worker.ts';

type User = NonNullable<EventInput['user']>;

export interface ShopServer extends TestServer {
  /** Opens a site with a feed of three products: `tent` red, `stove` blue, `lamp` red and blue. */
  readonly shop: (name: string) => Promise<Shop>;
  /** Lets some workers at once empty the inbox, between them; what they warn of is noted. */
  readonly workOff: (workers?: number, warnings?: string[]) => Promise<void>;
}

export interface Shop {
  readonly site: TestSite;
  readonly siteId: number;
  readonly feedId: string;
  readonly client: Awaited<ReturnType<TestSite['client']>>;
  readonly tell: (user: User, ...events: Reported[]) => Promise<void>;
  /** Stored profile texts by the person's names, or by the device's id. */
  readonly profiles: () => Promise<Record<string, string>>;
  /** Counts of the signals of a person or device, e.g. `{ 'red view': 1 }`. */
  readonly counts: (whose: string) => Promise<Record<string, number>>;
  /** Kinds of the logged events by the person's names, or by the device's id. */
  readonly log: () => Promise<Record<string, string[]>>;
}

export const external = (cuid: string) => ({ cuid, cuidType: 'external' });
export const day = 86_400_000;
/** Noon of a day, so that a test has no midnight in it. */
export const noon = Math.floor(Date.now() / day) * day - day / 2;

export type Reported = EventInput['events'][number];

interface Options {
  readonly eventId?: string;
  readonly timestamp?: number;
}

const reported = (svcType: SvcType, properties: object, options: Options = {}) =>
  ({
    ...{ name: svcType, timestamp: noon, ...options },
    properties: { svcType, ...properties },
  }) as Reported;

/** An event of a product that was looked at. */
export const view = (sku: string, options?: Options): Reported =>
  reported('product-view-v1', { productId: sku }, options);

/** A product that was put into the cart. */
export const addToCart = (sku: string, options?: Options): Reported =>
  reported('add-to-cart-v1', { productId: sku, quantity: 1, value: 10 }, options);

const cartOf = (skus: readonly string[]) =>
  skus.map((productId) => ({ productId, quantity: 1, itemPrice: 10 }));

/** A purchase of some products at 10 each. */
export const purchase = (id: string, skus: readonly string[], options?: Options): Reported =>
  reported(
    'purchase-v1',
    { uniqueTransactionId: id, value: skus.length * 10, cart: cartOf(skus) },
    options,
  );

/** A refund of a whole transaction, or of some of its products. */
export const refund = (id: string, skus?: readonly string[], options?: Options): Reported =>
  reported('refund-v1', { uniqueTransactionId: id, ...(skus && { cart: cartOf(skus) }) }, options);

/** A sign-in under some external names, the main one first. */
export const login = (names: readonly string[], options?: Options): Reported => {
  const [main = '', ...others] = names;
  const secondaryIdentifiers = others.map((value) => ({ type: 'external', value }));
  return reported('login-v1', { ...external(main), secondaryIdentifiers }, options);
};

/** As profiles number them. */
const signals = ['view', 'wishlist', 'filter', 'cart', 'inform', 'purchase', 'remove', 'refund'];

/** Starts a server that works nothing off by itself. */
export async function shopServer(): Promise<ShopServer> {
  const server = await testServer({ api: true, worker: false });
  const { ctx } = server;
  return {
    ...server,
    shop: async (name) => openShop(server, await server.site(name, { vertical: 'Other' })),
    workOff: async (workers = 1, warnings = []) => {
      const last = await ctx.inbox.mark();
      const log: Log = Object.create(ctx.log, {
        warn: { value: ({ err }: { err: unknown }) => warnings.push(String(err)) },
      });
      const inboxOf = workers > 1 ? sharedInbox : postgresInbox;
      const running = Array.from({ length: workers }, () =>
        startWorker({ ...ctx, log }, inboxOf(ctx.db)),
      );
      try {
        await eventually(async () => (await countInbox(ctx.db, last)) === 0);
      } finally {
        await Promise.all(running.map((worker) => worker.stop()));
      }
    },
  };
}

/** An inbox whose worker takes some partitions by chance, as if others had the rest. */
function sharedInbox(db: Db): Inbox {
  const inbox = postgresInbox(db);
  const waiting: Inbox['waiting'] = async () => {
    const all = await inbox.waiting();
    const first = all.length > 0 ? randomInt(all.length) : -1;
    return all.filter((_, at) => at === first || randomInt(2) === 0);
  };
  return { ...inbox, waiting };
}

async function openShop({ ctx }: TestServer, site: TestSite): Promise<Shop> {
  const client = await site.client(['collect', 'feed', 'userprofile', 'userdata']);
  const { id: feedId } = await client.createFeed({ name: 'Shop', affinity: ['color'] });
  await client.putItems(feedId, [
    { sku: 'tent', color: 'red' },
    { sku: 'stove', color: 'blue' },
    { sku: 'lamp', color: ['red', 'blue'] },
  ]);
  const profiles = async () => {
    const { rows } = await sql<{ whose: string; state: string }>`
      select ${whose} as whose, state from profile where site_id = ${site.id}
      order by whose`.execute(ctx.db);
    return Object.fromEntries(rows.map((row) => [row.whose, row.state]));
  };
  return {
    site,
    siteId: site.id,
    feedId,
    client,
    tell: async (user, ...events) => void (await client.events({ user, events })),
    profiles,
    counts: async (name) => countsIn((await profiles())[name]!),
    log: async () => {
      const { rows } = await sql<{ whose: string; kinds: string[] }>`
        select whose, array_agg(kind order by kind) as kinds
        from (select ${whose} as whose, kind from event where site_id = ${site.id}) as named
        group by whose order by whose`.execute(ctx.db);
      return Object.fromEntries(rows.map((row) => [row.whose, row.kinds]));
    },
  };
}

/** Whose a row with `site_id` and `user_id` is; ids of people differ from site to site. */
const whose = sql`coalesce((
  select string_agg(value, ' ' order by value) from identifier
  where identifier.site_id = ${sql.ref('site_id')} and person_id = user_id), user_id::text)`;

/** The counts in a profile's text, over all days. */
function countsIn(state: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { values } of decodeProfile(state).properties.values()) {
    for (const [value, cells] of values) {
      for (const [cell, count] of cells) {
        const name = `${value} ${signals[cell % 16]}`;
        counts[name] = (counts[name] ?? 0) + count;
      }
    }
  }
  return counts;
}
