// A request that sends a person's id as a device's is of an unknown user: it reads, joins and
// erases nothing of that person.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '@attune/sdk';
import { eventually, type TestServer, testServer } from '../../../testing.ts';
import { selectPerson } from './store.ts';

let server: TestServer;
let client: Client;
let personId: string;

const external = (cuid: string) => ({ cuid, cuidType: 'external' });
const likes = (color: string) => ({
  name: 'Said so',
  properties: {
    svcType: 'inform-affinity-v1' as const,
    data: [{ attribute: 'color', values: [color] }],
  },
});
const colorsOf = async (cuid: string) =>
  Object.keys((await client.affinity(external(cuid)))?.['color'] ?? {});

before(async () => {
  server = await testServer();
  client = await server.test.client(['serve', 'collect', 'userprofile', 'userdata', 'feed']);
  await client.createFeed({ id: '1', name: 'Feed', affinity: ['color'] });
  await client.events({ user: external('victim'), events: [likes('red')] });
  await eventually(async () => (await colorsOf('victim')).length === 1);
  const victim = { type: 'external', value: 'victim' };
  personId = (await selectPerson(server.ctx.db, server.test.id, victim)) ?? '';
});

after(() => server.close());

test('its events join neither the person nor the profile', async () => {
  await client.events({
    user: { svcid: personId, ...external('attacker') },
    events: [likes('blue')],
  });
  await eventually(async () => (await colorsOf('attacker')).length > 0);
  assert.deepEqual(await colorsOf('attacker'), ['blue']);
  assert.deepEqual(await colorsOf('victim'), ['red']);
});

test('decisions for it do not use the profile', async () => {
  const manage = { 'SVC-API-Key': await server.test.key(['manage']) };
  const post = async (path: string, body?: unknown) => {
    const init = { method: 'POST', headers: manage, body: JSON.stringify(body ?? {}) };
    return (await (await fetch(`${server.url}${path}`, init)).json()) as { id: number };
  };
  const serves = (data: string) => [
    { name: data, weight: 1, payload: { type: 'CUSTOM_JSON', data } },
  ];
  const { id } = await post('/v2/campaigns', {
    name: 'Reds',
    selector: 'reds',
    type: 'custom',
    experiences: [
      { name: 'a', targeting: { 'affinity.color.red.rank': 1 }, variations: serves('known') },
      { name: 'b', variations: serves('stranger') },
    ],
  });
  await post(`/v2/campaigns/${id}/publish`);
  const served = async (user: object) => {
    const { choices } = await client.choose({ user, selector: { names: ['reds'] } });
    return choices[0]?.variations[0]?.payload.data;
  };
  assert.equal(await served(external('victim')), 'known');
  assert.equal(await served({ svcid: personId }), 'stranger');
});

test('erasing it leaves the person alone', async () => {
  await client.eraseUser(external('attacker'));
  await eventually(async () => (await colorsOf('attacker')).length === 0);
  assert.deepEqual(await colorsOf('victim'), ['red']);
});
