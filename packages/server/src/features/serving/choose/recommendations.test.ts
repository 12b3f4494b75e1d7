// What campaigns that recommend and sort answer, record and are credited with.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { AttuneError } from '@attune/sdk';
import { recommendingShop } from './recommending.fixture.ts';

const shop = await recommendingShop();
const { server, call, items, strategy, publish, ask, dataOf, skusOf } = shop;
after(server.close);
const { client, log } = server;

test('before the feed is in memory nothing is recommended, and the answer warns of it', async () => {
  const answer = await ask(['row', 'list'], { context: { listedItems: ['s01', 's00'] } });
  assert.equal(answer.choices[0].type, 'RECS_DECISION');
  assert.deepEqual(dataOf(answer), { custom: { title: 'New' }, slots: [] });
  assert.deepEqual(skusOf(answer, 1), ['s01', 's00'], 'a list stays as it is');
  assert.equal(answer.warnings[0].code, 'feed_unavailable');
  await server.recorded();
});

test('slots come with their items, in the types and the language of the page', async () => {
  const answer = await ask(['row'], { context: { page: { type: 'HOMEPAGE', locale: 'de_DE' } } });
  assert.equal(answer.choices[0].variations[0].payload.type, 'RECS');
  assert.deepEqual(skusOf(answer), ['s10', 's09', 's08']);
  const [{ productData, slotId }] = dataOf(answer).slots;
  assert.match(slotId, /^[\w.-]+$/);
  assert.equal(productData.name, 'Artikel 10');
  assert.equal(productData.price, 110);
  assert.equal(productData.in_stock, true);
  assert.deepEqual(productData.categories, ['even']);
  assert.deepEqual(productData.keywords, ['a', 'b']);
});

test('product data is what was asked for, and always an object', async () => {
  const none = await ask(['row'], { options: { recsProductData: { skusOnly: true } } });
  assert.deepEqual(dataOf(none).slots[0].productData, {});
  const wanted = { recsProductData: { fieldFilter: ['name', 'nothing'] } };
  const some = await ask(['row'], { options: wanted });
  assert.deepEqual(dataOf(some).slots[0].productData, { name: 'Item 10' });
});

test('page, cart and rules of the request leave items out, in their slots', async () => {
  const context = {
    page: { type: 'PRODUCT' as const, data: ['s10'] },
    cart: [{ productId: 's09', quantity: 1 }],
  };
  assert.deepEqual(skusOf(await ask(['row'], { context })), ['s08', 's07', 's06']);
  const condition = (value: string) => ({
    conditions: [{ field: 'categories', arguments: [{ action: 'IS' as const, value }] }],
  });
  const args = {
    row: {
      realtimeRules: [
        { type: 'exclude' as const, slots: [0], query: condition('even') },
        { type: 'include' as const, slots: [1], query: condition('even') },
      ],
    },
  };
  assert.deepEqual(skusOf(await ask(['row'], { selector: { args } })), ['s09', 's10', 's08']);
});

test('nothing is recommended twice in a request that forbids it', async () => {
  await publish('second', 'recommendations', { strategy, slots: 3 });
  const twice = await ask(['row', 'second']);
  assert.deepEqual(skusOf(twice, 1), skusOf(twice, 0));
  const once = await ask(['row', 'second'], { options: { deduplicateRecommendations: true } });
  assert.deepEqual(skusOf(once, 1), ['s07', 's06', 's05']);
});

test('a list is sorted, with everything that was in it', async () => {
  const context = { listedItems: ['s11', 'nobody', 's03', 's05'] };
  const answer = await ask(['list'], { context });
  assert.equal(answer.choices[0].type, 'SORTING_DECISION');
  assert.equal(answer.choices[0].variations[0].payload.type, 'SORT');
  assert.deepEqual(skusOf(answer), ['s05', 's03', 's11', 'nobody']);
});

test('explain says why each slot has its item, and what filters left out', async () => {
  const answer = await ask(['row'], { options: { explain: true } });
  const { recommendation } = answer.choices[0].explanation;
  assert.equal(recommendation.strategy.name, 'Newest in stock');
  assert.equal(recommendation.slots[0].sku, 's10');
  assert.match(recommendation.slots[0].reason, /Step 1, newest/);
  assert.deepEqual(recommendation.trace.dropped, [{ filter: 'in stock', count: 1, skus: ['s11'] }]);
  assert.deepEqual(skusOf(answer), ['s10', 's09', 's08']);
});

test('a control group gets no items, by the name of its campaign’s type', async () => {
  await publish('nothing', 'recommendations', null as unknown as object);
  const { choices } = await ask(['nothing']);
  assert.deepEqual([choices[0].type, choices[0].variations], ['RECS_DECISION', []]);
});

test('what was given is recorded, and a replay reads it from there', async () => {
  const answer = await ask(['row'], { user: { id: '4711' } });
  const exposures = (await log()).filter(
    ({ userId, kind }) => userId === '4711' && kind === 'exposure',
  );
  assert.deepEqual(exposures[0]?.event.recommended, [
    [0, 's10', 0],
    [1, 's09', 0],
    [2, 's08', 0],
  ]);
  const { decisionId } = answer.choices[0];
  const replayed = await call('POST', '/v2/decisions/replay', { decisionId });
  assert.equal(replayed.body.same, true, replayed.text);
  assert.deepEqual(replayed.body.recommended[1], { slot: 1, sku: 's09', step: 0, propensity: 1 });
  const options = { isImplicitImpressionMode: false };
  const later = await ask(['row'], { user: { id: '4712' }, options });
  await log();
  const again = await call('POST', '/v2/decisions/replay', {
    decisionId: later.choices[0].decisionId,
  });
  assert.equal(again.body.recommended[0].sku, 's10', again.text);
});

test('a click on a slot counts for its variation once, with the item', async () => {
  const user = { id: '4713' };
  const answer = await ask(['row'], { user });
  const [first, second] = dataOf(answer).slots;
  const engagements = [
    { type: 'SLOT_IMP', slotId: first.slotId },
    { type: 'SLOT_CLICK', slotId: second.slotId },
    { type: 'SLOT_CLICK', slotId: second.slotId },
  ] as const;
  await client.engagement({ user, engagements: [...engagements] });
  const events = (await log()).filter(({ userId }) => userId === '4713').map(({ event }) => event);
  const told = events.filter(({ kind }) => kind !== 'exposure');
  assert.deepEqual(told.map(({ kind, sku, variationId }) => [kind, sku, variationId]).sort(), [
    ['click', 's09', answer.choices[0].variations[0].id],
    ['impression', 's10', answer.choices[0].variations[0].id],
  ]);
});

test('an id of a slot that was changed, or of another site, is refused where it stands', async () => {
  const answer = await ask(['row']);
  const { slotId } = dataOf(answer).slots[0];
  const [decision, , name, code] = slotId.split('.');
  const other = await server.site('other-slots');
  const elsewhere = await other.client(['collect']);
  for (const [by, wrong] of [
    [client, [decision, 1, name, code].join('.')],
    [client, [decision, 0, Buffer.from('other').toString('base64url'), code].join('.')],
    [client, `${slotId}x`],
    [client, decision],
    [elsewhere, slotId],
  ] as const) {
    await assert.rejects(
      by.engagement({ engagements: [{ type: 'SLOT_CLICK', slotId: wrong }] }),
      (error) => {
        assert.ok(error instanceof AttuneError);
        assert.deepEqual(
          error.problem.errors?.map(({ pointer }) => pointer),
          ['/engagements/0/slotId'],
        );
        return true;
      },
    );
  }
  await assert.rejects(client.engagement({ engagements: [{ type: 'SLOT_IMP' }] }));
});

test('no answer mixes two revisions of a feed, however often it is swapped meanwhile', async () => {
  const swaps = 6;
  let isOver = false;
  const swapping = (async () => {
    for (let price = 1; price <= swaps; price++) {
      const swapped = await call('PUT', '/v2/feeds/svcid/7', {
        items: items.map((item) => ({ ...item, price, in_stock: true })),
      });
      assert.equal(swapped.status, 200, swapped.text);
    }
    await server.recorded();
    isOver = true;
  })();
  const seen = new Set<number>();
  while (!isOver) {
    const answer = await ask(['row', 'second'], { context: { page: { type: 'HOMEPAGE' } } });
    const prices = [0, 1].flatMap((at) =>
      dataOf(answer, at).slots.map(
        (slot: { productData: { price: number } }) => slot.productData.price,
      ),
    );
    const isFirst = prices.every((price) => price > 50);
    assert.ok(isFirst || new Set(prices).size === 1, String(prices));
    if (!isFirst) seen.add(prices[0]);
  }
  await swapping;
  assert.ok(seen.size > 0);
  assert.equal(dataOf(await ask(['row'])).slots[0].productData.price, swaps);
});
