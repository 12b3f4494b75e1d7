// Tests of identifier types through HTTP: usable at once, and kept while people have them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { experienceServer } from '../../experiences/campaigns/campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const { client, log, manage } = server;
const path = '/v2/identifier-types';

test('a name is lower-case letters, digits, _ and -, and neither of the built-in ones', async () => {
  for (const name of ['a', 'loyalty_card-2', `x${'y'.repeat(49)}`]) {
    assert.equal((await manage('POST', path, { name })).status, 201, name);
  }
  const wrong = ['', 'A', '1a', '-a', 'a b', 'é', `x${'y'.repeat(50)}`, 'he', 'external', null];
  for (const name of wrong) {
    const { status, body } = await manage('POST', path, { name });
    assert.deepEqual([status, body.errors[0].pointer], [422, '/name'], String(name));
  }
});

test('a type’s name stays: people are known by it', async () => {
  const { id } = (await manage('POST', path, { name: 'member' })).body;
  const { status, body } = await manage('PUT', `${path}/${id}`, { name: 'club' });
  assert.deepEqual([status, body.errors[0].pointer], [422, '/name']);
  assert.equal((await manage('PUT', `${path}/${id}`, { name: 'member' })).status, 200);
});

test('a type that a person has is kept; an unused one goes, and is unknown then', async () => {
  const used = (await manage('POST', path, { name: 'used' })).body.id;
  const unused = (await manage('POST', path, { name: 'unused' })).body.id;
  const user = { cuid: 'a', cuidType: 'used' };
  await client.events({ user, events: [{ name: 'Visit', properties: {} }] });
  await log();
  const refused = await manage('DELETE', `${path}/${used}`);
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
  assert.match(refused.body.detail, /"used"/);
  assert.equal((await manage('DELETE', `${path}/${unused}`)).status, 204);
  const { warnings } = await client.choose({ user: { cuid: 'a', cuidType: 'unused' } });
  assert.match(warnings?.[0]?.message ?? '', /must be one of he, external, .*used$/);
  await client.choose({ user });
});
