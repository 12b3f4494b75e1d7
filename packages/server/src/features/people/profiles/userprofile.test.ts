// Tests of GET userprofile: whose profile is read, and what is answered when there is none.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { callWith } from '../../experiences/campaigns/campaigns.fixture.ts';
import { external, profileServer } from './profiles.fixture.ts';

const server = await profileServer();
after(server.close);
const { client, folded, read, say, set, test: site } = server;

const red = { taste: { color: ['red'] } };
const digest = '973dfe463ec85785f5f95af5ba3906eedb2d931c24e69824a89ea65dba4e813b';

test('a hashed e-mail address is found in any case, wherever it was written in which', async () => {
  await say({ cuid: digest.toUpperCase(), cuidType: 'he' }, red);
  for (const cuid of [
    digest,
    digest.toUpperCase(),
    `${digest.slice(0, 9)}${digest.slice(9).toUpperCase()}`,
  ]) {
    const { text } = await read({ cuid, cuidType: 'he', affinity: 'true' });
    assert.equal(text, '{"affinity":{"color":{"red":1}}}');
  }
});

test('an external identifier is used as it is, case and characters and all', async () => {
  const strange = 'Ünï/çödé?&=+ 😀@shop.example';
  await say(external(strange), red);
  const { text } = await read({ ...external(strange), affinity: 'true' });
  assert.equal(text, '{"affinity":{"color":{"red":1}}}');
  const other = await read({ ...external(strange.toUpperCase()), affinity: 'true' });
  assert.equal(other.text, '{}');
});

test('a custom type works once the site has it; until then its types are listed', async () => {
  const query = { cuid: 'c-1', cuidType: 'card', affinity: 'true' };
  const unknown = await read(query);
  assert.deepEqual([unknown.status, unknown.body.code], [400, 'invalid_query']);
  assert.match(unknown.body.detail, /cuidType must be one of he, external$|he, external\./);
  const manage = callWith(server.url, await site.key(['manage']));
  await manage('POST', '/v2/identifier-types', { name: 'card' });
  assert.equal((await read(query)).text, '{}');
  await say({ cuid: 'c-1', cuidType: 'card' }, red);
  assert.equal((await read(query)).text, '{"affinity":{"color":{"red":1}}}');
  const other = await read({ ...query, cuidType: 'club' });
  assert.match(other.body.detail, /he, external, card/);
});

test('a raw e-mail address and an empty cuid are refused, and not repeated', async () => {
  const person = (cuid: string, cuidType = 'he') => ({ cuid, cuidType, affinity: 'true' });
  for (const cuid of ['someone@shop.example', '@', 'abc', `${digest}0`, digest.replace('9', 'g')]) {
    const { status, body, text } = await read(person(cuid));
    assert.deepEqual([status, body.code], [400, 'invalid_query'], cuid);
    assert.equal(body.errors[0].pointer, '/query/cuid');
    assert.doesNotMatch(text, /someone/);
  }
  for (const cuid of ['', 'x'.repeat(251)]) {
    for (const type of ['he', 'external']) {
      assert.equal((await read(person(cuid, type))).status, 400);
    }
  }
  assert.equal((await read(person('x'.repeat(250), 'external'))).text, '{}');
});

test('cuid and cuidType are required, and affinity is true or false', async () => {
  const wrong: [Record<string, string>, ...string[]][] = [
    [{}, '/query/cuid', '/query/cuidType'],
    [{ cuid: 'a' }, '/query/cuidType'],
    [{ cuidType: 'external', affinity: 'true' }, '/query/cuid'],
    ...['maybe', 'TRUE', '1', ''].map((affinity): [Record<string, string>, string] => [
      { ...external('a'), affinity },
      '/query/affinity',
    ]),
  ];
  for (const [query, ...pointers] of wrong) {
    const { status, body } = await read(query);
    assert.deepEqual([status, body.code], [400, 'invalid_query'], JSON.stringify(query));
    const found = body.errors.map(({ pointer }: { pointer: string }) => pointer);
    assert.deepEqual(found.sort(), pointers);
  }
});

test('without a profile, without affinity and unless asked, the answer is {}', async () => {
  await say(external('liker'), red);
  await client.events({
    user: { ...external('visitor') },
    events: [{ name: 'Visit', properties: {} }],
  });
  await folded();
  const queries = [
    { ...external('nobody'), affinity: 'true' },
    { ...external('visitor'), affinity: 'true' },
    { ...external('liker') },
    { ...external('liker'), affinity: 'false' },
  ];
  for (const query of queries) {
    const { status, text, headers } = await read(query);
    assert.deepEqual([status, text], [200, '{}']);
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
  }
});

test('what adds up to nothing is no affinity', async () => {
  await say(external('refunder'), red);
  await set({ weights: { inform: 0 } });
  assert.equal((await read({ ...external('refunder'), affinity: 'true' })).text, '{}');
  await set({ weights: null });
});

test('several devices and names of one person are one profile', async () => {
  const on = (svcid: string) => ({ svcid, ...external('owner') });
  const inform = (values: string[]) => ({
    name: 'Quiz',
    properties: { svcType: 'inform-affinity-v1' as const, data: [{ attribute: 'color', values }] },
  });
  await client.events({ user: { svcid: '61' }, events: [inform(['green', 'blue'])] });
  await client.events({ user: on('61'), events: [inform(['blue'])] });
  await client.events({ user: on('62'), events: [inform(['blue', 'green', 'pink'])] });
  await client.events({
    user: { ...external('owner') },
    events: [
      {
        name: 'Login',
        properties: {
          ...{ svcType: 'login-v1' as const, ...external('owner') },
          secondaryIdentifiers: [{ type: 'he', value: digest.replaceAll('9', '8') }],
        },
      },
    ],
  });
  await folded();
  const { text } = await read({ ...external('owner'), affinity: 'true' });
  assert.equal(text, '{"affinity":{"color":{"blue":1,"green":2,"pink":3}}}');
  const hashed = { cuid: digest.replaceAll('9', '8'), cuidType: 'he', affinity: 'true' };
  assert.equal((await read(hashed)).text, text);
});

test('another site knows nothing of it, and a feature that is off withdraws the permission', async () => {
  await say(external('mine'), red);
  const other = await server.site('other');
  const elsewhere = callWith(server.url, await other.key(['userprofile']));
  const path = '/v2/userprofile?cuid=mine&cuidType=external&affinity=true';
  assert.equal((await elsewhere('GET', path)).text, '{}');
  await set({}, ['feeds', 'management-api']);
  const refused = await read({ ...external('mine'), affinity: 'true' });
  assert.deepEqual([refused.status, refused.body.code], [403, 'permission_missing']);
  await set({}, ['feeds', 'affinity', 'management-api']);
  assert.equal((await read({ ...external('mine'), affinity: 'true' })).status, 200);
});
