// Tests of finding items: page by page, by sku, by name, by what a column holds.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { feedServer } from '../feeds.fixture.ts';

const server = await feedServer();
after(server.close);
const { call, feed, put } = server;

const skus = (body: { items: { sku: string }[] }) => body.items.map(({ sku }) => sku);

async function all(id: string, query: Record<string, string>): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const text = new URLSearchParams({ ...query, ...(cursor !== null && { cursor }) });
    const { body, status } = await call('GET', `/v2/feeds/${id}/items?${text}`);
    assert.equal(status, 200, JSON.stringify(body));
    found.push(...skus(body));
    if (body.next === null) return found;
    cursor = body.next;
  }
}

test('items come by sku, each once and as it is now', async () => {
  const id = await feed();
  const rows = Array.from({ length: 25 }, (_, at) => ({ sku: `s${at + 10}`, at }));
  await put(id, [...rows, { sku: 'gone' }]);
  await put(
    id,
    rows.map((row) => ({ ...row, at: row.at + 1 })),
  );
  assert.deepEqual(
    await all(id, { limit: '10' }),
    rows.map(({ sku }) => sku),
  );
  const { body, etag } = await call('GET', `/v2/feeds/${id}/items?limit=1`);
  assert.deepEqual([body.items, etag], [[{ sku: 's10', at: 1 }], '"2"']);
});

test('a search finds skus by their beginning first, then names, whatever the case', async () => {
  const id = await feed();
  await put(id, [
    { sku: 'a1', name: 'Red "big" shoe' },
    { sku: 'a2', name: 'Blue boot', note: 'SHOE' },
    { sku: 'shoe-9', name: 'Sandal' },
    { sku: 'b', 'lng:de:name': 'shoe' },
    { sku: 'z', name: 'SHOEHORN' },
  ]);
  assert.deepEqual(await all(id, { q: 'shoe' }), ['shoe-9', 'a1', 'z']);
  assert.deepEqual(await all(id, { q: 'shoe', limit: '1' }), ['shoe-9', 'a1', 'z']);
  assert.deepEqual(await all(id, { q: '"BIG"' }), ['a1']);
  assert.deepEqual(await all(id, { q: '%' }), []);
});

test('a search finds exactly what a column holds, or one of what it holds', async () => {
  const id = await feed();
  await put(id, [
    { sku: 'a', brand: 'Acme', price: 12.5, categories: ['x', 'y'] },
    { sku: 'b', brand: 'Acme Ltd', price: 12, tag: 'Acme', in_stock: true },
    { sku: 'c', brand: 'Ac"me', categories: 'y|z' },
  ]);
  const by = (column: string, value: string) => all(id, { column, value });
  assert.deepEqual(await by('brand', 'Acme'), ['a']);
  assert.deepEqual(await by('brand', 'Ac"me'), ['c']);
  assert.deepEqual(await by('price', '12'), ['b']);
  assert.deepEqual(await by('categories', 'y'), ['a', 'c']);
  assert.deepEqual(await by('in_stock', 'true'), ['b']);
  assert.deepEqual(await by('sku', 'c'), ['c']);
  assert.deepEqual(await all(id, { column: 'categories', value: 'y', q: 'c' }), ['c']);
  const half = await call('GET', `/v2/feeds/${id}/items?column=brand`);
  assert.equal(half.body.code, 'invalid_query');
  const cursor = await call('GET', `/v2/feeds/${id}/items?cursor=7:x`);
  assert.equal(cursor.body.code, 'invalid_query');
});

test('an item is shown in other languages and with what users did with it', async () => {
  const id = await feed();
  await put(id, [{ sku: 'seen "1"', name: 'Shoe', 'lng:de_DE:name': 'Schuh' }]);
  const now = server.ctx.now();
  const add = async (kind: string, event: unknown, daysAgo: number) => {
    const time = new Date(now - daysAgo * 86_400_000);
    const day = time.toISOString().slice(0, 10);
    await server.ctx.pool.query(`create table if not exists event_${day.replaceAll('-', '_')}
      partition of event for values from ('${day}') to ('${new Date(+time + 86_400_000).toISOString().slice(0, 10)}')`);
    await server.ctx.pool.query(
      `insert into event (site_id, day, id, user_id, kind, time, data)
       values ($1, $2, gen_random_uuid()::text, 1, $3, $4, $5)`,
      [server.test.id, day, kind, time, JSON.stringify({ v: 1, event, observations: [] })],
    );
  };
  const sku = 'seen "1"';
  await add('product-view', { kind: 'product-view', sku }, 0);
  await add('pageview', { kind: 'pageview', sku }, 0);
  await add('product-view', { kind: 'product-view', sku: 'other', note: sku }, 0);
  await add('add-to-cart', { kind: 'add-to-cart', sku, quantity: 1 }, 3);
  await add('add-to-cart', { kind: 'add-to-cart', sku: 'other', cart: [{ sku }] }, 3);
  await add('purchase', { kind: 'purchase', cart: [{ sku: 'other' }, { sku }] }, 29);
  await add('purchase', { kind: 'purchase', cart: [{ sku }] }, 31);
  const path = `/v2/feeds/${id}/items/${encodeURIComponent(sku)}/details`;
  const { body } = await call('GET', path);
  assert.deepEqual(body.localised, [{ locale: 'de_DE', columns: { name: 'Schuh' } }]);
  assert.equal(body.item.name, 'Shoe');
  const { days, views, carts, purchases, isComplete } = body.events;
  assert.deepEqual([views, carts, purchases, isComplete, days.length], [2, 1, 1, true, 3]);
  assert.equal((await call('GET', `/v2/feeds/${id}/items/none/details`)).status, 404);
});
