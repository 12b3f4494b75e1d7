// Tests of the condition builder through HTTP: activity, estimates that are right, and real fields.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, test } from 'node:test';
import { eventually, testServer } from '../../../testing.ts';
import {
  callWith,
  campaignOf,
  experiencesOf,
  variation,
} from '../../experiences/campaigns/campaigns.fixture.ts';
import { sampleCache } from './sample.ts';

const server = await testServer();
after(server.close);
const { ctx, folded } = server;

const event = (name: string, properties: object = {}) => ({ name, properties });
const purchase = event('Purchase', {
  svcType: 'purchase-v1',
  value: 10,
  currency: 'EUR',
  uniqueTransactionId: 't1',
  cart: [{ productId: 's1', quantity: 1, itemPrice: 10 }],
});
const likes = (value: string) =>
  event('Quiz', {
    svcType: 'inform-affinity-v1',
    data: [{ attribute: 'color', values: [value] }],
  });

async function shopOf(name: string) {
  const site = await server.site(name);
  return { site, ...(await experiencesOf(server, site)) };
}

test('what a user did lately decides, as soon as it is folded, and the trace shows how often', async () => {
  const { client, publish, decide } = await shopOf('activity');
  await publish(
    campaignOf({
      selector: 'lately',
      experiences: [
        {
          name: 'Keen',
          targeting: {
            'activity.event.signup.14d': { $gte: 2 },
            'activity.inform.color.red.30d': { $gte: 1 },
            'activity.purchase.7d': 0,
          },
          variations: [variation('keen')],
        },
        {
          name: 'Buyers',
          targeting: { 'activity.purchase.7d': { $gte: 1 } },
          variations: [variation('buyer')],
        },
        { name: 'Others', variations: [variation('other')] },
      ],
    }),
  );
  const request = { user: { id: '900' }, options: { explain: true } };
  const served = async () => {
    const { variations, explanation } = await decide('lately', request);
    return { data: (variations[0]?.payload as { data?: unknown })?.data, explanation };
  };
  assert.equal((await served()).data, 'other');
  const say = async (...events: object[]) => {
    await client.events({ user: { id: '900' }, events: events as never });
    await folded();
  };
  await say(event('signup'), event('signup'), likes('red'));
  const keen = await served();
  assert.equal(keen.data, 'keen');
  const text = JSON.stringify(keen.explanation);
  assert.match(text, /"path":"activity\.event\.signup\.14d","expected":2,"actual":2/);
  await say(purchase);
  assert.equal((await served()).data, 'buyer');
});

test('a misspelt question about activity is refused where it stands', async () => {
  const { manage } = await shopOf('misspelt');
  const condition = { $or: [{ 'activity.purchase.7days': { $gte: 1 } }] };
  const { status, body } = await manage('POST', '/v2/audiences', { name: 'Wrong', condition });
  assert.deepEqual(
    [status, body.errors[0].pointer],
    [422, '/condition/$or/0/activity.purchase.7days'],
  );
});

test('a small site is counted, person by person, and the fields are what its events contain', async () => {
  const { client, manage, site } = await shopOf('counted');
  const say = (user: Record<string, string>, ...events: object[]) =>
    client.events({ user, events: events as never });
  await say({ id: '1', cuid: 'ann', cuidType: 'external' }, likes('red'), event('signup'));
  await say({ id: '2', cuid: 'ann', cuidType: 'external' }, event('signup'), event('signup'));
  await say({ id: '3' }, likes('red'), event('download'));
  await say({ id: '4' }, likes('blue'));
  await say({ id: '5' }, likes('blue'), purchase);
  await folded();
  const listed = await manage('POST', '/v2/audiences', { name: 'VIP', kind: 'list' });
  await manage('PUT', `/v2/audiences/${listed.body.id}/members`, { members: [{ userId: '4' }] });
  const estimate = async (condition: unknown) => {
    const { status, text, body } = await manage('POST', '/v2/audiences/estimate', { condition });
    assert.equal(status, 200, text);
    const { matching, of, from, to, sampled, isExact } = body;
    assert.deepEqual([of, sampled, isExact], [4, 4, true]);
    return { matching, from, to, unknown: body.unknown, warnings: body.warnings };
  };
  const exactly = async (condition: unknown, matching: number) =>
    assert.deepEqual(await estimate(condition), {
      ...{ matching, from: matching, to: matching, unknown: [], warnings: [] },
    });
  await exactly({}, 4);
  await exactly({ 'affinity.color.red.rank': 1 }, 2);
  await exactly({ 'activity.event.signup.7d': { $gte: 3 } }, 1);
  await exactly({ 'user.isKnown': true }, 1);
  await exactly({ $audience: listed.body.id }, 1);
  await exactly({ $not: { 'activity.purchase.7d': { $gte: 1 } } }, 3);
  await exactly({ 'affinity.color.red.rank': 1, $or: [{ 'user.isKnown': true }, {}] }, 2);
  const open = await estimate({
    'affinity.color.blue.rank': 1,
    $or: [{ 'device.type': 'mobile' }, { 'recent.daysSincePurchase': { $lte: 1 } }],
    $nor: [{ 'pege.type': 'CART', 'activity.purchase.3d': { $lt: 0 } }],
  });
  assert.deepEqual(
    [open.matching, open.from, open.to, open.unknown],
    [null, 1, 2, ['device.type']],
  );
  assert.match(open.warnings[0].detail, /Did you mean page\.type\?/);
  const refused = await manage('POST', '/v2/audiences/estimate', { condition: { a: { $x: 1 } } });
  assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/condition/a/$x']);

  const { body } = await manage('GET', '/v2/audiences/fields');
  const fields = new Map<string, { values: unknown; share: number | null; type: string }>(
    body.items.map((one: { path: string }) => [one.path, one]),
  );
  const share = (path: string) => fields.get(path)?.share;
  assert.deepEqual(fields.get('affinity.color.*.rank')?.values, [
    { value: 'blue', share: 0.5 },
    { value: 'red', share: 0.25 + 0.25 },
  ]);
  assert.deepEqual(
    [share('activity.event.signup.*'), share('activity.event.download.*')],
    [0.25, 0.25],
  );
  assert.deepEqual([share('activity.purchase.*'), share('activity.inform.color.*.*')], [0.25, 1]);
  assert.deepEqual(fields.get('$audience')?.values, [
    { value: listed.body.id, label: 'VIP', share: null },
  ]);
  assert.equal(fields.get('device.type')?.type, 'string');
  assert.equal(site.snapshot().site.name, 'counted');
});

test('values that only the feed has are offered behind those of users, also without any user', async () => {
  const site = await server.site('catalogued', { vertical: 'Other' });
  const manage = callWith(server.url, await site.key(['manage']));
  const feeds = await site.client(['feed']);
  const { id } = await feeds.createFeed({ name: 'Shop', affinity: ['color', 'brand'] });
  await feeds.putItems(id, [
    { sku: 'tent', color: 'red', brand: 'Acme' },
    { sku: 'stove', color: ['green', 'red'] },
    { sku: 'lamp', color: 'blue' },
  ]);
  const valuesOf = async (path: string) => {
    const { items } = (await manage('GET', '/v2/audiences/fields')).body;
    const found = items.find((one: { path: string }) => one.path === path);
    return found.values.map(({ value, share }: { value: string; share: number }) => [value, share]);
  };
  // The first request has the feed loaded.
  await eventually(async () => (await valuesOf('affinity.color.*.rank')).length > 0);
  assert.deepEqual(await valuesOf('affinity.color.*.rank'), [
    ['red', null],
    ['blue', null],
    ['green', null],
  ]);
  assert.deepEqual(await valuesOf('session.affinity.brand.*.rank'), [['Acme', null]]);
});

test('a campaign is targeted at who saw another one, or at who saw it seldom enough', async () => {
  const { client, manage, publish, decide } = await shopOf('capped');
  await publish({ selector: 'first' });
  const targeting = {
    'activity.exposure.first.7d': { $gte: 1 },
    'activity.exposure.again.7d': { $lt: 2 },
  };
  const experiences = [{ name: 'Again', targeting, variations: [variation('again')] }];
  await publish({ selector: 'again', experiences });
  const given = async (user: string) => {
    const { variations } = await decide('again', { user: { id: user } });
    await folded();
    return variations.length;
  };
  assert.equal(await given('31'), 0, 'it did not see the first one');
  await client.choose({ user: { id: '31' }, selector: { names: ['first'] } });
  await folded();
  assert.deepEqual([await given('31'), await given('31'), await given('31')], [1, 1, 0]);
  const { items } = (await manage('GET', '/v2/audiences/fields')).body;
  const seen = items.find((one: { path: string }) => one.path === 'activity.exposure.*.*');
  const values = seen.values.map(({ value }: { value: string }) => value);
  assert.deepEqual(values.sort(), ['again', 'first']);
});

test('attributes that pages send are offered with their common values, unless the user refuses', async () => {
  const { client, manage } = await shopOf('pages');
  type Said = Record<string, string | number | boolean>;
  const visit = (pageAttributes: Said, city: string, consents = true) =>
    client.choose({
      user: { active_consent_accepted: consents },
      selector: { names: [] },
      context: {
        pageAttributes,
        geo: { city },
        page: { location: `https://shop/?utm_source=${city}` },
      },
    });
  await visit({ template: 'sale', 'order.ref': 'a-1', depth: 2 }, 'Oslo');
  await visit({ template: 'sale', 'order.ref': 'b-2', depth: 2 }, 'Oslo');
  await visit({ template: 'home', depth: 'deep' }, 'Rome');
  await visit({ secret: 'never' }, 'Oslo', false);
  const { body } = await manage('GET', '/v2/audiences/fields');
  const offered = body.items.filter(({ source }: { source: string }) => source === 'page');
  const share = 2 / 3;
  for (const path of ['geo.city', 'page.query.utm_source']) {
    const field = body.items.find((one: { path: string }) => one.path === path);
    assert.deepEqual(field.values, [{ value: 'Oslo', share }], path);
  }
  assert.deepEqual(
    offered.map(({ description: _, ...field }: { description: string }) => field),
    [
      ...[{ path: 'pageAttributes.depth', type: 'any', values: [{ value: 2, share }], share: 1 }],
      {
        ...{ path: 'pageAttributes.template', type: 'string', share: 1 },
        values: [{ value: 'sale', share }],
      },
      { path: 'pageAttributes.order\\.ref', type: 'string', values: [], share },
    ].map((field) => ({ ...field, source: 'page' })),
  );
});

test('of many users a sample is looked at, whose interval holds the truth about as often as it says', async () => {
  const { manage, site } = await shopOf('many');
  // Ids in a row and profiles in the order of what they are: chance must not come from either.
  const signup = (day: number) =>
    `{"v":1,"since":0,"first":1,"last":2,"properties":[],"activity":[["event",[0,[["signup",[${day},1]]]]]],` +
    `"viewed":[],"purchased":[],"assignments":[]}`;
  const today = Math.floor(ctx.now() / 86_400_000);
  await ctx.pool.query(
    `insert into profile (site_id, user_id, state)
     select $1, n, case when n <= 9000 then $2 else $3 end from generate_series(1, 30000) as n`,
    [site.id, signup(today), signup(today - 40)],
  );
  const condition = { 'activity.event.signup.30d': { $gte: 1 } };
  const began = performance.now();
  const { body } = await manage('POST', '/v2/audiences/estimate', { condition });
  const first = performance.now() - began;
  assert.deepEqual([body.sampled, body.isExact, body.unknown], [2_000, false, []]);
  assert.ok(Math.abs(body.of - 30_000) < 3_000, `${body.of} of 30,000`);
  assert.ok(first < 2_000, `${first} ms`);
  const again = await manage('POST', '/v2/audiences/estimate', { condition });
  assert.deepEqual(again.body, body);
  // Of another node, or a minute later: the same users, so that no page says another number.
  const [one, other] = [await sampleCache(ctx)(site.id), await sampleCache(ctx)(site.id)];
  assert.equal(one.population, body.of);
  assert.deepEqual(
    other.users.map(({ userId }) => userId),
    one.users.map(({ userId }) => userId),
  );

  let held = 0;
  const draws = 20;
  for (let draw = 0; draw < draws; draw += 1) {
    const { users, population } = await sampleCache(ctx, () => randomInt(-(2 ** 31), 2 ** 31 - 1))(
      site.id,
    );
    const hits = users.filter(({ userId }) => Number(userId) <= 9_000).length;
    assert.equal(new Set(users.map(({ userId }) => userId)).size, 2_000);
    assert.ok(Math.abs(population - 30_000) < 3_600, `${population} of 30,000`);
    // Three standard errors of a share of 0.3 among 2,000.
    if (Math.abs(hits / 2_000 - 0.3) < 0.031) held += 1;
  }
  assert.ok(held >= draws - 1, `${held} of ${draws} samples are near the truth`);
});

test('a site sees nothing of another one', async () => {
  const { manage } = await shopOf('alone');
  const { body } = await manage('POST', '/v2/audiences/estimate', { condition: {} });
  assert.deepEqual([body.matching, body.of, body.sampled], [0, 0, 0]);
  const other = callWith(server.url, await server.test.key(['manage']));
  const fields = await other('GET', '/v2/audiences/fields');
  assert.doesNotMatch(fields.text, /signup|VIP/);
});
