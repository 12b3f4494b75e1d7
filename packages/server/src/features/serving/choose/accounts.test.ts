// Accounts in requests: everybody of one is given the same, and it is no person.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ChooseInput } from '@attune/contract';
import {
  callWith,
  experienceServer,
  variation,
} from '../../experiences/campaigns/campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const { manage, publish, decide, client, browser, log } = server;

for (const type of [{ name: 'company', identifies: 'account' }, { name: 'card' }]) {
  assert.equal((await manage('POST', '/v2/identifier-types', type)).status, 201);
}
const variations = Array.from({ length: 10 }, (_, at) => variation(at));
const counted = { unit: 'account', accountType: 'company' } as const;
await publish({ selector: 'by account', ...counted, experiences: [{ name: 'All', variations }] });

const given = async (user: NonNullable<ChooseInput['user']>) =>
  (await decide('by account', { user })).variations[0]?.payload.data;
const acme = { accounts: { company: 'acme' } };

test('everybody of an account is given the same, with whatever key and on whatever device', async () => {
  const first = await given({ id: '71', ...acme });
  assert.notEqual(first, undefined);
  for (const user of [{ id: '72', ...acme }, { ...acme }, { cuid: 'acme', cuidType: 'company' }]) {
    assert.equal(await given(user), first, JSON.stringify(user));
  }
  const { choices } = await browser.choose({
    user: { svcid: '73', ...acme },
    selector: { names: ['by account'] },
  });
  assert.equal(choices[0]?.variations[0]?.payload.data, first);
  const call = callWith(server.url, await server.test.key(['serve']));
  const context = { targetingKey: '75', ...acme };
  const flag = await call('POST', '/ofrep/v1/evaluate/flags/by%20account', { context });
  assert.equal(flag.body.value, first);
  const others = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      given({ id: '71', accounts: { company: `other ${at}` } }),
    ),
  );
  assert.ok(new Set(others).size > 3);
});

test('a visitor without an account gets the default, and is told why', async () => {
  for (const user of [{ id: '71' }, { id: '71', accounts: { card: 'acme' } }]) {
    const { type, explanation } = (
      await client.choose({
        user,
        selector: { names: ['by account'] },
        options: { explain: true },
      })
    ).choices[0] as never as { type: string; explanation: { decision: { reason: string } } };
    assert.deepEqual([type, explanation.decision.reason], ['NO_DECISION', 'no_account']);
  }
  const why = await manage('POST', '/v2/decisions/why', { user: { id: '71' } });
  assert.match(why.body.campaigns[0].words.summary, /counts by account, .* names no "company"/);
});

test('an account of no type of accounts, and one that is a mistake, are passed over and told', async () => {
  const call = callWith(server.url, await server.test.key(['serve']));
  const user = { id: '71', accounts: { card: 'acme', company: 'undefined' } };
  const { body } = await call('POST', '/v2/serve/user/choose', {
    ...{ user, selector: { names: ['by account'] } },
  });
  const told = body.warnings.map(({ message }: { message: string }) => message).join('\n');
  assert.match(told, /accounts\/card: is of no account type of the site: it has company/);
  assert.match(told, /accounts\/company: is no id of anybody/);
});

test('an account is no person: no profile, no name, and no events of its own', async () => {
  const types = await server.test.client(['userprofile']);
  await assert.rejects(types.affinity({ cuid: 'acme', cuidType: 'company' }), /cuidType/);
  await client.events({
    user: { id: '74', cuid: 'acme', cuidType: 'company' },
    events: [{ name: 'Seen', properties: {} }],
  });
  const [seen] = (await log()).filter(({ event }) => event.name === 'Seen');
  assert.equal(seen?.userId, '74');
  const { rows } = await server.ctx.pool.query('select 1 from identifier where type = $1', [
    'company',
  ]);
  assert.equal(rows.length, 0);
});
