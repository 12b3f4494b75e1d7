// What can be bought, and what it costs, is recommended as the feed says at that moment.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { eventually } from '../../../testing.ts';
import { callWith, experienceServer } from '../../experiences/campaigns/campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const call = callWith(server.url, await server.test.key(['manage', 'feed']));

const item = (sku: string, publish_time: number, availability: string) => ({
  ...{ sku, group_id: sku, name: sku, url: 'https://shop.example/i', price: 10, publish_time },
  ...{ image_url: 'https://shop.example/i.png', categories: ['all'], availability },
  in_stock: availability === 'in stock',
});

test('what is to be ordered counts as in stock as the feed says, within a second', async () => {
  await call('POST', '/v2/feeds', { id: '7', name: 'Items' });
  const items = [
    item('here', 1_700_000_000, 'in stock'),
    item('newer', 1_700_000_001, 'backorder'),
  ];
  const put = await call('PUT', '/v2/feeds/svcid/7', { items });
  assert.equal(put.body.data.rejected, 0, put.text);
  const steps = [{ method: { type: 'newest' } }];
  const strategy = { name: 'Newest in stock', steps, filters: [{ type: 'in-stock' }] };
  const made = await call('POST', '/v2/strategies', strategy);
  assert.equal(made.status, 201, made.text);
  const payload = { strategy: made.body.id, slots: 1 };
  const experiences = [{ name: 'All', variations: [{ name: 'Shown', weight: 1, payload }] }];
  const campaign = { name: 'row', selector: 'row', type: 'recommendations', experiences };
  const created = await call('POST', '/v2/campaigns', campaign);
  await call('POST', `/v2/campaigns/${created.body.id}/publish`);

  const isFirst = (sku: string) =>
    eventually(async () => {
      const { choices } = await server.client.choose({ selector: { names: ['row'] } });
      const data = choices[0]?.variations[0]?.payload.data as { slots: { sku: string }[] };
      return data?.slots[0]?.sku === sku;
    });
  await isFirst('newer');
  const set = (orderable: string[]) => call('PUT', '/v2/feeds/7', { orderable });
  assert.deepEqual((await set(['preorder'])).body.orderable, ['preorder']);
  await isFirst('here');
  const faulty = await set(['someday']);
  assert.deepEqual([faulty.status, faulty.body.errors[0].pointer], [422, '/orderable/0']);
  await set(['preorder', 'backorder']);
  await isFirst('newer');
});

test('a reduced price is served, filtered by and shown while it holds, the regular one beside', async () => {
  const day = 86_400_000;
  const date = (days: number) => new Date(Date.now() + days * day).toISOString();
  const reduced = (sku: string, dates: string | undefined, at: number) => ({
    ...{ ...item(sku, 1_700_000_000 + at, 'in stock'), sale_price: 8 },
    ...(dates !== undefined && { sale_price_effective_date: dates }),
  });
  await call('POST', '/v2/feeds', { id: '8', name: 'Prices' });
  const later = date(1);
  const items = [
    reduced('now', `${date(-1)}/${later}`, 3),
    reduced('always', undefined, 2),
    reduced('over', `/${date(-1)}`, 1),
    reduced('soon', `${later}/`, 0),
  ];
  const put = await call('PUT', '/v2/feeds/svcid/8', { items });
  assert.equal(put.body.data.rejected, 0, put.text);
  const steps = [{ method: { type: 'newest' } }];
  const filter = { type: 'column', column: 'price', is: 'LT', value: 9 };
  const make = async (name: string, filters: object[]) => {
    const made = await call('POST', '/v2/strategies', { name, feed: '8', steps, filters });
    assert.equal(made.status, 201, made.text);
    const payload = { strategy: made.body.id, slots: 4 };
    const experiences = [{ name: 'All', variations: [{ name: 'Shown', weight: 1, payload }] }];
    const campaign = { name, selector: name, type: 'recommendations', experiences };
    const created = await call('POST', '/v2/campaigns', campaign);
    await call('POST', `/v2/campaigns/${created.body.id}/publish`);
  };
  await make('prices', []);
  await make('cheap', [filter]);
  const pricesOf = async (name: string, fieldFilter?: string[]) => {
    const options = fieldFilter && { recsProductData: { fieldFilter } };
    const { choices } = await server.client.choose({
      selector: { names: [name] },
      ...(options && { options }),
    });
    const data = choices[0]?.variations[0]?.payload.data as {
      slots: { sku: string; productData: Record<string, unknown> }[];
    };
    return (data?.slots ?? []).map(({ sku, productData: { price, regular_price: regular } }) => [
      ...[sku, price, regular],
    ]);
  };
  await eventually(async () => (await pricesOf('prices')).length === 4);
  const wanted = [
    ['now', 8, 10],
    ['always', 8, 10],
    ['over', 10, undefined],
    ['soon', 10, undefined],
  ];
  assert.deepEqual(await pricesOf('prices'), wanted);
  assert.deepEqual(await pricesOf('prices', ['name', 'price']), wanted);
  assert.deepEqual(
    await pricesOf('prices', ['name']),
    wanted.map(([sku]) => [sku, undefined, undefined]),
  );
  await eventually(async () => (await pricesOf('cheap')).length === 2);
  assert.deepEqual(await pricesOf('cheap'), wanted.slice(0, 2));

  const details = await call('GET', '/v2/feeds/8/items/now/details');
  assert.deepEqual(details.body.priceNow, { price: 8, regular: 10, until: later });
  const { price, sale_price, sale_price_effective_date: dates } = details.body.item;
  assert.deepEqual([price, sale_price, dates], [10, 8, items[0]!.sale_price_effective_date]);
  const soon = await call('GET', '/v2/feeds/8/items/soon/details');
  assert.deepEqual(soon.body.priceNow, { price: 10, regular: null, until: later });
});
