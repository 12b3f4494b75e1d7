// What is not in stock and can be ordered is recommended as its feed says.
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
