// What a shop recommends that reports purchases alone, and people who bought more than a hundred.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { EventInput } from '@attune/contract';
import { askOf } from '../../../http/requests.fixture.ts';
import { eventually, testServer } from '../../../testing.ts';

const server = await testServer({ api: true, worker: true });
after(server.close);
const site = await server.site('purchases-alone', { vertical: 'Other' });
const key = await site.key(['manage', 'feed', 'collect', 'serve']);
const client = await site.client(['collect', 'feed']);
const feed = await client.createFeed({ name: 'Shop', affinity: ['brand'] });
const brands = ['red', 'blue', 'green'];
const skus = Array.from({ length: 150 }, (_, at) => `s${String(at).padStart(3, '0')}`);
await client.putItems(
  feed.id,
  skus.map((sku, at) => ({ sku, name: sku, brand: brands[at % 3]! })),
);

async function manage(method: string, path: string, body?: object) {
  const answer = await askOf(server.url)(method, path, { key, body });
  assert.ok(answer.status < 300, answer.text);
  return answer.body;
}

async function buy(cuid: string, ...bought: readonly string[]): Promise<void> {
  const events = bought.map((productId, at) => ({
    name: 'Bought',
    timestamp: Date.now() - (bought.length - at) * 3_600_000,
    properties: {
      ...{ svcType: 'purchase-v1', uniqueTransactionId: `${cuid} ${at}`, value: 1 },
      cart: [{ productId, quantity: 1 }],
    },
  }));
  for (let at = 0; at < events.length; at += 50) {
    const some = events.slice(at, at + 50) as EventInput['events'];
    await client.events({ user: { cuid, cuidType: 'external' }, events: some });
  }
}
// What s007 was bought by most of; ann likes blue, of which she bought one.
for (const buyer of ['one', 'two', 'three']) await buy(buyer, 's007', 's008');
await buy('four', 's007', 's009');
await buy('ann', 's001');
await server.folded();

type Shown = {
  readonly slots: readonly { readonly sku: string; readonly source: string }[];
  readonly warnings: readonly { readonly code: string }[];
};

/** What a strategy gives, once what it needs is built and loaded. */
async function shown(steps: object[], cuid: string, more: object = {}): Promise<Shown> {
  const strategy = { name: 'Tried', steps, ...more };
  const user = { cuid, cuidType: 'external' };
  return eventually(async () => {
    const body = await manage('POST', '/v2/strategies/preview', { strategy, slots: 3, user });
    const coming = body.warnings.some(({ code }: { code: string }) => /unavailable/.test(code));
    return coming ? undefined : body;
  });
}
const listed = ({ slots }: Shown) => slots.map(({ sku, source }) => [sku, source]);

test('a model of views is told to be empty, and purchases say what is popular', async () => {
  const steps = [{ method: { type: 'popularity', event: 'view', window: 30 } }];
  await manage('POST', '/v2/strategies', { name: 'Popular', steps });
  const given = await eventually(async () => {
    const body = await shown(steps, 'stranger');
    return body.slots[0]?.sku === 's007' && body;
  });
  assert.deepEqual(listed(given), [
    ['s007', 'last-resort'],
    ['s008', 'last-resort'],
    ['s001', 'last-resort'],
  ]);
  assert.deepEqual(
    given.warnings.map(({ code }) => code),
    ['model_empty'],
  );
});

test('affinity recommends by taste from the whole feed, not by the order of skus', async () => {
  const bare = await shown([{ method: { type: 'affinity', prior: 1 } }], 'ann', {
    filters: [{ type: 'not-purchased', days: 365 }],
  });
  assert.deepEqual(
    bare.slots.map(({ source }) => source),
    ['step', 'step', 'step'],
  );
  // Blue as s001 is, and what four have bought.
  assert.equal(bare.slots[0]?.sku, 's007');
});

test('what was bought stays left out, however much was bought since', async () => {
  await buy('collector', ...skus.slice(0, 147));
  await server.folded();
  const filters = [{ type: 'not-purchased', days: 365 }];
  const given = await shown([{ method: { type: 'newest' } }], 'collector', { filters });
  assert.deepEqual(given.slots.map(({ sku }) => sku).sort(), ['s147', 's148', 's149']);
});
