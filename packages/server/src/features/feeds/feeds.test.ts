// Tests of feeds through HTTP: made, changed by requests, guarded, read back.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { feedServer } from './feeds.fixture.ts';
import { changeFeedSettings, createFeed, listFeeds } from './feeds.ts';
import { selectAffinityValues } from './index.ts';

const server = await feedServer();
after(server.close);
const { call, feed, put, items } = server;

const update = (id: string, columns: object) => ({
  id,
  action: 'Update',
  body: { data: { sku: id, ...columns } },
});

test('a feed gets the id that was asked for, once, or one of its own', async () => {
  const made = await call('POST', '/v2/feeds', { id: '777', name: 'Shop' });
  assert.equal(made.status, 201);
  assert.deepEqual(made.body, {
    ...{ id: '777', name: 'Shop', affinity: ['categories'], revision: 0, items: 0 },
  });
  assert.equal((await call('POST', '/v2/feeds', { id: '777', name: 'Other' })).status, 409);
  const own = await call('POST', '/v2/feeds', { name: 'Other', affinity: ['color'] });
  assert.match(own.body.id, /^[1-9][0-9]{9}$/);
  assert.deepEqual(
    server.test.snapshot().feeds.map(({ id }) => id),
    ['777', own.body.id],
  );
});

test('an unknown feed is refused with the way to make it, an impossible id like it', async () => {
  for (const id of ['1', '9223372036854775808', '-9223372036854775809']) {
    const refused = await call('PUT', `/v2/feeds/svcid/${id}`, { items: [] });
    assert.equal(refused.status, 404);
    assert.match(refused.body.detail, /POST \/v2\/feeds.*attune feeds create/);
  }
  const refused = await call('POST', '/v2/feeds', { id: '9223372036854775808', name: 'Shop' });
  assert.equal(refused.status, 422);
  assert.equal(refused.body.errors[0].pointer, '/id');
});

test('requests change their items in order, leave the rest, and each has its outcome', async () => {
  const id = await feed();
  await put(id, [{ sku: 'a', color: 'red', size: 1 }, { sku: 'b' }]);
  const changed = await call('POST', `/v2/feeds/${id}/bulk`, {
    requests: [
      { id: 'a', action: 'partial', body: { data: { color: 'blue', size: null } } },
      { id: 'z', action: 'DELETE' },
      update('c', { color: 'pink' }),
      { id: 'c', action: 'delete' },
      update('c', { color: 'gold' }),
      { id: 'y', action: 'partial', body: { data: {} } },
      update('b', { price: -1 }),
      { action: 'delete' },
    ],
  });
  assert.equal(changed.etag, '"2"');
  const { transaction_id: transaction, ...counts } = changed.body.data;
  assert.deepEqual(counts, { accepted: 5, rejected: 3, revision: 2 });
  assert.deepEqual(await items(id), [
    { sku: 'a', color: 'blue' },
    { sku: 'b' },
    { sku: 'c', color: 'gold' },
  ]);
  const outcomes = (await call('GET', `/v2/feeds/${id}/transaction/${transaction}`)).body;
  assert.deepEqual(
    outcomes.map((one: Record<string, string>) => [one.item, one.status, one.message]),
    [
      ['a', 'success', undefined],
      ['z', 'success', 'Item missing'],
      ['c', 'success', undefined],
      ['c', 'success', undefined],
      ['c', 'success', undefined],
      ['y', 'failed', 'Item missing: only update adds an item'],
      ['b', 'failed', outcomes[6].message],
      ['#7', 'failed', 'id is missing'],
    ],
  );
  assert.match(outcomes[6].message, /^price must be/);
  const one = await call('GET', `/v2/feeds/${id}/transaction/${transaction}/item/%237`);
  assert.equal(one.body.status, 'failed');
  const read = await call('GET', `/v2/feeds/${id}/items/a`);
  assert.deepEqual([read.etag, read.body], ['"2"', { sku: 'a', color: 'blue' }]);
  for (const path of [`items/nope`, `transaction/nope`, `transaction/${transaction}/item/nope`]) {
    assert.equal((await call('GET', `/v2/feeds/${id}/${path}`)).status, 404);
  }
});

test('the items of a body become the feed, and exactly one form of change is taken', async () => {
  const id = await feed();
  const path = `/v2/feeds/svcid/${id}`;
  const changed = await call('PUT', path, { items: [{ sku: 'a' }, { name: 'no sku' }, 7] });
  assert.deepEqual([changed.body.data.accepted, changed.body.data.rejected], [1, 2]);
  for (const body of [{}, { items: [], requests: [] }]) {
    assert.equal((await call('PUT', path, body)).status, 422);
  }
  assert.deepEqual(await items(id), [{ sku: 'a' }]);
});

test('a feed loses more than half of its items only by consent, whatever the form', async () => {
  const id = await feed();
  const path = `/v2/feeds/svcid/${id}`;
  await put(id, [{ sku: 'a' }, { sku: 'b' }, { sku: 'c' }]);
  const requests = [
    { id: 'a', action: 'delete' },
    { id: 'b', action: 'delete' },
  ];
  for (const body of [{ items: [{ sku: 'a' }] }, { requests }]) {
    const refused = await call('PUT', path, body);
    assert.equal(refused.body.code, 'feed_shrink');
  }
  const dry = await call('PUT', `${path}?dryRun=true`, { items: [{ sku: 'a', n: 1 }, {}] });
  assert.deepEqual(dry.body.data, {
    ...{ added: 0, changed: 1, removed: 2, unchanged: 0, rejected: 1, shrinks: true },
    rejections: [{ item: '#1', message: 'sku is missing' }],
  });
  assert.equal((await items(id)).length, 3);
  const allowed = await call('PUT', `${path}?allowShrink=true`, { requests });
  assert.deepEqual([allowed.status, await items(id)], [200, [{ sku: 'c' }]]);
});

test('a change that is based on another revision is refused', async () => {
  const id = await feed();
  const path = `/v2/feeds/svcid/${id}`;
  const first = await call('PUT', path, { items: [{ sku: 'a' }] }, { 'if-match': '"0"' });
  assert.equal(first.etag, '"1"');
  for (const dryRun of ['false', 'true']) {
    const url = `${path}?dryRun=${dryRun}`;
    const late = await call('PUT', url, { items: [{ sku: 'b' }] }, { 'if-match': '"0"' });
    assert.deepEqual([late.status, late.body.code], [412, 'revision_mismatch']);
  }
  const present = await put(id, [{ sku: 'a' }, { sku: 'b' }], { 'if-match': 'W/"1", "1"' });
  assert.equal(present.etag, '"2"');
});

test('affinity values come from the columns of the first feed that has the product', async () => {
  const { ctx, test: site } = server;
  const first = await createFeed(ctx, site.id, { id: '-5', name: 'A', affinity: ['color'] }, 'me');
  const second = await createFeed(ctx, site.id, { id: '5', name: 'B', affinity: ['size'] }, 'me');
  await put('-5', [{ sku: 'a', color: 'red', size: 'L' }]);
  await put('5', [
    { sku: 'a', color: 'blue', size: 'M' },
    { sku: 'b', color: 'blue', size: 7 },
  ]);
  const many = Array.from({ length: 6_000 }, (_, at) => `none ${at}`);
  const skus = ['a', ...many, 'b'];
  const found = await selectAffinityValues(ctx.db, site.id, [second, first], skus);
  assert.deepEqual(
    [...found],
    [
      ['a', new Map([['color', ['red']]])],
      ['b', new Map([['size', ['7']]])],
    ],
  );
});

test("a site's feeds have 10 affinity columns at most between them", async () => {
  const { ctx } = server;
  const { id: siteId } = await server.site('another');
  const affinity = Array.from({ length: 9 }, (_, at) => `column ${at}`);
  const { id } = await createFeed(ctx, siteId, { name: 'A', affinity }, 'me');
  const more = { name: 'B', affinity: ['column 1', 'x', 'y'] };
  await assert.rejects(createFeed(ctx, siteId, more, 'me'), { code: 'invalid_request' });
  await changeFeedSettings(ctx, siteId, id, { affinity: ['z'] }, 'me');
  await createFeed(ctx, siteId, more, 'me');
  const shown = (await listFeeds(ctx, siteId)).map((each) => each.affinity.length);
  assert.deepEqual(shown.sort(), [1, 3]);
});
