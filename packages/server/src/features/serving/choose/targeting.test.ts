// Tests of what conditions can ask about a visitor, through requests.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ChooseInput } from '@attune/contract';
import { eventually } from '../../../testing.ts';
import { changeSettings } from '../../configuration/sites/index.ts';
import {
  callWith,
  experienceServer,
  variation,
} from '../../experiences/campaigns/campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const { client, decide, manage, publish, test: site } = server;

let made = 0;

/** Publishes a campaign with a condition; says whether a request matches. */
async function targeted(targeting: Record<string, unknown>) {
  made += 1;
  const selector = `campaign ${made}`;
  await publish({
    selector,
    experiences: [{ name: 'E', targeting, variations: [variation('hit')] }],
  });
  return async (request: ChooseInput = {}) => (await decide(selector, request)).type === 'DECISION';
}

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 ' +
  '(KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const desktop =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/126.0.0.0 Safari/537.36';

const page = (part: object) => ({ context: { page: { type: 'OTHER' as const, ...part } } });
const cart = (...lines: [productId: string, quantity: number, itemPrice?: number][]) => ({
  context: {
    cart: lines.map(([productId, quantity, itemPrice]) => ({
      ...{ productId, quantity },
      ...(itemPrice !== undefined && { itemPrice }),
    })),
  },
});

/** Attribute by attribute: a condition, a request that matches it and one that does not. */
const cases: [condition: Record<string, unknown>, hit: ChooseInput, miss: ChooseInput][] = [
  [{ 'user.id': '51' }, { user: { id: '51' } }, { user: { id: '52' } }],
  [{ 'user.isNew': true }, {}, { user: { svcid: '51' } }],
  [{ 'session.id': 's' }, { sessionId: 's' }, { sessionId: 't' }],
  [{ 'page.type': 'PRODUCT' }, page({ type: 'product' }), page({})],
  [{ 'page.data': { $elemMatch: { $eq: 'a' } } }, page({ data: ['b', 'a'] }), page({})],
  [{ 'page.path': { $regex: '^/sale' } }, page({ location: 'https://x.example/sale/1?a=b' }), {}],
  [{ 'page.query.utm': 'mail' }, page({ location: '/p?utm=mail' }), page({ location: '/p' })],
  [{ 'page.locale': 'de_DE' }, page({ locale: 'de_DE' }), page({ locale: 'fr_FR' })],
  [{ referrer: { $regex: 'news' } }, page({ referrer: 'https://news.example' }), page({})],
  [{ channel: 'APP' }, { context: { channel: 'APP' } }, { context: { channel: 'WEB' } }],
  [
    {
      'pageAttributes.tier': 'gold',
      'pageAttributes.age': { $gte: 18 },
      'pageAttributes.in': true,
    },
    { context: { pageAttributes: { tier: 'gold', age: 18, in: true } } },
    { context: { pageAttributes: { tier: 'gold', age: '18', in: 'true' } } },
  ],
  [{ 'cart.value': { $gt: 99 } }, cart(['a', 2, 50]), cart(['a', 1, 50], ['b', 1])],
  [{ 'cart.quantity': 3, 'cart.lines': 2 }, cart(['a', 1], ['b', 2]), cart(['a', 3])],
  [{ 'cart.skus': { $elemMatch: { $eq: 'b' } } }, cart(['a', 1], ['b', 1]), cart(['a', 1])],
  [{ cart: { $exists: false } }, {}, cart(['a', 1])],
  [
    { 'device.type': 'mobile', 'device.os': 'ios', 'device.browser': 'safari' },
    { context: { device: { userAgent: phone } } },
    { context: { device: { userAgent: desktop } } },
  ],
  [
    { 'device.type': 'tablet' },
    { context: { device: { userAgent: phone, type: 'TABLET' } } },
    { context: { device: { userAgent: phone } } },
  ],
];

for (const [condition, hit, miss] of cases) {
  test(`a condition can ask for ${Object.keys(condition).join(', ')}`, async () => {
    const matches = await targeted(condition);
    assert.equal(await matches(hit), true);
    assert.equal(await matches(miss), false);
  });
}

test('the device is the request’s own where none is given, or where that is asked for', async () => {
  await publish({
    selector: 'mobile',
    experiences: [
      { name: 'M', targeting: { 'device.type': 'mobile' }, variations: [variation('hit')] },
    ],
  });
  const call = callWith(server.url, await site.key(['serve']));
  const type = async (userAgent: string, request: ChooseInput) => {
    const body = { ...request, selector: { names: ['mobile'] } };
    const headers = { 'user-agent': userAgent };
    const answer = await call('POST', '/v2/serve/user/choose', body, headers);
    return answer.body.choices[0].type;
  };
  const told = { context: { device: { userAgent: phone, type: 'mobile' } } };
  assert.equal(await type(phone, {}), 'DECISION');
  assert.equal(await type(desktop, {}), 'NO_DECISION');
  assert.equal(await type(desktop, told), 'DECISION');
  const options = { isImplicitClientData: true };
  assert.equal(await type(desktop, { ...told, options }), 'NO_DECISION');
});

test('the country is the one that an edge put into a header', async () => {
  await publish({
    selector: 'french',
    experiences: [{ name: 'F', targeting: { 'geo.country': 'FR' }, variations: [variation(1)] }],
  });
  const call = callWith(server.url, await site.key(['serve']));
  const type = async (headers: Record<string, string>) => {
    const body = { selector: { names: ['french'] } };
    return (await call('POST', '/v2/serve/user/choose', body, headers)).body.choices[0].type;
  };
  for (const name of ['cf-ipcountry', 'cloudfront-viewer-country', 'x-country']) {
    assert.equal(await type({ [name]: 'fr' }), 'DECISION');
    assert.equal(await type({ [name]: 'DE' }), 'NO_DECISION');
  }
  assert.equal(await type({}), 'NO_DECISION');
});

test('the time is in the site’s zone', async () => {
  const inZone = (timeZone: string) =>
    changeSettings(server.ctx, site.id, { settings: { timeZone } }, 'test');
  // These two are 26 hours apart: it is never the same day in both.
  const now = Date.now();
  const late = new Date(now + 14 * 3_600_000);
  const day = ['sun', 'mon', 'tues', 'wednes', 'thurs', 'fri', 'satur'][late.getUTCDay()];
  const matches = await targeted({
    'time.date': late.toISOString().slice(0, 10),
    'time.hour': late.getUTCHours(),
    'time.weekday': `${day}day`,
  });
  await inZone('Pacific/Kiritimati');
  assert.equal(await matches(), true);
  await inZone('Etc/GMT+12');
  assert.equal(await matches(), false);
  await inZone('UTC');
});

test('what was viewed and bought lately, and how long ago', async () => {
  const user = { cuid: 'buyer', cuidType: 'external' };
  const daysAgo = (days: number) => Date.now() - days * 86_400_000;
  const line = { productId: 'tent', quantity: 1, itemPrice: 10 };
  const properties = { svcType: 'purchase-v1' as const, value: 10, currency: 'USD', cart: [line] };
  const view = { svcType: 'product-view-v1' as const, productId: 'stove' };
  await client.events({
    user,
    events: [
      { name: 'Purchase', properties, timestamp: daysAgo(10) },
      { name: 'View', properties: view, timestamp: daysAgo(3) },
    ],
  });
  const bought = await targeted({
    'recent.purchased': { $elemMatch: { $eq: 'tent' } },
    'recent.viewed': { $elemMatch: { $eq: 'stove' } },
    'recent.daysSincePurchase': { $gte: 10, $lt: 11 },
    'user.daysSinceFirstSeen': 10,
    'user.daysSinceLastSeen': 3,
  });
  await eventually(() => bought({ user }));
  assert.equal(await bought({ user: { id: '53' } }), false);
  const lapsed = await targeted({ 'recent.daysSincePurchase': { $gt: 30 } });
  assert.equal(await lapsed({ user }), false);
  assert.equal(await lapsed({ user: { id: '53' } }), true, 'never is longer ago than that');
});

test('an affinity rank decides, and users without one come last', async () => {
  const user = { cuid: 'fan', cuidType: 'external' };
  const inform = (values: string[]) => ({
    name: 'Quiz',
    properties: { svcType: 'inform-affinity-v1' as const, data: [{ attribute: 'color', values }] },
  });
  await client.events({ user, events: [inform(['red', 'blue']), inform(['red'])] });
  const reds = await targeted({ 'affinity.color.red.rank': { $lte: 1 } });
  const blues = await targeted({ 'affinity.color.blue.rank': { $lte: 1 } });
  const second = await targeted({ 'affinity.color.blue.rank': 2 });
  await eventually(() => reds({ user }));
  assert.deepEqual([await blues({ user }), await second({ user })], [false, true]);
  assert.equal(await reds({ user: { id: '54' } }), false);
  await changeSettings(server.ctx, site.id, { features: ['feeds', 'management-api'] }, 'test');
  assert.equal(await reds({ user }), false, 'the feature is off');
  await changeSettings(
    server.ctx,
    site.id,
    { features: ['feeds', 'affinity', 'management-api'] },
    'test',
  );
  assert.equal(await reds({ user }), true);
});

test('an audience means its condition, whatever that becomes', async () => {
  const put = { name: 'App users', condition: { channel: 'APP' } };
  const { id } = (await manage('POST', '/v2/audiences', put)).body;
  const matches = await targeted({ $audience: id, 'user.id': { $ne: '55' } });
  const app = { context: { channel: 'APP' } };
  assert.equal(await matches(app), true);
  assert.equal(await matches({ ...app, user: { id: '55' } }), false);
  assert.equal(await matches({}), false);
  await manage('PUT', `/v2/audiences/${id}`, { ...put, condition: { channel: 'WEB' } });
  assert.equal(await matches(app), false);
  assert.equal(await matches({ context: { channel: 'WEB' } }), true);
});
