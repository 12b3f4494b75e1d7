// Tests of feeds through HTTP: made, changed by requests, guarded, read back.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { feedServer } from './feeds.fixture.ts';
import { changeFeedSettings, createFeed, listFeeds } from './feeds.ts';
import { emptyDeletedFeeds, selectAffinityValues } from './index.ts';

const server = await feedServer();
after(server.close);
const { call, feed, put, items } = server;

const update = (id: string, columns: object) => ({
  id,
  action: 'Update',
  body: { data: { sku: id, ...columns } },
});

test('a feed gets the requested id, once, or one of its own', async () => {
  const made = await call('POST', '/v2/feeds', { id: '777', name: 'Shop' });
  assert.equal(made.status, 201);
  assert.deepEqual(made.body, {
    ...{ id: '777', name: 'Shop', affinity: ['categories'], revision: 0, items: 0 },
    orderable: ['preorder', 'backorder'],
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

test('the items of a body become the feed, and exactly one form of change is accepted', async () => {
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
  await createFeed(ctx, site.id, { id: '5', name: 'B', affinity: ['size'] }, 'me');
  await createFeed(ctx, site.id, { id: '-5', name: 'A', affinity: ['color'] }, 'me');
  await put('-5', [{ sku: 'a', color: 'red', size: 'L' }]);
  await put('5', [
    { sku: 'a', color: 'blue', size: 'M' },
    { sku: 'b', color: 'blue', size: 7 },
  ]);
  const many = Array.from({ length: 6_000 }, (_, at) => `none ${at}`);
  const skus = ['a', ...many, 'b'];
  const found = await selectAffinityValues(ctx.db, site.id, skus);
  assert.deepEqual(
    [...found].map(([sku, valuesAt]) => [sku, valuesAt(0)]),
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

const left = async (id: string) => {
  const { rows } = await server.ctx.pool.query(
    `select (select count(*)::int from item_version where feed_id = $1) as versions,
            (select count(*)::int from feed_transaction where feed_id = $1) as transactions,
            (select count(*)::int from feed_transaction_item where feed_id = $1) as outcomes,
            (select count(*)::int from feed_change where feed_id = $1) as changes,
            (select count(*)::int from feed_upload where feed_id = $1) as files,
            (select count(*)::int from feed_schedule where feed_id = $1) as pulls`,
    [id],
  );
  return rows[0];
};

test('a feed that is deleted is gone at once, and its rows behind that, before its id is free', async () => {
  const id = await feed(['fabric', 'categories']);
  const rows = Array.from({ length: 6_000 }, (_, at) => ({ sku: `s${at}`, fabric: 'wool' }));
  await put(id, rows);
  await put(id, [...rows.slice(1), { sku: 'bad', price: -1 }]);
  const file = { 'content-type': 'application/octet-stream' };
  await call('POST', `/v2/feeds/${id}/uploads?name=a.csv`, 'sku,name\na,A\n', file);
  const pull = { isOn: true, url: 'https://shop.example/f.csv', schedule: { everyMinutes: 60 } };
  await call('PUT', `/v2/feeds/${id}/pull`, pull);
  const other = await feed(['categories']);
  await put(other, [{ sku: 'stays' }]);

  const stale = await call('DELETE', `/v2/feeds/${id}`, undefined, { 'if-match': '"1"' });
  assert.equal(stale.status, 412);
  const uses = await call('GET', `/v2/feeds/${id}/uses`);
  assert.deepEqual(uses.body.properties, ['fabric']);
  assert.deepEqual([uses.body.isNeeded, uses.body.strategies], [false, []]);
  assert.equal((await call('DELETE', `/v2/feeds/${id}`)).status, 204);

  for (const path of ['', '/items', '/items/s1', '/revisions', '/health', '/uploads', '/pull']) {
    assert.equal((await call('GET', `/v2/feeds/${id}${path}`)).status, 404, path);
  }
  assert.equal((await call('DELETE', `/v2/feeds/${id}`)).status, 404);
  assert.ok(server.test.snapshot().feeds.every((known) => known.id !== id));
  const audit = await server.ctx.db
    .selectFrom('audit')
    .select(['subject_id', 'details'])
    .where('action', '=', 'feed.delete')
    .executeTakeFirstOrThrow();
  assert.equal(audit.subject_id, id);
  assert.match(JSON.stringify(audit.details), /"items":5999/);

  const again = await call('POST', '/v2/feeds', { id, name: 'Anew' });
  assert.equal(again.status, 409);
  assert.match(again.body.detail, /still being removed/);
  assert.ok((await left(id)).versions > 6_000);
  await emptyDeletedFeeds(server.ctx, AbortSignal.abort());
  assert.ok(
    (await left(id)).versions > 6_000,
    'a worker that is told to end leaves the rest to others',
  );
  await emptyDeletedFeeds(server.ctx, new AbortController().signal);
  const none = { versions: 0, transactions: 0, outcomes: 0, changes: 0, files: 0, pulls: 0 };
  assert.deepEqual(await left(id), none);
  assert.deepEqual(await items(other), [{ sku: 'stays' }]);

  const anew = await call('POST', '/v2/feeds', { id, name: 'Anew' });
  assert.equal(anew.status, 201, JSON.stringify(anew.body));
  assert.equal(anew.body.revision, 3, 'behind what any node may still have of the old one');
  assert.equal((await put(id, [{ sku: 'new' }])).body.data.revision, 4);
  assert.deepEqual(await items(id), [{ sku: 'new' }]);
});

test('a feed stays while a live campaign recommends from it, or its items are being changed', async () => {
  const manage = { 'svc-api-key': await server.test.key(['feed', 'manage']) };
  const ask = (method: string, path: string, body?: unknown) => call(method, path, body, manage);
  const id = await feed();
  await put(id, [{ sku: 'a' }]);
  const strategy = await ask('POST', '/v2/strategies', {
    ...{ name: 'Newest', feed: id, steps: [{ method: { type: 'newest' } }] },
  });
  const payload = { strategy: strategy.body.id, slots: 2 };
  const campaign = await ask('POST', '/v2/campaigns', {
    ...{ name: 'Row', selector: 'home row', type: 'recommendations' },
    experiences: [{ name: 'All', variations: [{ name: 'One', weight: 1, payload }] }],
  });
  await ask('POST', `/v2/campaigns/${campaign.body.id}/publish`);
  const refused = await ask('DELETE', `/v2/feeds/${id}`);
  assert.equal(refused.status, 409);
  assert.match(refused.body.detail, /"home row" \(strategy "Newest"\)/);
  await ask('POST', `/v2/campaigns/${campaign.body.id}/pause`);
  const { body: uses } = await ask('GET', `/v2/feeds/${id}/uses`);
  const campaigns = [{ id: campaign.body.id, selector: 'home row', isLive: false }];
  assert.deepEqual(uses.strategies, [
    { id: strategy.body.id, name: 'Newest', isNamed: true, campaigns },
  ]);

  const client = await server.ctx.pool.connect();
  await client.query('begin');
  await client.query('select from feed where id = $1 for update', [id]);
  const busy = await ask('DELETE', `/v2/feeds/${id}`);
  assert.equal(busy.status, 409);
  assert.match(busy.body.detail, /being changed/);
  await client.query('rollback');
  client.release();

  assert.equal((await ask('DELETE', `/v2/feeds/${id}`)).status, 204);
  const live = await ask('POST', `/v2/campaigns/${campaign.body.id}/publish`);
  assert.equal(live.status, 422);
  assert.deepEqual(
    live.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/experiences/0/variations/0/payload/strategy'],
  );
});
