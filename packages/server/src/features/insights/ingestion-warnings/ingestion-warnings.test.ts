// What of requests could not be read is counted by key, kind and place, and shows no person.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { callWith, experienceServer } from '../../experiences/campaigns/campaigns.fixture.ts';
import { createTally } from './tally.ts';

const server = await experienceServer({ api: true, worker: false });
after(server.close);
const { manage } = server;
const send = callWith(server.url, await server.test.key(['serve', 'collect']));

async function warnings() {
  await server.recorded();
  const { status, body } = await manage('GET', '/v2/ingestion-warnings');
  assert.equal(status, 200);
  return body.warnings as { code: string; place: string; count: number; samples: string[] }[];
}
const found = async (code: string, place: string) =>
  (await warnings()).find((one) => one.code === code && one.place === place);

test('a site to which nothing wrong was sent has no warnings', async () => {
  await send('POST', '/v2/serve/user/choose', { user: { id: '7' } });
  assert.deepEqual(await warnings(), []);
});

test('each kind is counted at its place, with what was sent there', async () => {
  const events = [
    { name: 'A', properties: { svcType: 'purchase', value: 1 } },
    { name: 'B', properties: { svcType: 'purchase-v1', value: '29,00', cart: [] } },
  ];
  await send('POST', '/v2/collect/user/event', { user: { id: '7' }, events });
  await send('POST', '/v2/collect/user/event', { user: { id: '7' }, events });
  const unknown = await found('unknown_event_type', '/events/*/properties/svcType');
  assert.deepEqual([unknown?.count, unknown?.samples], [2, ['"purchase"']]);
  const rejected = await found('rejected_event', '/events/*/properties/value');
  assert.deepEqual([rejected?.count, rejected?.samples], [2, ['"29,00"']]);
});

test('a request that is refused as a whole is told as well', async () => {
  await send('POST', '/v2/collect/user/event', { events: [{ properties: {} }] });
  assert.equal((await found('invalid_request', '/events/*/name'))?.count, 1);
});

test('no sample holds what may name a person', async () => {
  const user = { id: 'undefined', cuid: 'jane@shop.example', cuidType: 'he' };
  const events = [
    { name: 'L', properties: { svcType: 'login-v1', hashedEmail: 'jane@shop.example' } },
    {
      name: 'X',
      properties: { value: { of: 'jane@shop.example' }, svcType: 'add-to-wishlist-v1' },
    },
    { name: 'Y', properties: { svcType: 'jane@shop.example' } },
  ];
  await send('POST', '/v2/collect/user/event', { user, events });
  assert.doesNotMatch(JSON.stringify(await warnings()), /jane/);
});

test('another site does not see them', async () => {
  const other = await server.site('other');
  const { body } = await callWith(
    server.url,
    await other.key(['manage']),
  )(...(['GET', '/v2/ingestion-warnings'] as const));
  assert.deepEqual(body.warnings, []);
});

test('kinds are bounded, whatever names a caller makes up', () => {
  const tally = createTally(() => 0);
  for (let at = 0; at < 10_000; at += 1) {
    const passedOver = [{ code: 'ignored_value', pointer: `/x/a${at}`, detail: 'd' }] as const;
    tally.note({ ...{ siteId: 1, keyId: 1, endpoint: 'e', traceId: '' }, body: {}, passedOver });
  }
  const counted = tally.take();
  assert.ok(counted.length <= 201, String(counted.length));
  assert.equal(
    counted.reduce((sum, { count }) => sum + count, 0),
    10_000,
  );
});
