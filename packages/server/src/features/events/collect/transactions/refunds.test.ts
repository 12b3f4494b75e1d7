// Refunds of whole transactions: once each, of one's own purchases, whichever comes first.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Event } from '@attune/core';
import type { Db } from '../../../../db/schema.ts';
import { lockAwaited } from '../../../../testing.ts';
import { requestErasure, runErasures } from '../../../operations/personal-data/index.ts';
import { processEntries } from '../process.ts';
import { rebuildProfiles } from '../rebuild.ts';
import {
  day,
  external,
  login,
  noon,
  purchase,
  refund,
  type Shop,
  shopServer,
  view,
} from '../shop.fixture.ts';

const server = await shopServer();
after(server.close);
const { ctx, shop, workOff } = server;

const bought = purchase('T1', ['tent', 'lamp'], { timestamp: noon - day });
const returned = refund('T1');
const whole = { 'blue purchase': 1, 'blue refund': 1, 'red purchase': 2, 'red refund': 2 };

async function changedByRebuild({ siteId }: Shop): Promise<string[]> {
  const { rows } = await server.ctx.pool.query('select user_id from profile where site_id = $1', [
    siteId,
  ]);
  const userIds = rows.map(({ user_id }) => user_id);
  return rebuildProfiles(ctx, siteId, userIds);
}

test('purchase and refund give the same bytes in both orders, together and apart', async () => {
  const seen = new Set<string>();
  for (const [at, order] of [
    [[bought, returned]],
    [[returned, bought]],
    [[bought], [returned]],
    [[returned], [bought]],
    [[returned], [returned, bought], [bought]],
  ].entries()) {
    const one = await shop(`order-${at}`);
    for (const batch of order) {
      await one.tell(external('ann'), ...batch);
      await workOff();
    }
    assert.deepEqual(await one.counts('ann'), whole);
    assert.deepEqual(await one.log(), { ann: ['purchase', 'refund'] });
    assert.deepEqual(await changedByRebuild(one), []);
    seen.add((await one.profiles())['ann']!);
  }
  assert.equal(seen.size, 1);
});

test('a refund takes back what was counted, whatever the feed has now', async () => {
  const { tell, client, feedId, counts } = await shop('repainted');
  await tell(external('ann'), purchase('T1', ['tent']));
  await workOff();
  await client.putItems(feedId, [
    { sku: 'tent', color: 'green' },
    { sku: 'stove', color: 'blue' },
    { sku: 'lamp', color: 'red' },
  ]);
  await tell(external('ann'), returned);
  await workOff();
  assert.deepEqual(await counts('ann'), { 'red purchase': 1, 'red refund': 1 });
});

test('a transaction is refunded once, also when it is reported again on another day', async () => {
  const { tell, counts } = await shop('again');
  await tell(external('ann'), bought, returned, refund('T1', undefined, { eventId: 'other' }));
  await workOff();
  await tell(external('ann'), refund('T1', undefined, { timestamp: noon - day }));
  await workOff();
  assert.deepEqual(await counts('ann'), whole);
});

test('a refund of a value alone leaves the preferences, and several of them count', async () => {
  const { tell, counts, log } = await shop('values');
  const back = (value: number) => ({
    name: 'Back',
    properties: { svcType: 'refund-v1' as const, uniqueTransactionId: 'T1', value },
  });
  await tell(external('ann'), bought, back(3), back(4));
  await workOff();
  assert.deepEqual(await counts('ann'), { 'blue purchase': 1, 'red purchase': 2 });
  assert.deepEqual(await log(), { ann: ['purchase', 'refund', 'refund'] });
});

test('a refund never takes back another person’s purchase, in either order', async () => {
  const { tell, counts } = await shop('stranger');
  await tell(external('ann'), bought);
  await workOff();
  await tell(external('bob'), returned, refund('T2'));
  await workOff();
  await tell(external('ann'), purchase('T2', ['stove']));
  await workOff();
  assert.deepEqual(await counts('ann'), { 'blue purchase': 2, 'red purchase': 2 });
  assert.deepEqual(await counts('bob'), {});
});

test('a device and its owner are one person', async () => {
  const { tell, counts } = await shop('devices');
  await tell({ svcid: '31' }, bought);
  await tell({ svcid: '31' }, login(['ann']));
  await workOff();
  await tell(external('ann'), returned);
  await workOff();
  assert.deepEqual(await counts('ann'), { 'blue refund': 1, 'red refund': 2 });
});

test('a purchase and its refund that are folded at the same moment meet', async () => {
  for (const order of [[0, 1] as const, [1, 0] as const]) {
    const { siteId, counts, tell } = await shop(`at-once-${order.join('-')}`);
    await tell({ svcid: '51' }, view('tent'));
    await workOff();
    const { site } = ctx.snapshots.site(siteId)!;
    const base = { time: noon, name: 'told', session: '', transactionId: 'T1' };
    const cart = [{ sku: 'stove', quantity: 1 }];
    const events: Event[] = [
      { ...base, id: 'purchase:T1', kind: 'purchase', value: 1, cart },
      { ...base, id: 'refund:T1', kind: 'refund' },
    ];
    const process = (tx: Db, at: number) =>
      processEntries(tx, site, 0, [{ siteId, device: '51', identifiers: [], event: events[at]! }]);
    const waiting: Promise<unknown>[] = [];
    await ctx.db.transaction().execute(async (tx) => {
      await process(tx, order[0]);
      waiting.push(ctx.db.transaction().execute((other) => process(other, order[1])));
      await lockAwaited(ctx.pool);
    });
    await Promise.all(waiting);
    assert.deepEqual(await counts('51'), { 'blue purchase': 1, 'blue refund': 1, 'red view': 1 });
  }
});

test('nothing of a refund is left when its person is erased', async () => {
  const { tell, siteId } = await shop('erased');
  await tell(external('ann'), bought, returned);
  await tell(external('bob'), refund('T9'));
  await workOff();
  await requestErasure(ctx, siteId, { type: 'external', value: 'ann' }, 'test');
  assert.equal(await runErasures(ctx), 1);
  const left = await ctx.db
    .selectFrom('refund')
    .select('transaction_id')
    .where('site_id', '=', siteId)
    .execute();
  assert.deepEqual(left, [{ transaction_id: 'T9' }]);
});
