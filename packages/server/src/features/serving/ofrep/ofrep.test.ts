// Campaigns as flags through HTTP: what they say, by which key, and what they record.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { FlagOutput } from '@attune/contract';
import {
  callWith,
  experienceServer,
  json,
  variation,
} from '../../experiences/campaigns/campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const { client, decide, log, manage, publish, url } = server;
const call = callWith(url, await server.test.key(['serve']));

const path = '/ofrep/v1/evaluate/flags';
const evaluate = (key: string, context: object, headers?: Record<string, string>) =>
  call('POST', `${path}/${key}`, { context }, headers);
const all = (context: object, headers?: Record<string, string>) =>
  call('POST', path, { context }, headers);
const flagIn = (flags: FlagOutput[], key: string) => flags.find((flag) => flag.key === key)!;
const kindsOf = async (userId: string) =>
  (await log()).filter((event) => event.userId === userId).map(({ kind }) => kind);

const catalog = callWith(url, await server.test.key(['feed']));
assert.equal((await catalog('POST', '/v2/feeds', { id: '7', name: 'Items' })).status, 201);
const newest = { name: 'Newest', steps: [{ method: { type: 'newest' } }] };
const strategy = (await manage('POST', '/v2/strategies', newest)).body.id;
const premium = { 'pageAttributes.plan': 'premium' };
const ids = {
  hero: await publish({
    selector: 'hero',
    experiences: [{ name: 'Halves', variations: [variation('a'), variation(null, 1, 'Control')] }],
  }),
  banner: await publish({ selector: 'banner', experiences: [one({ text: 'Hello' }, 'Plain')] }),
  plan: await publish({
    selector: 'plan',
    experiences: [{ ...one(7, 'Seven'), targeting: premium }],
  }),
  paused: await publish({ selector: 'paused' }),
  several: await publish({
    selector: 'several',
    experiences: [{ name: 'Two', served: 2, variations: [variation(1), variation(2)] }],
  }),
  items: await publish({
    selector: 'items',
    type: 'sorting',
    experiences: [
      { name: 'All', variations: [{ name: 'Newest', weight: 1, payload: { strategy } }] },
    ],
  }),
};
assert.equal((await manage('POST', `/v2/campaigns/${ids.paused}/pause`)).status, 200);

function one(data: unknown, name: string) {
  return { name: `For ${name}`, variations: [{ name, weight: 1, payload: json(data) }] };
}

test('a flag has the value, the variant, and the reason of its decision', async () => {
  const { status, body } = await evaluate('banner', { targetingKey: 'ann' });
  const { metadata, ...flag } = body;
  assert.equal(status, 200);
  const expected = { key: 'banner', value: { text: 'Hello' }, reason: 'STATIC', variant: 'Plain' };
  assert.deepEqual(flag, expected);
  const { variations } = await decide('banner', {
    user: { id: 'ann' },
    options: { returnAnalyticsMetadata: true },
  });
  const { decisionId, ...named } = metadata;
  assert.deepEqual(named, variations[0]!.analyticsMetadata);
  assert.ok(decisionId.length > 20);
});

test('a reason says whether chance, targeting, or a pause decided', async () => {
  const reasonOf = async (key: string, context = {}) =>
    (await evaluate(key, { targetingKey: 'bob', ...context })).body;
  assert.equal((await reasonOf('hero')).reason, 'SPLIT');
  assert.equal((await reasonOf('plan', { plan: 'premium' })).reason, 'TARGETING_MATCH');
  for (const [key, reason] of Object.entries({ plan: 'UNKNOWN', paused: 'DISABLED' })) {
    const { metadata, ...flag } = await reasonOf(key, { plan: 'free' });
    assert.deepEqual(flag, { key, reason });
    assert.deepEqual(Object.keys(metadata), ['decisionId', 'campaignId', 'campaignName']);
  }
});

test('a control variation names itself, and leaves the value to the code', async () => {
  const flags = await Promise.all(
    users(20).map(async (targetingKey) => (await evaluate('hero', { targetingKey })).body),
  );
  const controls = flags.filter(({ variant }) => variant === 'Control');
  assert.ok(controls.length > 0 && controls.length < flags.length);
  for (const flag of controls) {
    assert.ok(!('value' in flag));
    assert.ok(flag.metadata.variationId > 0);
  }
});

test('the context is that of choose: person, page, device, and attributes of the page', async () => {
  const conditions = {
    person: { 'user.isKnown': true },
    page: { 'page.type': 'PRODUCT', 'page.data': { $all: ['sku-1'] } },
    device: { 'device.type': 'mobile' },
    attribute: { 'pageAttributes.cart.size': { $gt: 2 } },
  };
  for (const [selector, targeting] of Object.entries(conditions)) {
    await publish({ selector, experiences: [{ ...one(true, selector), targeting }] });
  }
  const matching = async (context: object) => {
    const { flags } = (await all({ targetingKey: 'carl', ...context })).body;
    const met = (flags as FlagOutput[]).filter(({ value, key }) => value && key in conditions);
    return met.map(({ key }) => key).sort();
  };
  await client.events({
    user: { id: '5', cuid: 'carl@1', cuidType: 'external' },
    events: [{ name: 'Seen', properties: {} }],
  });
  await server.folded();
  assert.deepEqual(await matching({}), []);
  assert.deepEqual(await matching({ cuid: 'carl@1', cuidType: 'external' }), ['person']);
  // The device that a name was sent with is that person's from then on.
  const elsewhere = (context: object) => matching({ targetingKey: 'eve', ...context });
  assert.deepEqual(await elsewhere({ page: { type: 'product', data: ['sku-1'] } }), ['page']);
  assert.deepEqual(await elsewhere({ 'page.type': 'PRODUCT', 'page.data': ['sku-1'] }), ['page']);
  assert.deepEqual(await elsewhere({ 'device.type': 'mobile' }), ['device']);
});

test('what cannot be read of a context is passed over and counted; the rest is used', async () => {
  const context = { targetingKey: 'dora', plan: 'premium', list: [1], page: { data: 7 }, no: null };
  const { status, headers, body } = await evaluate('plan', context);
  assert.deepEqual([status, body.value], [200, 7]);
  assert.equal(headers.get('svc-warnings'), 'ignored_value=2');
});

test('one evaluation is an exposure; all of them are none, until an impression is reported', async () => {
  await evaluate('banner', { targetingKey: '101' });
  assert.deepEqual(await kindsOf('101'), ['exposure']);
  const { flags } = (await all({ targetingKey: '102' })).body;
  assert.deepEqual(await kindsOf('102'), ['decision']);
  const { decisionId } = flagIn(flags, 'banner').metadata;
  const shown = { type: 'IMP' as const, decisionId };
  await client.engagement({ user: { id: '102' }, engagements: [shown] });
  await client.engagement({ user: { id: '102' }, engagements: [shown] });
  assert.deepEqual((await kindsOf('102')).sort(), ['decision', 'exposure']);
});

test('all flags are the custom campaigns, and what is no flag says where it is found', async () => {
  const { flags } = (await all({ targetingKey: 'eve' })).body;
  const keys = flags.map(({ key }: FlagOutput) => key);
  for (const key of ['hero', 'banner', 'plan', 'paused']) assert.ok(keys.includes(key), key);
  for (const key of ['items', 'several']) {
    assert.ok(!keys.includes(key), key);
    const { status, body } = await evaluate(key, { targetingKey: 'eve' });
    assert.deepEqual([status, body.errorCode, body.key], [404, 'FLAG_NOT_FOUND', key]);
    assert.match(body.errorDetails, /Request it with choose/);
  }
});

test('the entity tag moves with the flags of a user, and not with the site’s revision', async () => {
  const tagOf = async (targetingKey: string, plan?: string) =>
    (await all({ targetingKey, ...(plan && { plan }) })).headers.get('etag')!;
  const tag = await tagOf('103');
  const cached = await all({ targetingKey: '103' }, { 'if-none-match': `"other", ${tag}` });
  assert.deepEqual([cached.status, cached.text], [304, '']);
  assert.deepEqual(
    [cached.headers.get('etag'), cached.headers.get('cache-control')],
    [tag, 'private, no-cache'],
  );
  const { revision } = server.test.snapshot().site;
  const made = await manage('POST', '/v2/audiences', { name: 'New', condition: {} });
  assert.equal(made.status, 201);
  assert.notEqual(server.test.snapshot().site.revision, revision);
  assert.equal(await tagOf('103'), tag);
  assert.notEqual(await tagOf('104'), tag);
  assert.notEqual(await tagOf('103', 'premium'), tag);
  assert.equal((await manage('POST', `/v2/campaigns/${ids.banner}/pause`)).status, 200);
  const paused = await tagOf('103');
  assert.notEqual(paused, tag);
  assert.equal((await manage('POST', `/v2/campaigns/${ids.banner}/publish`)).status, 200);
  assert.equal(await tagOf('103'), tag);
  // Decisions of before the restart are in no report of after it.
  assert.equal((await manage('POST', `/v2/campaigns/${ids.banner}/restart`)).status, 200);
  assert.equal((await manage('POST', `/v2/campaigns/${ids.banner}/publish`)).status, 200);
  assert.notEqual(await tagOf('103'), tag);
});

test('an answer of 304 records nothing', async () => {
  const { headers } = await all({ targetingKey: '105' });
  const before = await kindsOf('105');
  await all({ targetingKey: '105' }, { 'if-none-match': headers.get('etag')! });
  assert.deepEqual(await kindsOf('105'), before);
});

function users(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `user-${at}`);
}
