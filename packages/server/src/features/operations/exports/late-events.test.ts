// What changes a day that was exported is in its file after the next run, and nothing is in vain.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event, EventKind } from '@attune/core';
import { eventually } from '../../../testing.ts';
import { changeSettings } from '../../configuration/sites/index.ts';
import { linesOf } from '../../events/collect/entry.ts';
import { postgresInbox } from '../../events/collect/inbox/inbox.ts';
import {
  day,
  external,
  noon,
  purchase,
  type Reported,
  refund,
  type Shop,
  shopServer,
} from '../../events/collect/shop.fixture.ts';
import { runErasures } from '../personal-data/index.ts';
import { applyRetention } from '../retention/index.ts';
import { filesOf } from './duckdb.fixture.ts';
import { dayOf, warehouseOf } from './warehouse.fixture.ts';

const server = await shopServer();
const warehouse = await warehouseOf(server);
const { ctx, shop, workOff } = server;

/** Noon of the day so many days ago. */
const timeOf = (daysBack: number) => noon - (daysBack - 1) * day;
const at = (daysBack: number) => ({ timestamp: timeOf(daysBack) });

const search = (keywords: string, daysBack: number): Reported => ({
  ...{ name: 'Search', ...at(daysBack) },
  properties: { svcType: 'keyword-search-v1', keywords },
});

interface Exporting extends Shop {
  /** Exports the events; the days whose files were written, in order. */
  readonly exported: () => Promise<string[]>;
  /** Asks for columns of some of the exported events. */
  readonly ask: (columns: string, where: string) => Promise<Record<string, unknown>[]>;
}

/** Opens a shop with a folder that its events are exported to. */
async function exporting(name: string): Promise<Exporting> {
  const one = await shop(name);
  const folder = await warehouse.newFolder();
  return {
    ...one,
    async exported() {
      const days = new Set<string>();
      const onProgress = (part: { folder: string }) => days.add(part.folder.slice('day='.length));
      await warehouse.exportTo(folder, 'events', { site: one.site, onProgress });
      return [...days];
    },
    ask: (columns, where) =>
      warehouse.ask(
        `select ${columns} from ${filesOf(folder, 'events', 'parquet')} where ${where}`,
      ),
  };
}

const ofVariation = { campaignId: 1, experienceId: 2, variationId: 3 };
const ofDecision = { revision: 1, propensity: 1, allocationVersion: 1, isKept: false };
const ofProduct = { sku: 'tent', quantity: 1 };

/** An event of each kind that the log can have. */
const facts: { readonly [Kind in EventKind]: object } = {
  pageview: { page: { type: 'HOMEPAGE' } },
  'product-view': ofProduct,
  'keyword-search': { keywords: 'tent' },
  'filter-items': { property: 'color', value: 'red' },
  'sort-items': { sortBy: 'price', order: 'ASC' },
  'change-attr': { property: 'size', value: 'L' },
  'video-watch': { itemId: 'film', progress: 'COMPLETED' },
  'add-to-cart': ofProduct,
  'remove-from-cart': ofProduct,
  'sync-cart': { cart: [ofProduct] },
  purchase: { value: 1, cart: [ofProduct] },
  refund: { value: 1 },
  'add-to-wishlist': ofProduct,
  'enter-promo-code': { code: 'SPRING' },
  identify: { identifiers: [] },
  login: { identifiers: [] },
  signup: { identifiers: [] },
  'newsletter-subscription': { identifiers: [] },
  'message-optin': { channel: 'email' },
  'message-optout': { channel: 'email' },
  'inform-affinity': { source: '', data: [] },
  exposure: { ...ofVariation, ...ofDecision },
  decision: { revision: 1, decided: [] },
  click: ofVariation,
  impression: ofVariation,
  custom: { properties: {} },
  unrecognised: { type: 'later-v1', properties: {} },
};

test('a late event of any kind is in the file of its day after the next run', async () => {
  const { site, siteId, exported, ask } = await exporting('kinds');
  const inbox = postgresInbox(ctx.db);
  const kinds = Object.keys(facts) as EventKind[];
  for (const kind of kinds) {
    const base = { id: kind, time: timeOf(9), name: kind, session: 's' };
    const event = { ...base, kind, ...facts[kind] } as Event;
    const entry = { siteId, device: '77', identifiers: [], event };
    await inbox.accept(linesOf([entry], site.snapshot().site.salt));
    await workOff();
    assert.deepEqual(await exported(), [dayOf(9)], kind);
    const found = await ask('event_id', `kind = '${kind}'`);
    assert.deepEqual(found, [{ event_id: kind }]);
  }
});

test('a refund that its purchase completes later changes the file of the refund', async () => {
  const { tell, exported, ask } = await exporting('refund');
  await tell(external('ann'), refund('order', undefined, at(5)));
  await workOff();
  assert.deepEqual(await exported(), [dayOf(5)]);
  await tell(external('ann'), purchase('order', ['tent'], at(6)));
  await workOff();
  assert.deepEqual(await exported(), [dayOf(6), dayOf(5)]);
  const [found] = await ask('affinity', `kind = 'refund'`);
  assert.match(String(found?.['affinity']), /red/);
});

test('a purchase that a page names the session of changes the file of the purchase', async () => {
  const { site, tell, exported, ask } = await exporting('session');
  const browser = await site.client(['collect'], 'Client-side');
  const user = { id: '4711' };
  await tell(user, purchase('order', ['tent'], at(5)));
  await workOff();
  assert.deepEqual(await exported(), [dayOf(5)]);
  const events = [purchase('order', ['tent'], { timestamp: Date.now() })];
  await browser.events({ user, session: { custom: 'visit' }, events });
  await workOff();
  assert.deepEqual(await exported(), [dayOf(5)]);
  assert.deepEqual(await ask('session_id', `kind = 'purchase'`), [{ session_id: 'visit' }]);
});

test('an erasure alone writes the days again that had the person, and no other', async () => {
  const { client, tell, exported, ask } = await exporting('erasure');
  await tell(external('ann'), search('tent', 4), search('tent', 3));
  await tell(external('eve'), search('eve', 4));
  await workOff();
  assert.deepEqual(await exported(), [dayOf(4), dayOf(3)]);
  await client.eraseUser(external('eve'));
  assert.equal(await runErasures(ctx), 1);
  assert.deepEqual(await exported(), [dayOf(4)]);
  assert.deepEqual(await ask('event_id', `facts like '%eve%'`), []);
  assert.deepEqual(await exported(), []);
});

test('a day that the site keeps no longer stays in the folder, also where others keep it', async () => {
  const { site, siteId, tell, exported, ask } = await exporting('term');
  const other = await exporting('keeper');
  for (const one of [tell, other.tell]) await one(external('ann'), search('tent', 9));
  await workOff();
  assert.deepEqual(await exported(), [dayOf(9)]);
  await changeSettings(ctx, siteId, { settings: { retentionDays: 7 } }, 'test');
  await applyRetention(ctx);
  await eventually(async () => site.snapshot().site.eventsFrom !== null);
  assert.deepEqual(await exported(), []);
  assert.equal((await ask('event_id', `kind = 'keyword-search'`)).length, 1);
  assert.deepEqual(await other.exported(), [dayOf(9)]);
});

test('a day is exported after a failover that lost its last events, though as many came', async () => {
  const { siteId, tell, exported, ask } = await exporting('failover');
  const saying = async (keywords: string) => {
    await tell(external('ann'), search(keywords, 2));
    await workOff();
  };
  const query = async (text: string, ...more: unknown[]) =>
    (await ctx.pool.query(text, [siteId, ...more])).rows;
  await saying('replicated');
  const [standby] = await query('select version from event_day_change where site_id = $1');
  await saying('lost');
  assert.deepEqual(await exported(), [dayOf(2)]);
  await query(`delete from event where site_id = $1 and data like '%lost%'`);
  await query('update event_day_change set version = $2 where site_id = $1', standby.version);
  await saying('after');
  assert.deepEqual(await exported(), [dayOf(2)]);
  const found = await ask('event_id', `facts like '%after%' or facts like '%lost%'`);
  assert.equal(found.length, 1);
});

test('what says that a day has changed is in no unlogged table, which a crash would empty', async () => {
  const { rows } = await ctx.pool.query(
    `select relpersistence from pg_class where oid = 'event_day_change'::regclass`,
  );
  assert.deepEqual(rows, [{ relpersistence: 'p' }]);
});
