// The affinity of this visit decides at once: from memory, beside the long-term one, before any
// fold.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ChooseInput, ReportedEvent } from '@attune/contract';
import { eventually, testServer } from '../../../testing.ts';
import { changeSettings } from '../../configuration/sites/index.ts';
import {
  campaignOf,
  experiencesOf,
  variation,
} from '../../experiences/campaigns/campaigns.fixture.ts';

const server = await testServer({ api: true, worker: true }, { vertical: 'Other' });
after(server.close);
const { ctx, folded, test: site } = server;
const { client, decide, manage, publish } = await experiencesOf(server, site);
const feeds = await site.client(['feed']);
await feeds.createFeed({ id: '1', name: 'Shop', affinity: ['color', 'price'] });
await feeds.putItems('1', [
  { sku: 'r1', color: 'red', price: 5 },
  { sku: 'r2', color: 'red', price: 19.99 },
  { sku: 'b1', color: 'blue', price: 40 },
]);

const asks = (selector: string, value: string) =>
  publish(
    campaignOf({
      selector,
      experiences: [
        {
          name: 'Asked',
          targeting: { [`session.affinity.color.${value}.rank`]: 1 },
          variations: [variation('yes')],
        },
        { name: 'Others', variations: [variation('no')] },
      ],
    }),
  );
const served = async (selector: string, request: ChooseInput) => {
  const { variations } = await decide(selector, request);
  return (variations[0]!.payload as { data: string }).data;
};
const onPage = (sku: string) => ({
  page: { type: 'PRODUCT' as const, location: '/p', data: [sku] },
});
const product = (svcType: 'product-view-v1' | 'add-to-wishlist-v1', productId: string) =>
  ({ name: svcType, properties: { svcType, productId } }) as ReportedEvent;

await asks('red now', 'red');
await asks('blue now', 'blue');

test('the product of the page counts in the very request, once the feed is in memory', async () => {
  const request = { user: { id: '501' }, context: onPage('r1') };
  await eventually(async () => (await served('red now', request)) === 'yes');
  assert.equal(await served('blue now', request), 'no');
  assert.equal(await served('red now', { user: { id: '501' } }), 'no');
});

test('what is in the cart weighs more than the page, and what was seen lately counts with both', async () => {
  const cart = [{ productId: 'b1', quantity: 1 }];
  const request = { user: { id: '502' }, context: { ...onPage('r1'), cart } };
  assert.equal(await served('blue now', request), 'yes');
  const user = { id: '503' };
  await client.events({ user, events: [product('product-view-v1', 'b1')] });
  await folded();
  assert.equal(await served('blue now', { user }), 'yes');
  await client.events({
    user,
    events: ['r1', 'r2'].map((sku) => product('product-view-v1', sku)),
  });
  await folded();
  assert.equal(await served('red now', { user }), 'yes');
  const old = Date.now() - 40 * 60_000;
  const before = { id: '504' };
  await client.events({
    user: before,
    events: [{ ...product('product-view-v1', 'b1'), timestamp: old }],
  });
  await folded();
  assert.equal(await served('blue now', { user: before }), 'no');
});

test('an allocation by affinity follows the blend of both, as far as the site wants it', async () => {
  const user = { id: '505' };
  await client.events({
    user,
    events: [
      {
        name: 'Quiz',
        properties: {
          svcType: 'inform-affinity-v1' as const,
          data: [{ attribute: 'color', values: ['blue'] }],
        },
      },
    ],
  });
  await folded();
  await publish(
    campaignOf({
      selector: 'taste',
      experiences: [
        {
          name: 'By taste',
          allocation: 'affinity',
          variations: ['red', 'blue'].map((value) => ({
            ...variation(value),
            tags: [{ property: 'color', value }],
          })),
        },
      ],
    }),
  );
  const request = { user, context: onPage('r1') };
  assert.equal(await served('taste', request), 'blue');
  const set = (sessionBlend: number) =>
    changeSettings(ctx, site.id, { settings: { affinity: { sessionBlend } } }, 'test');
  await set(0.8);
  assert.equal(await served('taste', request), 'red');
  assert.equal(await served('taste', { user }), 'blue');
  await set(0.3);
  assert.equal(await served('taste', request), 'blue');
  await set(0);
});

const preview = async (method: object, request: ChooseInput) => {
  const asked = { strategy: { name: 'Taste', steps: [{ method }] }, slots: 1, ...request };
  const { body } = await manage('POST', '/v2/strategies/preview', asked);
  const { sku, reason } = body.slots[0];
  return [sku, reason];
};
const affinitySettings = (affinity: object) =>
  changeSettings(ctx, site.id, { settings: { affinity } }, 'test');

test('a strategy by affinity weighs the visit as it sets, or else as the site does', async () => {
  const request = { user: { id: '505' }, context: onPage('r1') };
  const method = { type: 'affinity', properties: ['color'] };
  const long = ['b1', 'Step 1, affinity because "blue" of color is liked, score 1.'];
  const both = [
    'r1',
    'Step 1, affinity because "red" of color is liked, in this visit too, score 0.9.',
  ];
  assert.deepEqual(await preview(method, request), long);
  assert.deepEqual(await preview({ ...method, visit: 0.9 }, request), both);
  await affinitySettings({ sessionBlend: 0.9 });
  assert.deepEqual(await preview(method, request), both);
  assert.deepEqual(await preview({ ...method, visit: 0 }, request), long);
  await affinitySettings({ sessionBlend: 0 });
});

test('a strategy by affinity knows prices by the bands in which they are liked', async () => {
  await affinitySettings({ bandsByProperty: { price: [10, 20] } });
  const cart = [{ productId: 'r2', quantity: 1 }];
  const method = { type: 'affinity', properties: ['price'], visit: 1 };
  // 19.99 counts as 20.0, like in a profile.
  assert.deepEqual(await preview(method, { user: { id: '506' }, context: { cart } }), [
    'b1',
    'Step 1, affinity because ">=20" of price is liked, in this visit too, score 1.',
  ]);
});

test('conditions may use it without a warning, and an estimate reports that it cannot know', async () => {
  const { body } = await manage('POST', '/v2/audiences/estimate', {
    condition: { 'session.affinity.color.red.rank': { $lte: 2 } },
  });
  assert.deepEqual(body.warnings, []);
  assert.deepEqual(body.unknown, ['session.affinity.color.red.rank']);
  const fields = (await manage('GET', '/v2/audiences/fields')).body.items as { path: string }[];
  assert.ok(fields.some(({ path }) => path === 'session.affinity.color.*.rank'));
});
