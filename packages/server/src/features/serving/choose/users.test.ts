// Tests of users: user ids, sessions, and the cookies that keep them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ChooseInput } from '@attune/contract';
import { experienceServer, problem } from '../../experiences/campaigns/campaigns.fixture.ts';

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

test('ids beyond 64 bits are refused, all of them at once', async () => {
  const above = String(2n ** 63n);
  const below = String(-(2n ** 63n) - 1n);
  const user = { id: above, svcid_server: below, svcid: '0' };
  await assert.rejects(
    client.choose({ user }),
    problem(422, 'invalid_request', '/user/id', '/user/svcid_server', '/user/svcid'),
  );
  for (const id of ['12345678901234567890', '1.5', '1e3', ' 1', 'abc', '0x1F']) {
    await assert.rejects(
      client.choose({ user: { svcid: id } }),
      problem(422, 'invalid_request', '/user/svcid'),
    );
  }
});

test('a cuid needs its type, a type its cuid, and the type must be known', async () => {
  const refused = async (user: ChooseInput['user'], pointer: string, detail: RegExp) => {
    await assert.rejects(client.choose({ user: user ?? {} }), (error: never) => {
      problem(422, 'invalid_request', pointer)(error);
      const { errors } = (error as { problem: { errors: { detail: string }[] } }).problem;
      assert.match(errors[0]?.detail ?? '', detail);
      return true;
    });
  };
  await refused({ cuid: 'a' }, '/user/cuidType', /required/);
  await refused({ cuidType: 'external' }, '/user/cuid', /required/);
  await manage('POST', '/v2/identifier-types', { name: 'loyalty' });
  await refused({ cuid: 'a', cuidType: 'card' }, '/user/cuidType', /he, external, loyalty/);
  await client.choose({ user: { cuid: 'a', cuidType: 'loyalty' } });
});

test('no raw e-mail address is accepted as a hash of one', async () => {
  const address = 'someone@shop.example';
  await assert.rejects(
    client.choose({ user: { cuid: address, cuidType: 'he' } }),
    (error: { problem: unknown }) => {
      assert.doesNotMatch(JSON.stringify(error.problem), /someone/);
      return problem(422, 'invalid_request', '/user/cuid')(error);
    },
  );
  for (const cuid of ['abc', 'g'.repeat(64), '']) {
    await assert.rejects(
      client.choose({ user: { cuid, cuidType: 'he' } }),
      problem(422, 'invalid_request', '/user/cuid'),
    );
  }
});
