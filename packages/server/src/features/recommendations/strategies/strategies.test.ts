// Strategies are kept whole, shown in full, and not deleted while a campaign needs them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { AttuneError, every } from '@attune/sdk';
import { createStrategy, listStrategies, replaceStrategy } from '@attune/sdk/endpoints';
import { eventually } from '../../../testing.ts';
import { experienceServer } from '../../experiences/campaigns/campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const { manage } = server;

const newest = { method: { type: 'newest' } };

test('what a strategy leaves out gets its defaults, and is shown', async () => {
  const made = await manage('POST', '/v2/strategies', {
    name: 'Popular',
    steps: [{ method: { type: 'collaborative' } }, { method: { type: 'popularity' } }],
    exploration: { share: 0.1 },
  });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(made.body.strategy, {
    name: 'Popular',
    steps: [
      {
        method: {
          ...{ type: 'collaborative', algorithm: 'item-knn', event: 'view', window: 180 },
          ...{ scoring: 'cosine', shrinkage: 10, minimumSupport: 2, neighbours: 100 },
          repeats: false,
        },
      },
      { method: { type: 'popularity', event: 'view', window: 30 } },
    ],
    exploration: { share: 0.1, among: 20 },
  });
  const read = await manage('GET', `/v2/strategies/${made.body.id}`);
  assert.deepEqual(read.body.strategy, made.body.strategy);
  const again = await manage('PUT', `/v2/strategies/${made.body.id}`, read.body.strategy);
  assert.deepEqual(again.body.strategy, made.body.strategy);
});

test('every error of a strategy is listed where it stands', async () => {
  const { status, body } = await manage('POST', '/v2/strategies', {
    name: 'Wrong',
    feed: '404',
    steps: [
      { method: { type: 'newest', window: 3 } },
      { method: { type: 'trending', recent: 7, window: 7 } },
      { method: { type: 'affinity' }, filters: [{ type: 'same' }] },
    ],
    filters: [
      { type: 'price-near', from: 2, to: 1 },
      { type: 'column', column: 'price', is: 'GT', value: 'ten' },
      { type: 'in-stock', days: 3 },
    ],
    diversity: [
      { column: 'brand', most: 1 },
      { column: 'brand', most: 2 },
    ],
  });
  assert.equal(status, 422);
  const pointers = body.errors.map(({ pointer }: { pointer: string }) => pointer);
  assert.deepEqual(pointers, [
    '/feed',
    '/steps/0/method/window',
    '/steps/1/method/recent',
    '/steps/2/filters/0/column',
    '/filters/0/from',
    '/filters/1/value',
    '/filters/2/days',
    '/diversity/1/column',
  ]);
});

test('a strategy without a step for all users has a warning', async () => {
  const { body } = await manage('POST', '/v2/strategies', {
    name: 'Personal',
    steps: [{ method: { type: 'recently-viewed' } }],
  });
  assert.deepEqual(
    body.warnings.map(({ pointer }: { pointer: string }) => pointer),
    ['/steps/0'],
  );
});

test('a strategy that a campaign uses is not deleted, and the error names the campaign', async () => {
  const { body: strategy } = await manage('POST', '/v2/strategies', {
    name: 'Used',
    steps: [newest],
  });
  const campaign = {
    name: 'Recommending',
    selector: 'recommending',
    type: 'recommendations',
    experiences: [
      {
        name: 'All',
        variations: [
          { name: 'One', weight: 1, payload: { strategy: strategy.id, slots: 3 } },
          { name: 'Control', weight: 1, payload: null },
        ],
      },
    ],
  };
  const made = await manage('POST', '/v2/campaigns', campaign);
  assert.equal(made.status, 201, made.text);
  const refused = await manage('DELETE', `/v2/strategies/${strategy.id}`);
  assert.equal(refused.status, 409);
  assert.match(refused.body.detail, /"recommending"/);
  const { body: read } = await manage('GET', `/v2/strategies/${strategy.id}`);
  assert.deepEqual(read.usedBy, [
    { campaignId: made.body.id, selector: 'recommending', isPublished: false },
  ]);
  const early = await manage('POST', `/v2/campaigns/${made.body.id}/publish`);
  assert.equal(early.status, 422, 'a site without a feed recommends nothing');
  await manage('DELETE', `/v2/campaigns/${made.body.id}?confirm=live`);
  assert.equal((await manage('DELETE', `/v2/strategies/${strategy.id}`)).status, 204);
});

test('payloads have the form of their campaign’s type, and every error is listed', async () => {
  const { body: strategy } = await manage('POST', '/v2/strategies', {
    name: 'Formed',
    steps: [newest],
  });
  const faultsOf = async (type: string, payload: unknown) => {
    const { status, body, text } = await manage('POST', '/v2/campaigns', {
      ...{ name: 'Formed', selector: 'formed', type },
      experiences: [{ name: 'All', variations: [{ name: 'One', weight: 1, payload }] }],
    });
    assert.equal(status, 422, text);
    const at = '/experiences/0/variations/0/payload';
    return body.errors.map(({ pointer }: { pointer: string }) => pointer.replace(at, ''));
  };
  const { id } = strategy;
  assert.deepEqual(await faultsOf('custom', { strategy: id, slots: 2 }), [
    '/type',
    '/data',
    '/strategy',
    '/slots',
  ]);
  assert.deepEqual(await faultsOf('recommendations', { strategy: id }), ['/slots']);
  assert.deepEqual(await faultsOf('sorting', { strategy: 999, slots: 2 }), ['/slots', '/strategy']);
  const pinned = {
    ...{ strategy: id, slots: 2 },
    rules: [
      { type: 'include', filters: [] },
      { type: 'boost', slots: [2], filters: [{ type: 'in-stock' }] },
    ],
    pins: [
      { slot: 0, sku: 'a' },
      { slot: 0, sku: 'a' },
      { slot: 2, sku: 'b' },
    ],
  };
  assert.deepEqual(await faultsOf('recommendations', pinned), [
    '/rules/0/filters',
    '/rules/1/slots/0',
    '/pins/1/slot',
    '/pins/1/sku',
    '/pins/2/slot',
  ]);
});

test('columns and items that the feed lacks are warned of, in strategies and in campaigns', async () => {
  const site = await server.site('lacking');
  const { callWith } = await import('../../experiences/campaigns/campaigns.fixture.ts');
  const call = callWith(server.url, await site.key(['manage', 'feed']));
  await call('POST', '/v2/feeds', { id: '5', name: 'Items' });
  const item = { sku: 'a', group_id: 'g', name: 'A', url: 'https://shop.example/a', price: 1 };
  const more = { image_url: 'https://shop.example/a.png', categories: ['x'], in_stock: true };
  const { body: put } = await call('PUT', '/v2/feeds/svcid/5', { items: [{ ...item, ...more }] });
  assert.equal(put.data.rejected, 0);
  const strategy = {
    name: 'Lacking',
    steps: [{ method: { type: 'newest' } }],
    filters: [
      { type: 'in-stock' },
      { type: 'column', column: 'fabric', is: 'IS', value: 'wool' },
      { type: 'same', column: 'name' },
    ],
    diversity: [{ column: 'brand', most: 1 }],
  };
  const made = await call('POST', '/v2/strategies', strategy);
  const lacking = [
    ['/filters/1/column', '"fabric" is no column of the feed: no item passes'],
    ['/steps/0/method', '"publish_time" is no column of the feed: the step gives nothing'],
    ['/diversity/0/column', '"brand" is no column of the feed: it limits nothing'],
  ];
  const told = (warnings: { pointer: string; detail: string }[]) =>
    warnings.map(({ pointer, detail }) => [pointer, detail]);
  assert.deepEqual(told(made.body.warnings), lacking);
  const payload = {
    ...{ strategy: made.body.id, slots: 2 },
    rules: [
      { type: 'boost', filters: [{ type: 'column', column: 'hue', is: 'IS', value: 'red' }] },
    ],
    pins: [
      { slot: 0, sku: 'a' },
      { slot: 1, sku: 'gone' },
    ],
  };
  const campaign = await call('POST', '/v2/campaigns', {
    ...{ name: 'Row', selector: 'row', type: 'recommendations' },
    experiences: [{ name: 'All', variations: [{ name: 'One', weight: 1, payload }] }],
  });
  const published = await call('POST', `/v2/campaigns/${campaign.body.id}/publish`);
  const at = '/experiences/0/variations/0/payload';
  // Of "a" too, once the feed is in memory.
  const warned = told(published.body.warnings).filter(
    ([pointer]) => !pointer?.endsWith('/pins/0/sku'),
  );
  assert.deepEqual(warned, [
    ...lacking.map(([, detail]) => [`${at}/strategy`, `is "Lacking", of which ${detail}`]),
    [`${at}/rules/0/filters/0/column`, '"hue" is no column of the feed: no item passes'],
    [`${at}/pins/1/sku`, 'is not shown, as the feed has no such item'],
  ]);
  const { rules, pins } = payload;
  const preview = (slots: number) =>
    call('POST', '/v2/strategies/preview', { strategyId: payload.strategy, slots, rules, pins });
  const found = await eventually(async () => {
    const { body } = await preview(2);
    return body.feed !== null && body.findings.map((one: { pointer: string }) => one.pointer);
  });
  const ofStrategy = lacking.map(([pointer]) => `/strategy${pointer}`);
  assert.deepEqual(found, [
    ...ofStrategy,
    '/rules/0/filters/0/column',
    '/pins/0/sku',
    '/pins/1/sku',
  ]);
  assert.equal((await preview(1)).body.errors[0].pointer, '/pins/1/slot');
});

test('a program makes, changes and lists strategies by functions of the contract’s names', async () => {
  const client = await (await server.site('program')).client(['manage']);
  const steps = [{ method: { type: 'newest' as const } }];
  for (const name of ['One', 'Two', 'Three']) {
    await createStrategy(client, { body: { name, steps } });
  }
  const names: string[] = [];
  for await (const { strategy } of every(listStrategies, client, { query: { limit: 2 } })) {
    names.push(strategy.name);
  }
  assert.deepEqual(names, ['One', 'Two', 'Three']);
  const { items } = await listStrategies(client);
  const params = { id: items[0]!.id };
  const body = { name: 'First', steps };
  const changed = await replaceStrategy(client, { params, body, headers: { 'if-match': '"1"' } });
  assert.equal(changed.version, 2);
  await assert.rejects(
    replaceStrategy(client, { params, body, headers: { 'if-match': '"1"' } }),
    (error) => error instanceof AttuneError && error.problem.code === 'revision_mismatch',
  );
});

test('files carry strategies by name, there and back', async () => {
  const site = await server.site('files');
  const { callWith } = await import('../../experiences/campaigns/campaigns.fixture.ts');
  const call = callWith(server.url, await site.key(['manage', 'feed']));
  await call('POST', '/v2/feeds', { id: '5', name: 'Items' });
  const files = {
    strategies: [{ name: 'Fresh', steps: [newest] }],
    campaigns: [
      {
        ...{ name: 'Row', selector: 'row', type: 'recommendations', status: 'live' },
        experiences: [
          {
            name: 'All',
            variations: [{ name: 'One', weight: 1, payload: { strategy: 'Fresh', slots: 2 } }],
          },
        ],
      },
    ],
  };
  const applied = await call('POST', '/v2/experiences/import', files);
  assert.equal(applied.status, 200, applied.text);
  const exported = await call('GET', '/v2/experiences/export');
  const [row] = exported.body.campaigns;
  assert.deepEqual(row.experiences[0].variations[0].payload, { strategy: 'Fresh', slots: 2 });
  assert.deepEqual(exported.body.strategies, files.strategies);
  const again = await call('POST', '/v2/experiences/import', exported.body);
  assert.deepEqual(again.body.changes, []);
  const unknown = { ...files, strategies: [] as unknown[] };
  unknown.campaigns[0]!.experiences[0]!.variations[0]!.payload.strategy = 'Nobody’s';
  const refused = await call('POST', '/v2/experiences/import', unknown);
  assert.deepEqual(
    refused.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/campaigns/0/experiences/0/variations/0/payload/strategy'],
  );
});
