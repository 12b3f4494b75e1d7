// Tests of lists through HTTP: members are targeted at once, whatever name a request gives.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { eventually } from '../../../testing.ts';
import {
  callWith,
  campaignOf,
  experienceServer,
  variation,
} from '../campaigns/campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const { manage, client, decide, publish, folded, ctx, test: site } = server;
const userdata = callWith(server.url, await site.key(['userdata', 'userprofile']));

let made = 0;
async function list(): Promise<number> {
  made += 1;
  const { status, text, body } = await manage('POST', '/v2/audiences', {
    name: `List ${made}`,
    kind: 'list',
    notes: 'Guests',
  });
  assert.equal(status, 201, text);
  assert.deepEqual([body.audience.kind, body.members], ['list', 0]);
  return body.id;
}

/** A campaign that serves "listed" to members of the list. */
async function campaignFor(id: number): Promise<string> {
  const selector = `for list ${id}`;
  const experiences = [
    { name: 'Listed', targeting: { $audience: id }, variations: [variation('listed')] },
    { name: 'Others', variations: [variation('other')] },
  ];
  await publish(campaignOf({ selector, experiences }));
  return selector;
}

async function put(id: number, members: unknown, type = 'application/json') {
  return manage('PUT', `/v2/audiences/${id}/members`, members, { 'content-type': type });
}

const external = (cuid: string) => ({ cuid, cuidType: 'external' });
const digest = 'Ab'.repeat(32);

async function served(selector: string, user: Record<string, string>): Promise<unknown> {
  const { variations } = await decide(selector, { user });
  return (variations[0]?.payload as { data?: unknown } | undefined)?.data;
}

/** Within the second that is promised. */
async function soonServed(selector: string, user: Record<string, string>, wanted: string) {
  await eventually(async () => (await served(selector, user)) === wanted, 1_000);
}

test('a member of a list is targeted by any of their names, by their user id and by their device', async () => {
  const id = await list();
  const selector = await campaignFor(id);
  const login = { name: 'Login', properties: { svcType: 'login-v1', ...external('ann') } };
  const secondaryIdentifiers = [{ type: 'he', value: digest.toLowerCase() }];
  Object.assign(login.properties, { secondaryIdentifiers });
  await client.events({ user: { id: '501' }, events: [login] as never });
  await folded();
  for (const user of [{ ...external('ann') }, { id: '501' }, external('new'), { id: '77' }]) {
    assert.equal(await served(selector, user), 'other');
  }
  const members = [{ cuid: digest, cuidType: 'he' }, external('new'), { userId: '77' }];
  const { status, body } = await put(id, { members });
  assert.deepEqual([status, body], [200, { members: 3, added: 3, removed: 0 }]);
  for (const user of [external('ann'), { id: '501' }, external('new'), { id: '77' }]) {
    await soonServed(selector, user, 'listed');
  }
  assert.equal(await served(selector, { id: '78' }), 'other');
  const remove = [external('new'), external('never there')];
  const changed = await manage('POST', `/v2/audiences/${id}/members`, {
    remove,
    add: [external('bob'), { userId: '77' }],
  });
  assert.deepEqual(changed.body, { members: 3, added: 1, removed: 1 });
  await soonServed(selector, external('new'), 'other');
  await soonServed(selector, external('bob'), 'listed');
  const shown = await manage('GET', `/v2/audiences/${id}`);
  assert.equal(shown.body.members, 3);
});

test('an upload of lines replaces a list as a whole, from NDJSON and from CSV', async () => {
  const id = await list();
  const selector = await campaignFor(id);
  const rows = Array.from({ length: 12_000 }, (_, at) => external(`guest ${at}`));
  const ndjson = [...rows, rows[0]].map((row) => `${JSON.stringify(row)}\n`).join('');
  const first = await put(id, ndjson, 'application/x-ndjson');
  assert.deepEqual(first.body, { members: 12_000, added: 12_000, removed: 0 });
  assert.equal(await served(selector, external('guest 11999')), 'listed');
  const csv = `cuid,cuidType\n${rows
    .slice(0, 11_000)
    .map(({ cuid }) => `${cuid},external`)
    .join('\n')}\n"O""Hara, Ann",external\n`;
  const second = await put(id, csv, 'text/csv; charset=utf-8');
  assert.deepEqual(second.body, { members: 11_001, added: 1, removed: 1_000 });
  await soonServed(selector, external('guest 11999'), 'other');
  await soonServed(selector, external('O"Hara, Ann'), 'listed');
  const third = await put(id, 'userId\n-4350463893986789401\n', 'text/csv');
  assert.deepEqual(third.body, { members: 1, added: 1, removed: 11_001 });
  await soonServed(selector, { id: '-4350463893986789401' }, 'listed');
});

test('an error in any line leaves the list as it was, and no address is repeated', async () => {
  const id = await list();
  await put(id, { members: [external('kept')] });
  const lines = [
    external('good'),
    { cuid: 'ann@shop.example', cuidType: 'he' },
    { cuid: 'a', cuidType: 'unheard' },
    { userId: '0' },
    { cuid: 'a', cuidType: 'external', color: 'red' },
    7,
  ];
  const ndjson = lines.map((row) => `${JSON.stringify(row)}\n`).join('');
  const { status, text, body } = await put(id, ndjson, 'application/x-ndjson');
  assert.equal(status, 422, text);
  assert.deepEqual(
    body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/2/cuid', '/3/cuidType', '/4/userId', '/5', '/6'],
  );
  assert.doesNotMatch(text, /ann@shop/);
  const asJson = await put(id, { members: [external('good'), { cuid: 'x' }] });
  assert.deepEqual([asJson.status, asJson.body.errors[0].pointer], [422, '/members/1']);
  const cut = await put(id, '{"cuid":"a","cuidType":"ext', 'application/x-ndjson');
  assert.deepEqual([cut.status, cut.body.code], [400, 'malformed_json']);
  assert.equal((await manage('GET', `/v2/audiences/${id}`)).body.members, 1);
});

test('only a list has members, and a list has no condition', async () => {
  const { body } = await manage('POST', '/v2/audiences', { name: 'Condition', condition: {} });
  const refused = await put(body.id, { members: [] });
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
  assert.equal((await put(8_888_888, { members: [] })).status, 404);
  for (const [input, pointer] of [
    [{ name: 'Neither' }, '/condition'],
    [{ name: 'Both', kind: 'list', condition: {} }, '/condition'],
    [{ name: 'Condition', kind: 'list' }, '/kind'],
  ] as const) {
    const method = pointer === '/kind' ? 'PUT' : 'POST';
    const path = pointer === '/kind' ? `/v2/audiences/${body.id}` : '/v2/audiences';
    const answer = await manage(method, path, input);
    assert.deepEqual([answer.status, answer.body.errors?.[0]?.pointer], [422, pointer]);
  }
});

test('a person’s view shows their lists, and an erased person is on none', async () => {
  const id = await list();
  const selector = await campaignFor(id);
  await client.events({
    user: { id: '601', ...external('carl') },
    events: [{ name: 'Seen', properties: {} }],
  });
  await folded();
  const members = [external('carl'), external('unseen'), { userId: '601' }, external('other')];
  await put(id, { members });
  await soonServed(selector, external('carl'), 'listed');
  for (const cuid of ['carl', 'unseen']) {
    const address = `/v2/userprofile?cuid=${cuid}&cuidType=external`;
    const { body } = await userdata('GET', address.replace('?', '/export?'));
    assert.deepEqual(body.lists, [{ id, name: `List ${made}` }]);
    assert.equal((await userdata('DELETE', address)).status, 202);
  }
  await eventually(async () => {
    const { rows } = await ctx.pool.query(
      'select value from audience_member where site_id = $1 and audience_id = $2',
      [site.id, id],
    );
    return rows.length === 1 && rows[0].value === 'other';
  });
  assert.equal((await manage('GET', `/v2/audiences/${id}`)).body.members, 1);
  await soonServed(selector, external('unseen'), 'other');
});

test('a list goes with its members, and not while something uses it', async () => {
  const id = await list();
  await put(id, { members: [external('gone')] });
  const draft = campaignOf({
    selector: 'uses a list',
    experiences: [{ name: 'E', targeting: { $audience: id }, variations: [variation('A')] }],
  });
  const campaign = await manage('POST', '/v2/campaigns', draft);
  const refused = await manage('DELETE', `/v2/audiences/${id}`);
  assert.equal(refused.status, 409);
  assert.match(refused.body.detail, /the draft of the campaign "uses a list" \(experience "E"\)/);
  await manage('DELETE', `/v2/campaigns/${campaign.body.id}?confirm=live`);
  assert.equal((await manage('DELETE', `/v2/audiences/${id}`)).status, 204);
  const { rows } = await ctx.pool.query(
    'select 1 from audience_member where site_id = $1 and audience_id = $2',
    [site.id, id],
  );
  assert.equal(rows.length, 0);
});
