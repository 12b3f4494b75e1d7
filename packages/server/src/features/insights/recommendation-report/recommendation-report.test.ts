// What the report of recommendations says is what was sent, worked out by hand.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '../../../testing.ts';
import { changeSettings } from '../../configuration/sites/index.ts';
import { callWith } from '../../experiences/campaigns/campaigns.fixture.ts';
import {
  isErasureDone,
  requestErasure,
  runErasures,
} from '../../operations/personal-data/index.ts';
import { applyRetention } from '../../operations/retention/index.ts';
import { selectPerson } from '../../people/identity/index.ts';
import { dayOf, forgetProducts, moneyOf, type Span } from './by-hand.fixture.ts';
import { comparison, rounded } from './compare.fixture.ts';
import { crawler, openRecommendingShop, type User } from './shop.fixture.ts';
import { shoppers, userOf } from './shoppers.fixture.ts';

const shop = await openRecommendingShop();
const { server, strategies, at, show, click, buy, report: ask } = shop;
after(shop.close);
const dayMs = 86_400_000;
const today = Math.floor(Date.now() / dayMs) * dayMs;
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
const { sent, play } = shoppers(shop, seed, today);
const { lists, orders, refunds } = sent;
before(play);
const { compareAll, count } = comparison(sent);

const first = dayOf(today - 27 * dayMs);
const last = dayOf(today);
/** Of this moment: nothing is kept. */
async function report(query = '') {
  await server.ctx.pool.query('delete from recommendation_figures');
  return ask(query);
}

const spanOf = (windowDays: number): Span => ({ first, last, windowDays, currency: 'USD' });

test('without recommendations all is nothing, and says what was sold', async () => {
  const other = await server.site('bare');
  const client = await other.client(['collect']);
  const properties = {
    svcType: 'purchase-v1' as const,
    value: 9,
    cart: [{ productId: 'x', quantity: 2 }],
  };
  await client.events({
    user: { id: '1' },
    events: [{ name: 'Bought', timestamp: today - dayMs, properties }],
  });
  await server.folded();
  const ask = callWith(server.url, await other.key(['manage']));
  const { body, text } = await ask('GET', '/v2/recommendations/report');
  assert.deepEqual(
    body.total,
    {
      ...{ lists: 0, fullShare: null, fallbackShare: null, shown: 0, clicks: 0, clickRate: null },
      direct: { orders: 0, items: 0, revenue: 0 },
      assisted: { orders: 0, items: 0, revenue: 0 },
      coverage: { items: 0, of: 0, share: null },
      ...{ siteRevenue: 9, revenueShare: 0 },
    },
    text,
  );
  assert.deepEqual([body.strategies, body.slots, body.pages, body.daily.length], [[], [], [], 28]);
});

/** From figures that are kept as if making them had taken long. */
async function keep(): Promise<void> {
  await shop.keep();
  await server.ctx.pool.query('update recommendation_figures set took_ms = 20000');
}

/** From kept figures, minutes later. */
const askLater = (query = '') => at(today + 180_000, () => ask(query));

test('every figure is what was sent, by hand: strategies, slots, pages, days, currencies, refunds', async (t) => {
  t.diagnostic(`SEED=${seed}`);
  for (const days of [7, 1, 30]) {
    compareAll(await report(days === 7 ? '' : `windowDays=${days}`), spanOf(days));
  }
  const made = count();
  t.diagnostic(`${made} figures`);
  assert.ok(made > 900, String(made));
  await at(today, keep);
  const kept = await askLater();
  assert.equal(kept.asOf, new Date(today).toISOString(), 'it says when it was made');
  compareAll(kept, spanOf(7));
  const [from, to] = [dayOf(today - 20 * dayMs), dayOf(today - 9 * dayMs)];
  const part = await askLater(`from=${from}&to=${to}`);
  compareAll(part, { ...spanOf(7), first: from, last: to });
  t.diagnostic(`${count() - made} figures from what was kept`);
  assert.ok(moneyOf(sent, spanOf(7)).others.length === 1, 'two currencies');
});

test('a span and a strategy are parts of the same', async () => {
  const [from, to] = [dayOf(today - 20 * dayMs), dayOf(today - 9 * dayMs)];
  compareAll(await report(`from=${from}&to=${to}`), { ...spanOf(7), first: from, last: to });
  const [strategy] = strategies;
  const whole = await report();
  const one = await report(`strategy=${strategy}`);
  const { coverage: _, siteRevenue: _site, revenueShare: _share, ...total } = one.total;
  const { id: _id, name: _name, coverage, ...expected } = whole.strategies[0]!;
  assert.deepEqual(rounded(total), rounded(expected));
  assert.deepEqual(
    one.strategies.map(({ id }) => id),
    [strategy],
  );
  assert.deepEqual(one.total.coverage, coverage);
  await at(today, keep);
  const { asOf: _asOf, ...kept } = await askLater(`strategy=${strategy}`);
  const { asOf: _now, ...fresh } = one;
  assert.deepEqual(rounded(kept), rounded(fresh));
});

test('what is kept has late purchases and refunds once it is made again', async () => {
  const given = refunds.map(({ of }) => of);
  const of = orders.find((one) => !('cuid' in userOf(one.person)) && !given.includes(one))!;
  const { person } = of;
  const sold = { value: 25, currency: 'USD', cart: [{ sku: 's1', quantity: 2, price: 10 }] };
  const late = { id: 'late', person, time: today - 3 * dayMs, ...sold };
  const before = await askLater();
  orders.push(late);
  refunds.push({ of, value: 5, currency: of.currency });
  await at(today, () => buy(userOf(person), [late], refunds.slice(-1)));
  await server.folded();
  assert.deepEqual((await askLater()).total, before.total, 'as of when it was made');
  assert.deepEqual((await askLater('windowDays=8')).asOf, new Date(today + 180_000).toISOString());
  // The worker may yet keep what it began to make before the purchase came.
  const fresh = await eventually(async () => {
    await server.ctx.pool.query('update recommendation_figures set took_ms = 20');
    const now = await at(today, ask);
    return now.total.siteRevenue !== before.total.siteRevenue && now;
  });
  compareAll(fresh, spanOf(7));
  await at(today, keep);
  compareAll(await askLater(), spanOf(7));
});

test('coverage is of the items that the feed has now', async () => {
  const shown = new Set(
    lists.filter(({ time }) => dayOf(time) >= first).flatMap(({ skus }) => skus),
  );
  const { total } = await report();
  assert.deepEqual(total.coverage, { items: shown.size, of: 12, share: shown.size / 12 });
});

test('a purchase counts until the window ends, and a click on another day than its report', async () => {
  const start = today - 100 * dayMs + 3_600_000;
  const user: User = { id: '9001' };
  const list = await show(start, user);
  const [clicked] = await click(start + 1_000, 'edge', list, [0]);
  const sku = list.skus[0]!;
  const buyAfter = async (id: string, ms: number) => {
    const time = clicked!.time + ms;
    const bought = { id, time, person: 'edge', value: 10, currency: 'USD' };
    await at(today, () => buy(user, [{ ...bought, cart: [{ sku, quantity: 1, price: 10 }] }]));
  };
  await buyAfter('just-before', -1);
  await buyAfter('at-once', 0);
  await buyAfter('last-moment', 7 * dayMs - 1);
  await buyAfter('too-late', 7 * dayMs);
  await server.folded();
  const day = (days: number) => dayOf(start + days * dayMs);
  const direct = async (from: string, to: string) =>
    (await report(`from=${from}&to=${to}`)).total.direct.orders;
  assert.equal(await direct(day(0), day(7)), 2);
  assert.equal(await direct(day(0), day(0)), 1);
  assert.equal(await direct(day(1), day(7)), 1, 'the click was on the day before');
  const eight = await report(`from=${day(0)}&to=${day(7)}&windowDays=8`);
  assert.equal(eight.total.direct.orders, 3);
  assert.equal(eight.total.assisted.orders, 0);
  assert.equal(eight.total.siteRevenue, 40);
});

test('several clicks on a slot are one, and a purchase of its variant is direct', async () => {
  const start = today - 150 * dayMs + 3_600_000;
  const user: User = { id: '9002' };
  const only = { conditions: [{ field: 'sku', arguments: [{ action: 'IS', value: 's0' }] }] };
  const realtimeRules = [{ type: 'include', slots: [], query: only }];
  const args = { row: { realtimeRules } };
  const list = await show(start, user, { selector: { args } } as never);
  assert.deepEqual(list.skus, ['s0']);
  for (const later of [1_000, 2_000, 3_000]) await click(start + later, 'twice', list, [0, 0]);
  const time = start + 60_000;
  const cart = [
    { sku: 's3', quantity: 5, price: 2 },
    { sku: 's4', quantity: 1, price: 7 },
  ];
  const order = { id: 'variant', time, person: 'twice', value: 20, currency: 'USD', cart };
  await at(today, () => buy(user, [order]));
  await server.folded();
  const { total } = await report(`from=${dayOf(start)}&to=${dayOf(start)}`);
  assert.equal(total.clicks, 1);
  assert.equal(total.clickRate, 1);
  assert.deepEqual(total.direct, { orders: 1, items: 1, revenue: 10 });
  assert.deepEqual(total.assisted, { orders: 1, items: 1, revenue: 7 });
});

test('crawlers and own people are in no figure, and are told apart', async () => {
  const settings = { internalTraffic: { userAgents: ['ShopMonitor'] } };
  await changeSettings(server.ctx, server.test.id, { settings }, 'test');
  await server.recorded();
  const start = today - 170 * dayMs + 3_600_000;
  const from = (userAgent: string) => ({ context: { device: { userAgent } } });
  await show(start, { id: '9003' }, from(crawler.userAgent));
  const own = await show(start, { id: '9004' }, from('ShopMonitor/1'));
  await click(start + 1, 'own', own, [0]);
  await server.folded();
  await eventually(async () => {
    const { total, notCounted } = await report(`from=${dayOf(start)}&to=${dayOf(start)}`);
    assert.deepEqual([total.lists, total.shown, total.clicks], [0, 0, 0]);
    return notCounted.bots === 1 && notCounted.internal === 1;
  });
});

test('where pages report what is seen, items count once they are', async () => {
  const start = today - 180 * dayMs + 3_600_000;
  const user: User = { id: '9005' };
  const list = await show(start, user, { options: { isImplicitImpressionMode: false } });
  const engagements = list.slotIds
    .slice(0, 2)
    .map((slotId) => ({ type: 'SLOT_IMP' as const, slotId }));
  await at(start + 1_000, () => server.client.engagement({ engagements }));
  await at(start + 2_000, () => server.client.engagement({ engagements }));
  await server.folded();
  const { total, slots } = await report(`from=${dayOf(start)}&to=${dayOf(start)}`);
  assert.deepEqual([total.lists, total.fullShare, total.shown], [1, 1, 2]);
  assert.deepEqual(
    slots.map(({ shown }) => shown),
    [1, 1],
  );
});

test('an erased person stays: their orders name no products, and count as assisted', async () => {
  const { total: before } = await at(today, () => report());
  const person = orders.find((one) => 'cuid' in userOf(one.person))!.person;
  const { ctx, test: site } = server;
  const erasure = await requestErasure(ctx, site.id, { type: 'external', value: person }, 'test');
  await runErasures(ctx);
  await eventually(() => isErasureDone(ctx, site.id, erasure));
  forgetProducts(sent, person);
  const late = await report();
  compareAll(late, spanOf(7));
  assert.equal(late.total.shown, before.shown);
  assert.equal(late.total.clicks, before.clicks);
  await at(today, keep);
  compareAll(await askLater(), spanOf(7));
});

test('what is kept after a withdrawal of consent is what the log says then', async () => {
  const { ctx, test: site } = server;
  const people = orders.map(({ person }) => person).filter((one) => 'cuid' in userOf(one));
  const person = people.at(-1)!;
  const user = { ...userOf(person), active_consent_accepted: false };
  const properties = { svcType: 'product-view-v1' as const, productId: 's1' };
  await server.client.events({ user, events: [{ name: 'View', properties }] } as never);
  await server.folded();
  await eventually(async () => {
    await runErasures(ctx);
    const name = { type: 'external', value: person };
    return (await selectPerson(ctx.db, site.id, name)) === undefined;
  });
  const fresh = await at(today + 180_000, () => report());
  await at(today, keep);
  const { asOf: _, ...kept } = await askLater();
  const { asOf: _now, ...expected } = fresh;
  assert.deepEqual(rounded(kept), rounded(expected));
});

test('days past the term of the site are in no table and no figure, kept or not', async () => {
  const { ctx, test: site } = server;
  await at(today, keep);
  await changeSettings(ctx, site.id, { settings: { retentionDays: 30 } }, 'test');
  await server.recorded();
  await at(today + 20 * dayMs, async () => {
    await applyRetention(ctx);
    await server.recorded();
    const { eventsFrom } = site.snapshot().site;
    assert.ok(eventsFrom !== null && eventsFrom > first, String(eventsFrom));
    for (const table of ['recommendation_count', 'recommended_item']) {
      const { rows } = await ctx.pool.query(
        `select min(day)::text as first, count(*)::int as left from ${table} where site_id = $1`,
        [site.id],
      );
      assert.ok(rows[0].left > 0 && rows[0].first >= eventsFrom, JSON.stringify([table, rows]));
    }
    const earlier = new Date(ctx.now() - 60_000);
    await ctx.pool.query(`update recommendation_figures set as_of = $1`, [earlier]);
    const fresh = await ask(`from=${dayOf(today - 19 * dayMs)}`);
    const now = new Date(ctx.now()).toISOString();
    assert.deepEqual([fresh.from, fresh.asOf], [eventsFrom, now], 'what was kept is not used');
    await keep();
    const { asOf: _, ...rest } = await ask();
    const { asOf: _asOf, ...expected } = await report();
    assert.deepEqual(rounded(rest), rounded(expected));
    assert.ok(expected.total.siteRevenue > 0);
  });
});
