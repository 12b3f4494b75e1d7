// What a recommendation shows before it is live, and which pins it does not show.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { recommendingShop } from './recommending.fixture.ts';

const { server, call, strategy, publish, ask, skusOf } = await recommendingShop();
after(server.close);
// The first request has the feed loaded, and is answered without it.
await ask(['row']);
await server.recorded();

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
  await server.log();
  const { decisionId } = served.choices[0];
  const { body: replayed } = await call('POST', '/v2/decisions/replay', { decisionId });
  const { lostPins } = replayed.explanation;
  assert.deepEqual(
    lostPins.map(({ sku }: { sku: string }) => sku),
    ['s11', 'gone'],
  );
});
