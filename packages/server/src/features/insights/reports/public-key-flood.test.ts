// A flood of invented events by a public key, beside what a server reports: it changes no other
// visitor's record, and a report of what servers confirm has the real numbers alone.
//
// FLOOD=10000 sends as many invented events, beside 1,000 real ones; in the suite it is a tenth.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ReportedEvent } from '@attune/contract';
import { rebuildProfiles, rebuildStale } from '../../events/collect/index.ts';
import { variation } from '../../experiences/campaigns/campaigns.fixture.ts';
import { person, plantingServer } from './planted.fixture.ts';

const forgedEvents = Number(process.env['FLOOD'] ?? 1_000);
/** Of each real visitor: a view, one of a cart, a sign-in, a purchase and its refund. */
const eventsEach = 5;
const visitors = Math.max(10, forgedEvents / 10 / eventsEach);
/** Devices that invent, which the shop's server has served as it did all others. */
const attackers = 10;
const atOnce = 100;

const server = await plantingServer();
after(server.close);
const { ctx, browser, client, daysAgo, folded, manage, publish, test: site } = server;

const experiences = [{ name: 'All', variations: [variation('A'), variation('B')] }];
const campaignId = await daysAgo(12, () => publish({ selector: 'sale', experiences }));
const metric = await manage('POST', '/v2/metrics', {
  ...{ name: 'Confirmed revenue', kind: 'revenue', event: { type: 'purchase' } },
  ...{ serverSideOnly: true, winsorise: 100 },
});

const cuidOf = (nth: number) => `visitor-${nth}`;
const orderOf = (nth: number) => `order-${nth}`;
const worthOf = (nth: number) => 10 + (nth % 7);
const isReturned = (nth: number) => nth % 5 === 0;
const cart = (value: number) => [{ productId: 'tent', quantity: 1, itemPrice: value }];

function realEvents(nth: number): ReportedEvent[] {
  const value = worthOf(nth);
  const of = (name: string, properties: object) =>
    ({ name, eventId: `real-${nth}-${name}`, properties }) as ReportedEvent;
  return [
    of('view', { svcType: 'product-view-v1', productId: 'tent' }),
    of('cart', { svcType: 'add-to-cart-v1', productId: 'tent', quantity: 1, value }),
    of('login', { svcType: 'login-v1', ...person(cuidOf(nth)) }),
    of('bought', {
      ...{ svcType: 'purchase-v1', uniqueTransactionId: orderOf(nth), value },
      cart: cart(value),
    }),
    of('back', {
      svcType: 'refund-v1',
      uniqueTransactionId: isReturned(nth) ? orderOf(nth) : `other-${nth}`,
    }),
  ];
}

/** What somebody invents who knows every order number, event id and name of the shop. */
function forged(nth: number): ReportedEvent {
  const at = nth % visitors;
  const victim = person(cuidOf(at));
  const kinds: readonly [name: string, properties: object][] = [
    ['bought', { svcType: 'purchase-v1', uniqueTransactionId: orderOf(at), value: 1e9, cart: [] }],
    ['back', { svcType: 'refund-v1', uniqueTransactionId: orderOf(at) }],
    ['invented', { svcType: 'purchase-v1', value: 1e9, cart: cart(1e6) }],
    ['view', { svcType: 'product-view-v1', productId: 'tent' }],
    ['login', { svcType: 'login-v1', ...victim }],
    ['likes', { svcType: 'inform-affinity-v1', data: [{ attribute: 'color', values: ['x'] }] }],
    ['is', { svcType: 'change-attr-v1', attributeType: 'plan', attributeValue: 'gold' }],
  ];
  const [name, properties] = kinds[nth % kinds.length]!;
  const eventId = nth < forgedEvents / 4 ? `real-${at}-${name}` : `forged-${nth}`;
  return { name, eventId, properties } as ReportedEvent;
}

/** Sends forged events from one up to another, some from each of many devices, under real names. */
async function flood(from: number, to: number): Promise<void> {
  for (let first = from; first < to; first += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, to - first) }, (_, at) => first + at);
    const victim = person(cuidOf(first % visitors));
    const user = { svcid: `attacker-${(first / atOnce) % attackers}`, ...victim };
    await browser.events({ user, events: some.map(forged) });
  }
  await folded();
  await rebuildStale(ctx);
}

async function report() {
  const path = `/v2/campaigns/${campaignId}/report?metric=${metric.body.id}`;
  const { status, body } = await manage('GET', path);
  assert.equal(status, 200, JSON.stringify(body));
  const { asOf: _, to: __, ...numbers } = body;
  return numbers;
}

/** Profiles and logged events of the real visitors, who are known by name, and their devices. */
async function records() {
  const { rows } = await ctx.pool.query(
    `with real as (
       select person_id as id from identifier where site_id = $1
       union select user_id from device where site_id = $1)
     select id, (select state from profile where site_id = $1 and user_id = id) as state,
       array(select event.id || data from event
             where site_id = $1 and user_id = real.id order by event.id) as events
     from real order by id`,
    [site.id],
  );
  return rows;
}

test('a flood of invented events changes no other visitor’s record, nor what servers confirm', async () => {
  const given: string[] = [];
  const serve = async (id: string) => {
    const { choices } = await client.choose({ user: { id }, selector: { names: ['sale'] } });
    return String(choices[0]!.variations[0]!.payload.data);
  };
  const toAttackers: string[] = [];
  await daysAgo(10, async () => {
    for (let at = 0; at < attackers; at += 1) toAttackers.push(await serve(`attacker-${at}`));
  });
  await daysAgo(10, () => flood(0, forgedEvents / 2));
  await daysAgo(10, async () => {
    for (let nth = 0; nth < visitors; nth += 1) {
      given.push(await serve(`device-${nth}`));
      await client.events({ user: { id: `device-${nth}` }, events: realEvents(nth) });
    }
    await folded();
    await rebuildStale(ctx);
  });
  const before = await records();
  const confirmed = await report();
  const known = await ctx.pool.query('select from identifier where site_id = $1', [site.id]);
  assert.equal(known.rowCount, visitors, 'no name was made known by a page');
  assert.equal(
    before.reduce((sum, { events }) => sum + events.length, 0),
    6 * visitors,
  );
  for (const name of ['A', 'B']) {
    const nths = given.flatMap((one, nth) => (one === name ? [nth] : []));
    const left = nths.filter((nth) => !isReturned(nth)).map(worthOf);
    const found = confirmed.experiences[0].variations.find(
      (one: { name: string }) => one.name === name,
    );
    const total = left.reduce((sum, one) => sum + one, 0);
    const others = toAttackers.filter((one) => one === name).length;
    assert.deepEqual([found.users, found.total], [nths.length + others, total], name);
  }

  await daysAgo(9, () => flood(forgedEvents / 2, forgedEvents));
  assert.deepEqual(await records(), before);
  assert.deepEqual(await report(), confirmed);
  const ids = before.map(({ id }) => id);
  assert.deepEqual(await rebuildProfiles(ctx, site.id, ids), []);
  const { rows } = await ctx.pool.query(
    `select count(*)::int as claims from event where site_id = $1 and starts_with(id, 'c:')`,
    [site.id],
  );
  assert.ok(rows[0].claims > forgedEvents / 2, 'the flood was taken, as claims');
});
