// A shop with a feed, a strategy, and campaigns that recommend and sort by it.
import assert from 'node:assert/strict';
import type { ChooseInput } from '@attune/contract';
import { callWith, experienceServer } from '../../experiences/campaigns/campaigns.fixture.ts';

/** Starts one; `after(shop.server.close)`. */
export async function recommendingShop() {
  const server = await experienceServer();
  const { client, test: site } = server;
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
  return { server, call, items, strategy, publish, ask, dataOf, skusOf };
}
