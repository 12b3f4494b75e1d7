// Tests of finding items: page by page, by sku, by name, by a column's value.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Catalogue, changeCatalogue } from '@attune/core';
import { feedServer } from '../feeds.fixture.ts';
import { listItems } from './items.ts';

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

test('a search finds a column’s exact value, or one of its values', async () => {
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

test('a search in memory finds what the database finds, page by page and in the same order', async () => {
  const id = await feed();
  const words = ['Red "big" shoe', 'Blüe BOOT', 'shoe\\horn', 'boot, ","name":"x"', 'ünder', ''];
  words.push('Übergröße', 'ÉCLAIR \\ "x"', 'Чашка', 'wide ＂shoe＂');
  const rows = Array.from({ length: 60 }, (_, at) => ({
    ...{ sku: `${'shoe é 😀 \uffee'.split(' ')[at % 4]}-${at}`, brand: `Brand ${at % 7}` },
    ...{ keywords: `a|k${at % 5}`, price: at / 4, is_new: at % 3 === 0, a: { name: 'nested' } },
    ...(at % 9 !== 8 && { name: at % 10 === 9 ? `one of ${at}` : words[at % words.length] }),
  }));
  await put(id, rows);
  const change = changeCatalogue(undefined);
  for (const row of [{ sku: 'gone', name: 'shoe' }, ...rows]) change.put(JSON.stringify(row));
  change.remove('gone');
  const catalogue = change.finish('1');
  const find = async (memory: Catalogue | undefined, query: Record<string, string>) => {
    const inMemory = { get: () => memory, state: () => memory };
    const feed = { siteId: server.test.id, feedId: id, revision: 1, inMemory, lookedAtOnce: 2 };
    const found: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await listItems(server.ctx, feed, { ...query, limit: '3', cursor });
      found.push(...page.items.map(({ sku }) => sku));
      if (page.next === null) return found;
      cursor = page.next;
    }
  };
  let most = 0;
  const names = ['shoe', 'BIG"', 'shoe\\', 'blüe', 'ü', 'boot', '","name', 'nested', 'one of 3'];
  const columns = ['brand Brand 3', 'keywords k2', 'price 5', 'price 5.25', 'is_new true', 'no 1'];
  const queries = [
    ...names.map((q) => ({ q })),
    ...['ÜBERGROSSE', 'eclair \\ "X', 'чашк', 'e "shoe"'].map((q) => ({ q })),
    ...columns.map((one) => ({
      column: one.split(' ')[0]!,
      value: one.slice(one.indexOf(' ') + 1),
    })),
    { q: 'shoe', column: 'brand', value: 'Brand 1' },
  ];
  for (const query of queries) {
    const inMemory = await find(catalogue, query);
    assert.deepEqual(inMemory, await find(undefined, query), JSON.stringify(query));
    assert.equal(new Set(inMemory).size, inMemory.length);
    most = Math.max(most, inMemory.length);
  }
  assert.ok(most >= 20);
  assert.deepEqual(await find(catalogue, { column: 'price', value: '5.25' }), ['é-21']);
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
