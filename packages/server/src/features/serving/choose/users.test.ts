// Tests of users: user ids, sessions, and the cookies that keep them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ChooseInput } from '@attune/contract';
import { experienceServer } from '../../experiences/campaigns/campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const { client, manage } = server;

const cookiesFor = async (request: ChooseInput) => {
  const { cookies } = await client.choose(request);
  return Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
};

test('a new user gets an id for a year and a session for half an hour', async () => {
  const { cookies } = await client.choose({});
  const [user, session] = cookies;
  assert.deepEqual(cookies, [
    { name: '_svcid_server', value: user?.value, maxAge: '31556926' },
    { name: '_svcjsession', value: session?.value, maxAge: '1800' },
  ]);
  assert.match(user?.value ?? '', /^-?[1-9][0-9]{0,18}$/);
  assert.equal(BigInt.asIntN(64, BigInt(user?.value ?? '')), BigInt(user?.value ?? ''));
  assert.match(session?.value ?? '', /^[0-9a-z]{32}$/);
});

test('an empty svcid is a new user each time', async () => {
  const first = await cookiesFor({ user: { svcid: '', svcid_server: '' } });
  const second = await cookiesFor({ user: { svcid: '' } });
  assert.notEqual(first['_svcid_server'], second['_svcid_server']);
  assert.notEqual(first['_svcjsession'], second['_svcjsession']);
});

test('a known user keeps their id, and svcid_server wins over svcid', async () => {
  const least = String(-(2n ** 63n));
  const most = String(2n ** 63n - 1n);
  for (const id of ['-4350463893986789401', least, most, '1']) {
    assert.equal((await cookiesFor({ user: { svcid: id } }))['_svcid_server'], id);
    assert.equal((await cookiesFor({ user: { svcid_server: id } }))['_svcid_server'], id);
  }
  const both = await cookiesFor({ user: { svcid: '5', svcid_server: '6' } });
  assert.equal(both['_svcid_server'], '6');
});

test('a session slides: it is given back with its whole age', async () => {
  const svc = 'ohyr6v42l9zd4bpinnvp7urjjx9lrssw';
  const requests: ChooseInput[] = [
    { session: { svc } },
    { sessionId: svc },
    { session: { svc, custom: 'mine' }, sessionId: 'other' },
    { session: { svc: '' }, sessionId: svc },
  ];
  for (const request of requests) {
    const { cookies } = await client.choose({ user: { svcid: '5' }, ...request });
    assert.deepEqual(cookies[1], { name: '_svcjsession', value: svc, maxAge: '1800' });
  }
});

test('user.id marks an API-only site: no cookies, and still a decision', async () => {
  assert.deepEqual((await client.choose({ user: { id: '5' } })).cookies, []);
  assert.deepEqual((await client.choose({ user: { id: '5', svcid: '6' } })).cookies, []);
});

test('any text is a user: one id, the same each time, and no other’s', async () => {
  const above = String(2n ** 63n);
  const below = String(-(2n ** 63n) - 1n);
  const seen = new Set<string>();
  const texts = [above, below, '1.5', '1e3', ' 1', 'abc', '0x1F', '\u{1f600}'.repeat(125)];
  for (const svcid of [...texts, ...texts]) {
    const { cookies, warnings } = await client.choose({ user: { svcid } });
    assert.equal(warnings, undefined);
    assert.match(cookies[0]?.value ?? '', /^-?[1-9][0-9]{0,18}$/);
    seen.add(cookies[0]?.value ?? '');
  }
  assert.equal(seen.size, texts.length);
});

test('what a programming mistake leaves for an id is nobody’s, and that is told', async () => {
  const mistakes = ['undefined', 'NaN', '[object Object]', ' ', '0', '-1', 'Guest', 'NULL'];
  mistakes.push('00000000-0000-0000-0000-000000000000', 'd41d8cd98f00b204e9800998ecf8427e');
  mistakes.push('eb045d78d273107348b0300c01d29b7552d622abbc6faf81b3ec55359aa9950c');
  const seen = new Set<string>();
  for (const svcid of mistakes) {
    const { cookies, warnings } = await client.choose({ user: { svcid } });
    assert.match(warnings?.[0]?.message ?? '', /^\/user\/svcid: is no id of anybody/, svcid);
    seen.add(cookies[0]?.value ?? '');
  }
  assert.equal(seen.size, mistakes.length);
});

test('a cuid needs its type, a type its cuid, and the type must be known', async () => {
  const told = async (user: ChooseInput['user'], message: RegExp) => {
    const { warnings } = await client.choose({ user: user ?? {} });
    assert.match(warnings?.[0]?.message ?? '', message);
  };
  await told({ cuid: 'a' }, /^\/user\/cuidType: is required/);
  await told({ cuidType: 'external' }, /^\/user\/cuid: is required/);
  await manage('POST', '/v2/identifier-types', { name: 'loyalty' });
  await told({ cuid: 'a', cuidType: 'card' }, /^\/user\/cuidType: .*he, external, loyalty/);
  const { warnings } = await client.choose({ user: { cuid: 'a', cuidType: 'loyalty' } });
  assert.equal(warnings, undefined);
});

test('no raw e-mail address is accepted as a hash of one', async () => {
  for (const cuid of ['someone@shop.example', 'abc', 'g'.repeat(64), '']) {
    const { warnings = [] } = await client.choose({ user: { cuid, cuidType: 'he' } });
    assert.match(warnings[0]?.message ?? '', /^\/user\/cuid: /);
    assert.doesNotMatch(JSON.stringify(warnings), /someone/);
  }
});
