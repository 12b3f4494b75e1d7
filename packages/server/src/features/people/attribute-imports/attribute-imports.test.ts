// Imports of attributes through HTTP: targeted within a second, row by row, erased with the person.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { eventually } from '../../../testing.ts';
import {
  callWith,
  campaignOf,
  experienceServer,
  variation,
} from '../../experiences/campaigns/campaigns.fixture.ts';
import { runErasures } from '../../operations/personal-data/index.ts';

const server = await experienceServer();
after(server.close);
const { manage, client, decide, publish, folded, ctx, test: site } = server;
const userdata = callWith(server.url, await site.key(['userdata']));

const external = (cuid: string) => ({ cuid, cuidType: 'external' });
const upsert = (cuid: string, data: object) => ({ action: 'upsert', ...external(cuid), data });

await publish(
  campaignOf({
    selector: 'gold',
    experiences: [
      {
        name: 'Gold',
        targeting: { 'user.attributes.plan': 'gold' },
        variations: [variation('gold')],
      },
      { name: 'Others', variations: [variation('other')] },
    ],
  }),
);

async function send(body: unknown, type = 'application/json') {
  const answer = await userdata('POST', '/v2/userdata/bulk', body, { 'content-type': type });
  assert.equal(answer.status, 202, answer.text);
  return answer.body.data as { transaction_id: string; accepted: number; rejected: number };
}

async function soonServed(user: Record<string, string>, wanted: string) {
  await eventually(async () => {
    const { variations } = await decide('gold', { user });
    return (variations[0]?.payload as { data?: unknown } | undefined)?.data === wanted;
  }, 1_000);
}

const linked = (svcid: string, cuid: string) =>
  client.events({
    user: { svcid, ...external(cuid) },
    events: [{ name: 'Login', properties: { svcType: 'login-v1', ...external(cuid) } }],
  });

test('an attribute is targeted within a second, for users who were seen before and who were not', async () => {
  await linked('4111', 'ann');
  await folded();
  await soonServed(external('ann'), 'other');
  await soonServed(external('unseen'), 'other');
  const sent = await send({
    requests: [upsert('ann', { plan: 'gold' }), upsert('unseen', { plan: 'gold' })],
  });
  assert.deepEqual([sent.accepted, sent.rejected], [2, 0]);
  await soonServed(external('ann'), 'gold');
  await soonServed({ svcid: '4111' }, 'gold');
  await soonServed(external('unseen'), 'gold');
  await send({ requests: [upsert('ann', { plan: 'silver', age: 41 })] });
  await soonServed({ svcid: '4111' }, 'other');
  await send({ requests: [{ action: 'DELETE', ...external('unseen') }] });
  await soonServed(external('unseen'), 'other');
});

test('an upsert sets what it names, null takes away, and rows of one person count in order', async () => {
  const exported = async () =>
    (await userdata('GET', '/v2/userprofile/export?cuid=kim&cuidType=external')).body.attributes;
  await send({ requests: [upsert('kim', { a: 1, b: 'x', c: ['p', 'q'] })] });
  assert.deepEqual(await exported(), { a: 1, b: 'x', c: ['p', 'q'] });
  await send({
    requests: [upsert('kim', { a: null, b: true }), upsert('kim', { d: '__proto__' })],
  });
  assert.deepEqual(await exported(), { b: true, c: ['p', 'q'], d: '__proto__' });
  await send({
    requests: [{ action: 'delete', ...external('kim') }, upsert('kim', { e: 5 })],
  });
  assert.deepEqual(await exported(), { e: 5 });
});

test('a bad row is rejected by itself, with all that is wrong with it', async () => {
  const requests = [
    upsert('good', { plan: 'gold' }),
    { action: 'replace', cuid: '', cuidType: 'external', extra: 1 },
    upsert('worse', { plan: { deep: 1 }, list: [1], long: 'x'.repeat(1_001), fine: 2 }),
    { action: 'upsert', cuid: 'a@b.example', cuidType: 'he', data: {} },
    { action: 'upsert', cuid: 'x', cuidType: 'nosuch', data: {} },
    'nothing',
  ];
  const sent = await send({ requests });
  assert.deepEqual([sent.accepted, sent.rejected], [1, 5]);
  const path = `/v2/userdata/transaction/${sent.transaction_id}`;
  const { body: rows } = await userdata('GET', path);
  assert.deepEqual(
    rows.map(({ item, status }: { item: string; status: string }) => [item, status]),
    requests.map((_, at) => [String(at + 1), at === 0 ? 'success' : 'failed']),
  );
  assert.match(rows[1].message, /extra is not a member.*action must be.*cuid must be/);
  assert.match(rows[2].message, /data\.plan must be.*data\.list must be.*data\.long must have/);
  assert.ok(!JSON.stringify(rows).includes('a@b.example'));
  assert.match(rows[4].message, /cuidType/);
  assert.equal((await userdata('GET', `${path}/item/6`)).body.message, 'must be an object');
  assert.equal((await userdata('GET', `${path}/item/7`)).status, 404);
  assert.equal((await userdata('GET', '/v2/userdata/transaction/none')).status, 404);
});

test('lines of NDJSON and of CSV are imported, and a damaged line fails alone', async () => {
  const ndjson = `${JSON.stringify(upsert('n1', { plan: 'gold' }))}\n{"action":\n${JSON.stringify(upsert('n2', { plan: 'gold' }))}\n`;
  const lines = await send(ndjson, 'application/x-ndjson');
  assert.deepEqual([lines.accepted, lines.rejected], [2, 1]);
  await soonServed(external('n2'), 'gold');
  const csv = 'cuid,cuidType,plan,age,vip\nc1,external,gold,41,true\nc2,external,,007,\n';
  assert.deepEqual((await send(csv, 'text/csv')).accepted, 2);
  await soonServed(external('c1'), 'gold');
  const of = async (cuid: string) =>
    (await userdata('GET', `/v2/userprofile/export?cuid=${cuid}&cuidType=external`)).body
      .attributes;
  assert.deepEqual(await of('c1'), { plan: 'gold', age: 41, vip: true });
  assert.deepEqual(await of('c2'), { age: '007' });
});

test('what is known of a person is bounded, erased with them, and seen by no other site', async () => {
  const long = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`k${at}`, 'x'.repeat(999)]),
  );
  const sent = await send({ requests: [upsert('much', long), upsert('gone', { plan: 'gold' })] });
  assert.deepEqual([sent.accepted, sent.rejected], [1, 1]);
  const other = callWith(server.url, await (await server.site('elsewhere')).key(['userdata']));
  const foreign = await other('GET', `/v2/userdata/transaction/${sent.transaction_id}`);
  assert.equal(foreign.status, 404);
  await linked('4222', 'gone');
  await folded();
  await soonServed({ svcid: '4222' }, 'gold');
  await userdata('DELETE', '/v2/userprofile?cuid=gone&cuidType=external');
  while ((await runErasures(ctx)) === 0);
  const { rows } = await ctx.pool.query(`select 1 from user_fact where value = 'gone'`);
  assert.equal(rows.length, 0);
  await soonServed(external('gone'), 'other');
});

test('attributes are among the fields of conditions, with the values that users have', async () => {
  await linked('4333', 'field');
  await send({ requests: [upsert('field', { 'home.town': 'Ulm', orders: 12 })] });
  await folded();
  const shop = await server.site('fields');
  const there = callWith(server.url, await shop.key(['userdata', 'manage', 'collect']));
  const [login] = [{ name: 'Login', properties: { svcType: 'login-v1', ...external('eve') } }];
  await there('POST', '/v2/collect/user/event', { user: external('eve'), events: [login] });
  await there('POST', '/v2/userdata/bulk', {
    requests: [upsert('eve', { 'home.town': 'Ulm', orders: 12, vip: true, tags: ['a'] })],
  });
  await folded();
  const { body } = await there('GET', '/v2/audiences/fields');
  const fields = (body.items as { path: string; source: string; type: string; values: object[] }[])
    .filter(({ source }) => source === 'attribute')
    .map(({ path, type, values }) => [path, type, values]);
  const share = 1;
  assert.deepEqual(fields, [
    ['user.attributes.home\\.town', 'string', [{ value: 'Ulm', share }]],
    ['user.attributes.orders', 'number', [{ value: 12, share }]],
    ['user.attributes.tags', 'list', [{ value: 'a', share }]],
    ['user.attributes.vip', 'boolean', [{ value: true, share }]],
  ]);
  const estimate = await manage('POST', '/v2/audiences/estimate', {
    condition: { 'user.attributes.orders': { $gte: 10 } },
  });
  assert.equal(estimate.body.matching, 1, estimate.text);
});

test('twenty thousand rows are accepted, all of them, in bounded memory', async () => {
  const count = 20_000;
  const site = await server.site('many');
  const key = await site.key(['userdata', 'serve', 'manage']);
  const data = { plan: 'gold', note: 'x'.repeat(200) };
  async function* lines() {
    for (let at = 0; at < count; at += 500) {
      const rows = Array.from({ length: 500 }, (_, of) => upsert(`many-${at + of}`, data));
      yield Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    }
  }
  const before = process.memoryUsage().rss;
  let most = before;
  const looking = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const response = await fetch(`${server.url}/v2/userdata/bulk`, {
    method: 'POST',
    headers: { 'svc-api-key': key, 'content-type': 'application/x-ndjson' },
    body: ReadableStream.from(lines()),
    duplex: 'half',
  } as RequestInit);
  clearInterval(looking);
  const { data: sent } = (await response.json()) as { data: object };
  assert.deepEqual(sent, { ...sent, accepted: count, rejected: 0 });
  assert.ok(most - before < 150 * 2 ** 20, `${Math.round((most - before) / 2 ** 20)} MiB more`);
  const { rows } = await ctx.pool.query(
    'select count(*)::int as count from user_fact where site_id = $1',
    [site.id],
  );
  assert.equal(rows[0].count, count);
  const there = callWith(server.url, key);
  const read = `/v2/userprofile/export?cuid=many-${count - 1}&cuidType=external`;
  assert.equal((await there('GET', read)).body.attributes.plan, 'gold');
});
