// What campaigns that recommend and sort answer, record and are credited with.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ChooseInput } from '@attune/contract';
import { AttuneError } from '@attune/sdk';
import { callWith, experienceServer } from '../../experiences/campaigns/campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const { client, log, test: site } = { ...server, test: server.test };
const call = callWith(server.url, await site.key(['manage', 'feed']));

const items = Array.from({ length: 12 }, (_, at) => ({
  ...{ sku: `s${String(at).padStart(2, '0')}`, group_id: 'g', name: `Item ${at}` },
  ...{ url: 'https://shop.example/i', image_url: 'https://shop.example/i.png' },
  ...{ price: 10 * (at + 1), in_stock: at !== 11, categories: [at % 2 ? 'odd' : 'even'] },
  ...{ keywords: 'a|b', brand: `brand ${at % 3}`, publish_time: 1_700_000_000 + at },
  'lng:de_DE:name': `Artikel ${at}`,
}));
await call('POST', '/v2/feeds', { id: '7', name: 'Items' });
const put = await call('PUT', '/v2/feeds/svcid/7', { items });
assert.equal(put.body.data.rejected, 0, put.text);

const made = await call('POST', '/v2/strategies', {
  name: 'Newest in stock',
  steps: [{ method: { type: 'newest' } }],
  filters: [{ type: 'in-stock' }, { type: 'not-on-page' }, { type: 'not-in-cart' }],
});
const strategy: number = made.body.id;
assert.equal(made.status, 201, made.text);

async function publish(selector: string, type: string, payload: object, more: object = {}) {
  const experiences = [
    { name: 'All', variations: [{ name: 'Shown', weight: 1, payload }], ...more },
  ];
  const campaign = { name: selector, selector, type, groups: ['page'], experiences };
  const created = await call('POST', '/v2/campaigns', campaign);
  assert.equal(created.status, 201, created.text);
  const live = await call('POST', `/v2/campaigns/${created.body.id}/publish`);
  assert.equal(live.status, 200, live.text);
}
await publish('row', 'recommendations', { strategy, slots: 3, custom: { title: 'New' } });
await publish('list', 'sorting', { strategy });

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer.
async function ask(names: string[], request: ChooseInput = {}): Promise<any> {
  const { args, ...rest } = request.selector ?? {};
  return client.choose({ ...request, selector: { names, ...rest, ...(args && { args }) } });
}
const dataOf = (answer: Awaited<ReturnType<typeof ask>>, at = 0) =>
  answer.choices[at].variations[0].payload.data;
const skusOf = (answer: Awaited<ReturnType<typeof ask>>, at = 0): string[] =>
  dataOf(answer, at).slots.map(({ sku }: { sku: string }) => sku);

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

test('a strategy is tried on a page without anything being recorded', async () => {
  const preview = await call('POST', '/v2/strategies/preview', {
    strategyId: strategy,
    slots: 2,
    user: { cuid: 'nobody', cuidType: 'external' },
    context: { page: { type: 'PRODUCT' as const, data: ['s10'] } },
    fieldFilter: ['name'],
  });
  assert.equal(preview.status, 200, preview.text);
  const { slots, trace, feed, qualifying } = preview.body;
  assert.deepEqual(
    slots.map(({ sku, productData, source }: Record<string, unknown>) => [
      sku,
      productData,
      source,
    ]),
    [
      ['s09', { name: 'Item 9' }, 'step'],
      ['s08', { name: 'Item 8' }, 'step'],
    ],
  );
  assert.deepEqual(
    trace.dropped.map(({ filter, count }: Record<string, unknown>) => [filter, count]),
    [
      ['in stock', 1],
      ['not on the page', 1],
    ],
  );
  assert.deepEqual([feed.id, feed.items, qualifying.count], ['7', 12, 10]);
  const inline = await call('POST', '/v2/strategies/preview', {
    strategy: { name: 'Tried', steps: [{ method: { type: 'trending' } }] },
    slots: 1,
  });
  assert.match(inline.body.trace.steps[0].note, /not built/);
  assert.equal(inline.body.slots[0].source, 'last-resort');
  const wrong = await call('POST', '/v2/strategies/preview', {
    strategy: { name: 'Wrong', feed: '404', steps: [{ method: { type: 'newest', window: 1 } }] },
  });
  assert.deepEqual(
    wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/strategy/feed', '/strategy/steps/0/method/window'],
  );
});

test('a preview with rules and pins is what choose gives with them', async () => {
  const filters = [{ type: 'column', column: 'brand', is: 'IS', value: 'brand 1' }];
  const rules = [{ type: 'exclude', filters }];
  const pins = [{ slot: 2, sku: 's02' }];
  await publish('ruled', 'recommendations', { strategy, slots: 4, rules, pins });
  const context = { page: { type: 'PRODUCT' as const, data: ['s03'] } };
  const conditions = [{ field: 'sku', arguments: [{ action: 'IS' as const, value: 's09' }] }];
  const realtimeRules = [{ type: 'exclude' as const, slots: [0], query: { conditions } }];
  const request = { strategyId: strategy, slots: 4, rules, pins, context };
  for (const own of [{}, { realtimeRules }]) {
    const served = await ask(['ruled'], { context, selector: { args: { ruled: own } } });
    const { body } = await call('POST', '/v2/strategies/preview', { ...request, ...own });
    const shown = body.slots.map(({ sku }: { sku: string }) => sku);
    assert.deepEqual([shown, shown[2], body.findings], [skusOf(served), 's02', []]);
  }
});

test('a pin that is not shown is told before it is live, in a preview, and in an explanation', async () => {
  const filters = [{ type: 'same', column: 'categories' }];
  const rules = [{ type: 'include', filters }];
  const pins = [
    { slot: 0, sku: 's11' },
    { slot: 1, sku: 'gone' },
    { slot: 2, sku: 's02' },
  ];
  const payload = { strategy, slots: 3, rules, pins };
  await publish('pinned', 'recommendations', payload);
  const { body: listed } = await call('GET', '/v2/campaigns?q=pinned');
  const { body: checked } = await call('POST', `/v2/campaigns/${listed.items[0].id}/check`);
  const at = '/experiences/0/variations/0/payload/pins';
  const [stock, absent] = ['it does not pass the filter “in stock”', 'the feed has no such item'];
  assert.deepEqual(checked.warnings, [
    { pointer: `${at}/0/sku`, detail: `is not shown, as ${stock}` },
    { pointer: `${at}/1/sku`, detail: `is not shown, as ${absent}` },
    { pointer: `${at}/2/sku`, detail: 'is only shown on pages whose item has the same categories' },
  ]);
  const context = { page: { type: 'PRODUCT', data: ['s03'] } };
  const { strategy: strategyId, ...given } = payload;
  const asked = { strategyId, ...given, context };
  const { body: preview } = await call('POST', '/v2/strategies/preview', asked);
  const same = 'it does not pass the filter “the same categories as the page’s item”';
  assert.deepEqual(
    preview.findings.map(({ detail }: { detail: string }) => detail),
    [stock, absent, same].map((reason) => `is not shown, as ${reason}`),
  );
  const request = { context, selector: { names: ['pinned'] } };
  const { body: why } = await call('POST', '/v2/decisions/why', { request });
  const reasons = [stock, absent, same].map((reason, slot) => ({ ...pins[slot], reason }));
  assert.deepEqual(why.campaigns[0].lostPins, reasons);
  const served = await ask(['pinned'], { user: { id: '4799' } });
  assert.equal(skusOf(served)[2], 's02', 'on a page without an item');
  await log();
  const { decisionId } = served.choices[0];
  const { body: replayed } = await call('POST', '/v2/decisions/replay', { decisionId });
  const { lostPins } = replayed.explanation;
  assert.deepEqual(
    lostPins.map(({ sku }: { sku: string }) => sku),
    ['s11', 'gone'],
  );
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
