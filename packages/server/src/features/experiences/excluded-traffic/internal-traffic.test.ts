// A site's own people: served as visitors are, and in nothing that is counted or learned.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { changeSettings } from '../../configuration/sites/index.ts';
import { dayTextOf, readBlocks, readOwners, refreshDays } from '../../events/interactions/index.ts';
import { recomputeTotals } from '../../people/profiles/totals.ts';
import { experienceServer, variation } from '../campaigns/campaigns.fixture.ts';
import { selectGivenToBots } from './index.ts';

const server = await experienceServer({ api: true, worker: true }, { vertical: 'Other' });
after(server.close);
const { browser, client, ctx, folded, log, manage, publish, recorded } = server;
const site = server.test;
const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

const people = await manage('POST', '/v2/audiences', {
  name: 'Staff',
  condition: { 'user.attributes.role': 'staff' },
});
const staff = people.body.id as number;
const settings = {
  internalTraffic: { addresses: ['203.0.113.0/24'], userAgents: ['ShopMonitor'], audience: staff },
  affinity: { normalisation: 1 },
};
await changeSettings(ctx, site.id, { settings }, 'test');
const feeds = await site.client(['feed', 'userdata']);
const { id: feedId } = await feeds.createFeed({ name: 'Shop', affinity: ['color'] });
await feeds.putItems(feedId, [
  { sku: 'tent', color: 'red' },
  { sku: 'stove', color: 'blue' },
]);
const seenTent = { 'recent.viewed': { $elemMatch: { $eq: 'tent' } } };
const campaignId = await publish({
  selector: 'home',
  experiences: [
    { name: 'Again', targeting: seenTent, variations: [variation('again')] },
    { name: 'All', variations: [variation('hello')] },
  ],
});

const office = { device: { ip: '203.0.113.9' } };
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15';
const home = { device: { ip: '198.51.100.7', userAgent: safari } };
const monitor = { device: { userAgent: 'ShopMonitor/2.1', ip: '198.51.100.7' } };
const selector = { names: ['home'] };
const product = (sku: string) => ({ page: { type: 'PRODUCT' as const, data: [sku] } });

async function shown(svcid: string, context: object): Promise<[data: unknown, codes: string[]]> {
  const { choices, warnings = [] } = await client.choose({ user: { svcid }, context, selector });
  return [choices[0]?.variations[0]?.payload.data, warnings.map(({ code }) => code)];
}

test('own people get what visitors get, by address, user agent and audience, and are told apart', async () => {
  await fetch(`${server.url}/v2/userdata/bulk`, {
    method: 'POST',
    headers: { 'svc-api-key': await site.key(['userdata']), 'content-type': 'application/json' },
    body: JSON.stringify({
      requests: [{ action: 'upsert', cuid: 'eve', cuidType: 'external', data: { role: 'staff' } }],
    }),
  });
  for (const [id, context] of Object.entries({ 11: office, 12: monitor, 13: home })) {
    const [data, codes] = await shown(id, context);
    assert.deepEqual([data, codes], ['hello', id === '13' ? [] : ['internal_traffic']]);
  }
  await client.events({
    user: { svcid: '14', cuid: 'eve', cuidType: 'external' },
    events: [
      { name: 'Signed in', properties: { svcType: 'login-v1', cuid: 'eve', cuidType: 'external' } },
    ],
  });
  await folded();
  assert.deepEqual(await shown('14', home), ['hello', ['internal_traffic']], 'by the audience');
  const { cookies } = await client.choose({ user: { svcid: '11' }, context: office });
  assert.equal(cookies.length, 2);
  for (const id of ['11', '13']) {
    const context = { ...(id === '11' ? office : home), ...product('tent') };
    await client.pageview({ user: { svcid: id }, context });
  }
  await folded();
  assert.deepEqual(await shown('11', office), ['again', ['internal_traffic']]);
  assert.deepEqual(await shown('13', home), ['again', []]);
});

test('no report has them: it says how many decisions there were, and how many for bots', async () => {
  await client.choose({ user: {}, context: { device: { userAgent: crawler } }, selector });
  for (const [id, context] of Object.entries({ 11: office, 13: home })) {
    const cart = [{ productId: 'tent', quantity: 1, itemPrice: 9 }];
    const bought = { svcType: 'purchase-v1' as const, value: 9, cart };
    await client.events({
      ...{ user: { svcid: id }, context },
      events: [{ name: 'Bought', properties: bought }],
    } as never);
  }
  await folded();
  await recorded();
  const kinds = (await log()).filter(({ userId }) => userId === '11').map(({ event }) => event);
  assert.ok(kinds.length > 2 && kinds.every(({ isInternal }) => isInternal === true));
  const { body } = await manage('GET', `/v2/campaigns/${campaignId}/report?metric=purchases`);
  const exposed = body.experiences.flatMap(
    ({ variations }: { variations: { exposed: number }[] }) => variations.map((one) => one.exposed),
  );
  assert.deepEqual(exposed, [1, 1], 'the visitor, in both experiences');
  const { sentence, ...numbers } = body.notCounted;
  assert.deepEqual(numbers, { bots: 1, internal: 4 });
  assert.match(sentence, /1 decision for bots, 4 decisions for internal traffic/);
  const { rows } = await ctx.pool.query(
    `select traffic, sum(given::integer)::integer as given, count(distinct id)::integer as ids
     from excluded_traffic cross join jsonb_each_text(variations) as each (id, given)
     where site_id = $1 group by traffic order by traffic`,
    [site.id],
  );
  assert.deepEqual(rows, [
    { traffic: 'bots', given: 1, ids: 1 },
    { traffic: 'internal', given: 4, ids: 2 },
  ]);
  const days = { from: new Date(Date.now() - 86_400_000), to: new Date(), timeZone: 'UTC' };
  const given = await selectGivenToBots(ctx.db, site.id, campaignId, days);
  assert.deepEqual([...given.values()], [1]);
});

test('an impression that exposes them, and a click, count no more than what was served', async () => {
  const { choices } = await client.choose({
    ...{ user: { svcid: '15' }, context: office, selector },
    options: { isImplicitImpressionMode: false },
  });
  const { decisionId } = choices[0]!;
  const engagements = [
    { type: 'IMP' as const, decisionId },
    { type: 'CLICK' as const, decisionId },
  ];
  await browser.engagement({ user: { svcid: '15' }, engagements });
  const own = (await log()).filter(({ userId, kind }) => userId === '15' && kind !== 'decision');
  assert.deepEqual(own.map(({ kind }) => kind).sort(), ['click', 'exposure']);
  const { rows } = await ctx.pool.query(
    'select distinct user_id, browser from exposure where site_id = $1 order by 1',
    [site.id],
  );
  assert.deepEqual(rows, [{ user_id: '13', browser: 'safari' }]);
});

test('nothing is learned or estimated from them', async () => {
  await folded();
  const day = dayTextOf(Date.now());
  await refreshDays({ kysely: ctx.db, pool: ctx.pool }, site.id, { from: day, atOnce: 1_000 });
  const owners = await readOwners(ctx.db, site.id);
  const users = new Set<string>();
  for await (const block of readBlocks(ctx.db, site.id, [day], owners, 20)) {
    for (const place of block.user) users.add(String(block.users[place]));
  }
  assert.deepEqual([...users], ['13']);
  const { body } = await manage('POST', '/v2/audiences/estimate', { condition: seenTent });
  assert.deepEqual([body.matching, body.isExact], [1, true]);
  await recomputeTotals(ctx, site.id);
  await ctx.snapshots.catchUp();
  const { normaliser } = site.snapshot();
  // A view and a purchase of one visitor: 1 + 8.
  const red = normaliser!.totals.get('color')!.scores.get('red')!;
  assert.ok(red > 8.9 && red < 9.1, String(red));
});

test('rules that cannot be, and an audience that is not there or still named, are refused', async () => {
  const refused = async (internalTraffic: object) =>
    changeSettings(ctx, site.id, { settings: { internalTraffic } }, 'test').then(
      () => [],
      ({ errors }) => errors.map(({ pointer }: { pointer: string }) => pointer),
    );
  const at = '/internalTraffic';
  assert.deepEqual(await refused({ addresses: ['203.0.113.0/33', '::1', 'shop'] }), [
    `${at}/addresses/0`,
    `${at}/addresses/2`,
  ]);
  assert.deepEqual(await refused({ userAgents: ['ab', 7], office: true }), [`${at}/office`]);
  assert.deepEqual(await refused({ userAgents: ['ab', 7] }), [
    `${at}/userAgents/0`,
    `${at}/userAgents/1`,
  ]);
  const { status, body } = await manage('DELETE', `/v2/audiences/${staff}`);
  assert.equal(status, 409, JSON.stringify(body));
  assert.match(body.detail, /settings of the site/);
});
