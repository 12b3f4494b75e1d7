// Tests of the ranks in GET userprofile, read as text: their order there is part of the promise.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ReportedEvent } from '@attune/contract';
import { external, profileServer } from './profiles.fixture.ts';
import { recomputeTotals } from './totals.ts';

const server = await profileServer();
after(server.close);
const { client, folded, say, set, text } = server;

/** Reports the first value most often, the last one once. */
const inOrder = (values: readonly string[], property = 'p') =>
  values.map((_, at) => ({ taste: { [property]: values.slice(0, values.length - at) } }));

const ranks = (values: readonly string[]) =>
  values.map((value, at) => `${JSON.stringify(value)}:${at + 1}`).join(',');

const answer = (values: readonly string[], property = 'p') =>
  `{"affinity":{${JSON.stringify(property)}:{${ranks(values)}}}}`;

test('the text is in the order of ranks, whatever the values are called', async () => {
  const long = '😀'.repeat(500);
  const strange = [
    '__proto__',
    '42',
    'constructor',
    '7',
    '😀',
    'a"b\\c\u2028',
    long,
    '-1',
    '0',
    ' ',
  ];
  const orders = [strange, [...strange].reverse(), [...strange].sort()];
  for (const [at, values] of orders.entries()) {
    await say(external(`strange ${at}`), ...inOrder(values));
    assert.equal(await text(external(`strange ${at}`)), answer(values));
  }
});

test('values of 1,000 characters are kept whole', async () => {
  const values = ['b', 'a', '7'].map((end) => 'x'.repeat(999) + end);
  await say(external('long'), ...inOrder(values));
  assert.equal(await text(external('long')), answer(values));
});

test('properties have any name too', async () => {
  for (const property of ['__proto__', '42', 'constructor', 'größe 😀']) {
    const person = external(`property ${property}`);
    await say(person, ...inOrder(['b', 'a'], property));
    assert.equal(await text(person), answer(['b', 'a'], property));
  }
});

test('ranks are 1 to n without ties; among equals the newer, then the smaller name', async () => {
  await say(
    external('equals'),
    { taste: { p: ['b', 'é', 'a', '10', '9', 'B', '𐀀', '\uffee'] } },
    { taste: { p: ['z'] } },
  );
  const byCodePoint = ['10', '9', 'B', 'a', 'b', 'z', 'é', '\uffee', '𐀀'];
  assert.equal(await text(external('equals')), answer(byCodePoint));
  const yesterday = [{ taste: { q: ['b'] } }, { taste: { q: ['a'] }, daysAgo: 1 }];
  await set({ halfLifeDays: 365, weights: { inform: 4, filter: 4 * 2 ** (1 / 365) } });
  const filter = { svcType: 'filter-items-v1' as const, filterType: 'r', filterStringValue: 'a' };
  await client.events({
    user: { ...external('newer') },
    events: [
      { name: 'Filter', properties: filter, timestamp: Date.now() - 86_400_000 },
      ...['c', 'b'].map((value) => ({
        name: 'Quiz',
        properties: {
          svcType: 'inform-affinity-v1' as const,
          data: [{ attribute: 'r', values: [value] }],
        },
      })),
    ],
  });
  await say(external('newer'), ...yesterday);
  assert.equal(
    await text(external('newer')),
    '{"affinity":{"q":{"b":1,"a":2},"r":{"b":1,"c":2,"a":3}}}',
  );
  await set({ halfLifeDays: null, weights: null });
});

test('at most the best 100 values of a property are ranked', async () => {
  const values = Array.from({ length: 130 }, (_, at) => `value ${String(at).padStart(3, '0')}`);
  await say(external('many'), { taste: { p: values } }, { taste: { p: values.slice(50) } });
  const best = [...values.slice(50), ...values.slice(0, 20)];
  assert.equal(await text(external('many')), answer(best));
});

test('a day counts up to the cap; what it makes equal is told apart by all there was', async () => {
  const times = (value: string, count: number) =>
    Array.from({ length: count }, () => ({ taste: { p: [value] } }));
  await say(external('loud'), ...times('z', 25), ...times('a', 21));
  await say(external('loud'), ...[1, 0].map((daysAgo) => ({ taste: { p: ['m'] }, daysAgo })));
  // 20 of z and of a, 1.98 of m.
  assert.equal(await text(external('loud')), answer(['z', 'a', 'm']));
  await set({ dailyCap: 1 });
  // 1 of z and of a, 1.98 of m.
  assert.equal(await text(external('loud')), answer(['m', 'z', 'a']));
  await set({ dailyCap: null });
});

test('half-lives act on the next read, also those of one property', async () => {
  await say(
    external('changed'),
    ...[60, 60].map((daysAgo) => ({ taste: { p: ['old'], q: ['old'] }, daysAgo })),
    { taste: { p: ['new'], q: ['new'] } },
  );
  const both = (p: string[], q: string[]) => `{"affinity":{"p":{${ranks(p)}},"q":{${ranks(q)}}}}`;
  const [newer, older] = [
    ['new', 'old'],
    ['old', 'new'],
  ] as const;
  assert.equal(await text(external('changed')), both([...newer], [...newer]));
  await set({ halfLifeDaysByProperty: { p: 365 } });
  assert.equal(await text(external('changed')), both([...older], [...newer]));
  await set({ halfLifeDays: 365, halfLifeDaysByProperty: null });
  assert.equal(await text(external('changed')), both([...older], [...older]));
  await set({ halfLifeDays: null, properties: ['q'] });
  assert.equal(await text(external('changed')), answer([...newer], 'q'));
  await set({ properties: null });
});

test('weights act on the next read, for products as the feed has them', async () => {
  const feed = await client.createFeed({ name: 'Shop', affinity: ['color'] });
  await client.putItems(feed.id, [
    { sku: 'r', color: 'red' },
    { sku: 'b', color: 'blue' },
    { sku: 'g', color: ['green', 'gold'] },
  ]);
  const event = (svcType: string, properties: object) =>
    ({ name: svcType, properties: { svcType: `${svcType}-v1`, ...properties } }) as ReportedEvent;
  const line = (productId: string) => ({ productId, quantity: 3, itemPrice: 1 });
  await client.events({
    user: { ...external('shopper') },
    events: [
      ...[1, 2, 3, 4, 5].map(() => event('product-view', { productId: 'r' })),
      event('add-to-cart', { value: 1, productId: 'b', quantity: 1 }),
      event('purchase', { value: 9, currency: 'USD', cart: [line('g'), line('unknown')] }),
    ],
  });
  await folded();
  const colors = (values: string[]) => answer(values, 'color');
  // Green and gold 8 each, red 5, blue 4: a line counts once whatever its quantity.
  assert.equal(await text(external('shopper')), colors(['gold', 'green', 'red', 'blue']));
  await set({ weights: { view: 2, 'add-to-cart': 20 } });
  assert.equal(await text(external('shopper')), colors(['blue', 'red', 'gold', 'green']));
  await set({ weights: { view: 0 } });
  assert.equal(await text(external('shopper')), colors(['blue', 'gold', 'green']));
  await set({ weights: null });
});

test('normalised, what all users like does not top every profile', async () => {
  for (const name of ['x', 'y', 'z']) {
    await say(external(`crowd ${name}`), ...inOrder(['milk', 'bread', name], 'n'));
  }
  await say(external('gourmet'), { taste: { n: ['milk', 'caviar'] } }, { taste: { n: ['milk'] } });
  await set({ normalisation: 1, properties: ['n'] });
  assert.equal(await text(external('gourmet')), answer(['milk', 'caviar'], 'n'), 'no totals yet');
  await recomputeTotals(server.ctx, server.test.id);
  assert.equal(await text(external('gourmet')), answer(['caviar', 'milk'], 'n'));
  await set({ normalisation: 0 });
  assert.equal(await text(external('gourmet')), answer(['milk', 'caviar'], 'n'));
});
