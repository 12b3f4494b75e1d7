// What anybody can report with a key that everybody can read: it takes nobody's place.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { EventInput } from '@attune/contract';
import { rebuildProfiles, rebuildStale } from './rebuild.ts';
import {
  addToCart,
  day,
  external,
  login,
  noon,
  purchase,
  refund,
  type Shop,
  shopServer,
  view,
} from './shop.fixture.ts';

const server = await shopServer();
after(server.close);
const { ctx, shop, workOff } = server;

/** A shop, and what its pages report with its public key. */
async function openTo(name: string) {
  const opened = await shop(name);
  const page = await opened.site.client(['collect'], 'Client-side');
  const claim = (svcid: string, ...events: EventInput['events']) =>
    page.events({ user: { svcid }, sessionId: `session-${svcid}`, events });
  return { ...opened, claim };
}

/** Ids of logged events of a kind. */
async function ids({ siteId }: Shop, kind: string): Promise<string[]> {
  const { rows } = await ctx.pool.query(
    'select id from event where site_id = $1 and kind = $2 order by id',
    [siteId, kind],
  );
  return rows.map(({ id }) => id);
}

async function staleCount({ siteId }: Shop): Promise<number> {
  const { rows } = await ctx.pool.query('select from stale_profile where site_id = $1', [siteId]);
  return rows.length;
}

/** Rebuilding every profile finds each as it was folded. */
async function assertRebuilt({ siteId }: Shop): Promise<void> {
  const { rows } = await ctx.pool.query('select user_id from profile where site_id = $1', [siteId]);
  const userIds = rows.map(({ user_id }) => user_id);
  assert.deepEqual(await rebuildProfiles(ctx, siteId, userIds), []);
}

test('an invented event id keeps no event away that a server or another device reports', async () => {
  const one = await openTo('ids');
  await one.claim('7', view('lamp', { eventId: 'guessed' }));
  await one.claim('8', view('lamp', { eventId: 'guessed' }));
  await one.claim('8', view('lamp', { eventId: 'guessed' }));
  await workOff();
  await one.tell(external('ann'), { ...login(['ann']), eventId: 'guessed' });
  await workOff();
  assert.deepEqual(await ids(one, 'product-view'), ['c:7:guessed', 'c:8:guessed']);
  assert.deepEqual(await ids(one, 'login'), ['guessed']);
});

test('an id of a claim is nobody’s to send', async () => {
  const one = await openTo('reserved');
  for (const report of [one.tell, (_: object, event: never) => one.claim('7', event)] as const) {
    await assert.rejects(
      report({ svcid: '7' }, view('lamp', { eventId: 'c:8:guessed' }) as never),
      /invalid_request/,
    );
  }
});

test('invented orders keep no real ones away, in either order', async () => {
  const one = await openTo('orders');
  const orders = Array.from({ length: 20 }, (_, at) => `T${at}`);
  await one.claim('66', ...orders.slice(0, 10).map((id) => purchase(id, ['lamp'])));
  await workOff();
  await one.tell(external('ann'), ...orders.map((id) => purchase(id, ['tent'])));
  await workOff();
  await one.claim('66', ...orders.slice(10).map((id) => purchase(id, ['lamp'])));
  await workOff();
  assert.deepEqual(await ids(one, 'purchase'), orders.map((id) => `purchase:${id}`).sort());
  assert.deepEqual(await one.counts('ann'), { 'red purchase': 20 });
  assert.equal(await staleCount(one), 1);
  await rebuildStale(ctx);
  assert.deepEqual([await one.counts('66').catch(() => ({})), await staleCount(one)], [{}, 0]);
  await assertRebuilt(one);
});

test('what a page and a server both report is one purchase, in the session of the page', async () => {
  const seen = new Set<string>();
  for (const [at, isPageFirst] of [true, false].entries()) {
    const one = await openTo(`both-${at}`);
    const byPage = () => one.claim('7', addToCart('tent'), purchase('T1', ['tent', 'lamp']));
    const byServer = () => one.tell(external('ann'), purchase('T1', ['tent']));
    for (const report of isPageFirst ? [byPage, byServer] : [byServer, byPage]) {
      await report();
      await workOff();
    }
    await rebuildStale(ctx);
    const { rows } = await ctx.pool.query(
      `select id, data::jsonb #>> '{event,session}' as session from event
       where site_id = $1 and kind = 'purchase'`,
      [one.siteId],
    );
    assert.deepEqual(rows, [{ id: 'purchase:T1', session: 'session-7' }]);
    assert.deepEqual(await one.counts('ann'), { 'red purchase': 1 });
    assert.deepEqual(await one.counts('7'), { 'red cart': 1 });
    await assertRebuilt(one);
    seen.add((await one.profiles())['ann']!);
  }
  assert.equal(seen.size, 1);
});

test('each device claims an order for itself, once', async () => {
  const one = await openTo('devices');
  for (const device of ['7', '8', '7']) {
    await one.claim(device, purchase('T1', ['tent'], { eventId: `load-${device}` }));
    await workOff();
  }
  await one.claim('7', purchase('T1', ['tent'], { timestamp: noon - day }));
  await workOff();
  assert.deepEqual(await ids(one, 'purchase'), ['c:7:purchase:T1', 'c:8:purchase:T1']);
});

test('a page takes back its own claim, and nothing that a server vouches for', async () => {
  const one = await openTo('refunds');
  await one.claim('7', purchase('T1', ['tent']));
  await one.claim('8', refund('T1'));
  await workOff();
  assert.deepEqual(await one.counts('7'), { 'red purchase': 1 });
  await one.claim('7', refund('T1'));
  await workOff();
  assert.deepEqual(await one.counts('7'), { 'red purchase': 1, 'red refund': 1 });

  await one.tell({ id: '9' }, purchase('T2', ['stove']));
  await one.claim('9', refund('T2'));
  await workOff();
  assert.deepEqual(await one.counts('9'), { 'blue purchase': 1 });
  assert.deepEqual(await ids(one, 'refund'), ['c:7:refund:T1', 'c:8:refund:T1']);
});

test('a server takes back what only a page has reported, of the same user', async () => {
  const one = await openTo('server-refunds');
  await one.claim('7', purchase('T1', ['tent']));
  await workOff();
  await one.tell({ id: '7' }, refund('T1'));
  await workOff();
  assert.deepEqual(await one.counts('7'), { 'red purchase': 1, 'red refund': 1 });
  await assertRebuilt(one);
});

test('a claim, a server’s purchase and its refund give the same bytes in every order', async () => {
  const seen = new Set<string>();
  const orders = ['CRS', 'CSR', 'RCS', 'RSC', 'SCR', 'SRC', 'DCRS', 'CRDS', 'CR', 'RC'];
  for (const order of orders) {
    const one = await openTo(`order-${order.toLowerCase()}`);
    await one.claim('7', view('lamp'));
    await one.tell({ svcid: '7' }, login(['ann']));
    await one.tell({ svcid: '8' }, login(['ann']));
    await workOff();
    const reports: Readonly<Record<string, () => Promise<unknown>>> = {
      C: () => one.claim('7', purchase('T1', ['tent'])),
      D: () => one.claim('8', purchase('T1', ['stove'])),
      R: () => one.tell(external('ann'), refund('T1')),
      S: () => one.tell(external('ann'), purchase('T1', ['tent', 'stove'])),
    };
    for (const step of order) {
      await reports[step]!();
      await workOff();
    }
    await rebuildStale(ctx);
    await assertRebuilt(one);
    const isConfirmed = order.includes('S');
    // A claim stands in the profile of its device.
    const expected = isConfirmed
      ? { 'blue purchase': 1, 'blue refund': 1, 'red purchase': 1, 'red refund': 1 }
      : { 'red refund': 1 };
    const { 'blue view': _, 'red view': __, ...counted } = await one.counts('ann');
    assert.deepEqual(counted, expected, order);
    if (isConfirmed) seen.add((await one.profiles())['ann']!);
  }
  assert.equal(seen.size, 1);
});
