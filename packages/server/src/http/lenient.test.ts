// What pages send costs no more than the part that is wrong: no field, whatever is sent for it.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api, type Endpoint, permissionIds } from '@attune/contract';
import fc from 'fast-check';
import {
  experienceServer,
  variation,
} from '../features/experiences/campaigns/campaigns.fixture.ts';
import { compileLenient } from './lenient.ts';
import { askOf } from './requests.fixture.ts';

const server = await experienceServer({ api: true, worker: false });
after(server.close);
const ask = askOf(server.url);
const key = await server.test.key(permissionIds);
await server.publish({
  selector: 'home',
  experiences: [{ name: 'All', variations: [variation('hello')] }],
});
const { decisionId } = await server.decide('home', { user: { id: '1' } });

/** A whole request to each endpoint: every field that it may have. */
const context = {
  page: { type: 'PRODUCT', location: 'https://shop.example/p', data: ['sku-1'], locale: 'en_GB' },
  device: { userAgent: 'Test', ip: '192.0.2.1', type: 'mobile', browser: 'b', dateTime: 'now' },
  channel: 'WEB',
  pageAttributes: { colour: 'red', size: 7, sale: true },
  cart: [{ productId: 'sku-1', quantity: 1, itemPrice: 2.5 }],
  listedItems: ['sku-1'],
};
const user = { id: '7', svcid: '8', svcid_server: '9', cuid: 'ann', cuidType: 'external' };
const common = {
  user: { ...user, token: 'x' },
  session: { svc: 's', custom: 'c' },
  sessionId: 's',
};
const rule = {
  ...{ type: 'include', slots: [0] },
  query: { conditions: [{ field: 'f', arguments: [{ action: 'IS', value: 'v' }] }] },
};
const whole: readonly { endpoint: Endpoint; body: Record<string, unknown>; needed: string[] }[] = [
  {
    endpoint: api.choose,
    body: {
      ...{ ...common, context },
      selector: {
        ...{ names: ['home'], groups: ['g'], preview: { ids: ['p'] } },
        args: { home: { realtimeRules: [rule] } },
      },
      options: {
        ...{ isImplicitPageview: true, isImplicitImpressionMode: true },
        ...{ returnAnalyticsMetadata: true, isImplicitClientData: true },
        ...{ recsProductData: { fieldFilter: ['name'] }, deduplicateRecommendations: true },
        explain: true,
      },
    },
    needed: [],
  },
  { endpoint: api.collectPageview, body: { ...common, context }, needed: ['/context'] },
  {
    endpoint: api.collectEvents,
    body: { ...common, context, events: [{ name: 'Seen', properties: {} }] },
    needed: ['/events', '/events/0', '/events/0/name'],
  },
  {
    endpoint: api.collectEngagement,
    body: { ...common, engagements: [{ type: 'CLICK', decisionId, variations: [1] }] },
    needed: [
      ...['/engagements', '/engagements/0', '/engagements/0/type', '/engagements/0/decisionId'],
    ],
  },
];

for (const { endpoint, body, needed } of whole) {
  test(`${endpoint.id} is answered whatever is sent for any one of its fields`, async () => {
    for (const place of placesIn(body)) {
      for (const value of [null, '', 7, 'text', true, [], {}, [null], { surprise: [1] }]) {
        const answer = await ask(endpoint.method, endpoint.path, {
          ...{ key, body: replaced(body, place, value) },
        });
        if (answer.status < 300) continue;
        const sent = `${place} ${JSON.stringify(value)}: ${answer.text}`;
        assert.equal(answer.body.code, 'invalid_request', sent);
        assert.ok(needed.includes(place) || place === '/events/0/properties', sent);
      }
    }
  });
}

test('of a hundred events, one of them bad, ninety-nine are taken and one is told', async () => {
  const events = Array.from({ length: 100 }, (_, at) => ({
    name: `Event ${at}`,
    properties: at === 41 ? { svcType: 'purchase-v1', value: '29,00', cart: [] } : { at },
  }));
  const sent = { key, body: { user: { id: '7' }, events } };
  const headers = { prefer: 'return=representation' };
  const { status, body } = await ask('POST', '/v2/collect/user/event', { ...sent, headers });
  assert.deepEqual([status, body.accepted, body.rejected.length], [200, 99, 1]);
  assert.deepEqual([body.rejected[0].index, body.rejected[0].code], [41, 'rejected_event']);
  assert.match(body.rejected[0].detail, /^\/properties\/value must be a number/);
  const plain = await ask('POST', '/v2/collect/user/event', sent);
  assert.deepEqual([plain.status, plain.headers.get('svc-warnings')], [204, 'rejected_event=1']);
});

test('a field that has another name here is told once, however it could be told', async () => {
  const body = { user: { id: '7', cuidtype: 'external' }, selector: { names: ['home'] } };
  const answer = await ask('POST', '/v2/serve/user/choose', { key, body });
  const codes = answer.body.warnings.map(({ code }: { code: string }) => code);
  assert.deepEqual(codes, ['ignored_field']);
  assert.match(answer.body.warnings[0].message, /^\/user\/cuidtype: .*"cuidType"/);
});

test('a beacon tells of each part what cannot be read of it, and of its user once', async () => {
  const own = await server.test.key(['collect'], 'Client-side');
  const beacon = (body: object) =>
    ask('POST', '/v2/collect/beacon', { body: { key: own, user, ...body } });
  const events = [{ name: 'Seen', properties: {} }];
  const engagements = [{ type: 'CLICK', decisionId: 'of-no-decision' }];
  const { status, headers } = await beacon({ events, engagements });
  const warnings = 'cuid_unverified=1, rejected_engagement=1';
  assert.deepEqual([status, headers.get('svc-warnings')], [204, warnings]);
  for (const body of [{}, { engagements }]) {
    assert.equal((await beacon(body)).body.code, 'invalid_request');
  }
});

test('choose is answered whatever JSON is sent for anything', async () => {
  const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(null, '', '29,00', [], {}));
  const [{ endpoint, body }] = whole as [(typeof whole)[0]];
  const changes = fc.array(fc.tuple(fc.constantFrom(...placesIn(body)), odd), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(changes, async (made) => {
      const sent = made.reduce((one, [place, value]) => replaced(one, place, value), body);
      const isStorable = !/\\u(0000|d[89a-f])/i.test(JSON.stringify(sent));
      const answer = await ask(endpoint.method, endpoint.path, { key, body: sent });
      if (isStorable) assert.equal(answer.status, 200, answer.text);
    }),
    { numRuns: 200 },
  );
});

test('what a reading keeps is valid, and what it tells is at places of the body', () => {
  const read = compileLenient(api.choose.body);
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...placesIn(whole[0]!.body)), (value, place) => {
      const body = replaced(whole[0]!.body, place, value);
      const { value: kept, passedOver } = read(body);
      assert.deepEqual(read(kept), { value: kept, passedOver: [] });
      // What is missing is told at its own place: the object that it is of is there.
      const places = ['', ...placesIn(body)];
      for (const { pointer } of passedOver) {
        const around = pointer.slice(0, pointer.lastIndexOf('/'));
        assert.ok(places.includes(pointer) || places.includes(around), pointer);
      }
    }),
  );
});

/** Pointers to every member and element of a value, and of those that are required beside them. */
function placesIn(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    const place = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return [place, ...placesIn(one, place)];
  });
}

/** The same with another value at a place; as it was where there is no such place. */
function replaced<T>(value: T, place: string, by: unknown): T {
  const [, name, ...rest] = place.split('/');
  if (name === undefined) return by as T;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return value;
  const below = rest.map((step) => `/${step}`).join('');
  const changed = replaced((value as Record<string, unknown>)[name], below, by);
  if (Array.isArray(value))
    return value.map((one, at) => (at === Number(name) ? changed : one)) as T;
  return { ...value, [name]: changed };
}
