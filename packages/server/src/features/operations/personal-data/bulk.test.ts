// Many people of one request: erased and exported together, each told for itself.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { askOf } from '../../../http/requests.fixture.ts';
import {
  day,
  external,
  login,
  noon,
  purchase,
  type Shop,
  shopServer,
  view,
} from '../../events/collect/shop.fixture.ts';
import { callWith } from '../../experiences/campaigns/campaigns.fixture.ts';
import { selectDueErasures } from '../../people/erasures/index.ts';
import { exportPeople, runErasures } from './index.ts';

const server = await shopServer();
after(server.close);
const { ctx, shop: openShop, workOff } = server;

const device = (cuid: string) => ({ cuid, cuidType: 'id' });

async function peopled(name: string): Promise<Shop & { ask: ReturnType<typeof callWith> }> {
  const shop = await openShop(name);
  for (const [at, cuid] of ['ann', 'bob', 'eve'].entries()) {
    const svcid = String(81 + at);
    await shop.tell({ svcid }, view('tent'), login([cuid]), purchase(`T-${cuid}`, ['tent']));
  }
  await shop.tell({ svcid: '91' }, view('lamp'), purchase('T-anonymous', ['lamp']));
  await workOff();
  return { ...shop, ask: callWith(server.url, await shop.site.key(['userdata'])) };
}

interface Line {
  readonly index: number;
  readonly found?: boolean;
  readonly errors?: readonly { readonly pointer: string }[];
  readonly events?: readonly unknown[];
}

async function query(text: string, ...values: unknown[]) {
  return (await ctx.pool.query(text, values)).rows;
}

test('a list is erased in one request, and each of it is told for itself', async () => {
  const { ask, siteId } = await peopled('list');
  const people = [
    external('ann'),
    device('91'),
    { cuid: 'someone@shop.example', cuidType: 'he' },
    external('nobody'),
    external('ann'),
    { cuid: 'x', cuidType: 'card' },
    device(''),
  ];
  const { status, body, text } = await ask('POST', '/v2/userprofile/erasures', { people });
  assert.equal(status, 202, text);
  const { batchId, erasures, rejected, ...counts } = body;
  assert.deepEqual(counts, { requested: 3, notFound: 1 });
  assert.deepEqual(
    erasures.map(({ index, found }: { index: number; found: boolean }) => [index, found]),
    [
      [0, true],
      [1, true],
      [3, false],
      [4, true],
    ],
  );
  assert.equal(erasures[0].erasureId, erasures[3].erasureId);
  assert.deepEqual(
    rejected.map(({ errors: [one] }: { errors: { pointer: string }[] }) => one?.pointer),
    ['/people/2/cuid', '/people/5/cuidType', '/people/6/cuid'],
  );
  assert.doesNotMatch(text, /someone/);

  const where = `/v2/userprofile/erasures/${batchId}`;
  const states = async () => {
    const { body } = await ask('GET', where);
    return [body.done, body.erasures.map(({ state }: { state: string }) => state)];
  };
  assert.deepEqual(await states(), [0, ['waiting', 'waiting', 'waiting']]);
  assert.equal(await runErasures(ctx), 3);
  assert.deepEqual(await states(), [3, ['done', 'done', 'done']]);

  // The others stay; what reports count of each who went is of somebody of their own.
  const known = await query(
    'select value from identifier where site_id = $1 order by value',
    siteId,
  );
  assert.deepEqual(known, [{ value: 'bob' }, { value: 'eve' }]);
  const buyers = await query(
    `select count(*)::int as bought, count(distinct user_id)::int as buyers from event
     where site_id = $1 and kind = 'purchase'`,
    siteId,
  );
  assert.deepEqual(buyers, [{ bought: 4, buyers: 4 }]);
  const audited = await query(
    `select subject, details ->> 'batchId' as batch from audit
     where site_id = $1 and action = 'user.erase'`,
    siteId,
  );
  assert.deepEqual(new Set(audited.map(({ batch }) => batch)), new Set([batchId]));
  assert.equal(audited.length, 3);
  const ledger = readFileSync(join(ctx.config.dataDir, 'ledger', 'ledger.ndjson'), 'utf8');
  for (const { erasureId } of erasures) assert.ok(ledger.includes(erasureId));
});

test('a list of which nobody can be named is refused, and so is one that is too long', async () => {
  const { ask, siteId } = await peopled('refused');
  const wrong = [
    { cuid: 'a@b', cuidType: 'he' },
    { cuid: '', cuidType: 'external' },
  ];
  for (const path of ['/v2/userprofile/erasures', '/v2/userprofile/exports']) {
    const none = await ask('POST', path, { people: wrong });
    assert.deepEqual([none.status, none.body.errors.length], [422, 2]);
    const people = Array.from({ length: 1_001 }, (_, at) => external(String(at)));
    assert.equal((await ask('POST', path, { people })).status, 422);
    assert.equal((await ask('POST', path, { people: [] })).status, 422);
  }
  assert.deepEqual(await query('select from erasure where site_id = $1', siteId), []);
});

test('one erasure is followed by its own id, and none of another site is', async () => {
  const { ask, client } = await peopled('followed');
  const { erasureId } = await client.eraseUser(external('ann'));
  const path = `/v2/userprofile/erasures/${erasureId}`;
  const { body } = await ask('GET', path);
  assert.deepEqual(
    [body.requested, body.done, body.erasures[0].erasureId, body.erasures[0].found],
    [1, 0, erasureId, true],
  );
  const other = await server.site('elsewhere');
  const elsewhere = callWith(server.url, await other.key(['userdata']));
  assert.equal((await elsewhere('GET', path)).status, 404);
  assert.equal((await ask('GET', '/v2/userprofile/erasures/x')).status, 404);
  await runErasures(ctx);
});

test('who is erased alone goes before the people of a list', async () => {
  const { ask, client, siteId } = await peopled('order');
  const people = ['ann', 'bob'].map(external);
  await ask('POST', '/v2/userprofile/erasures', { people });
  const { erasureId } = await client.eraseUser(external('eve'));
  const due = (await selectDueErasures(ctx.db, false)).filter((one) => one.siteId === siteId);
  assert.deepEqual(
    due.map(({ value }) => value),
    ['eve', 'ann', 'bob'],
  );
  assert.equal(due[0]!.id, erasureId);
  assert.equal(await runErasures(ctx), 3);
});

test('an export of many is a line each, in their order, read when it is wanted', async () => {
  const { ask, site, siteId } = await peopled('exported');
  const people = [
    device('91'),
    { cuid: 'a', cuidType: 'card' },
    external('nobody'),
    external('bob'),
  ];
  const key = await site.key(['userdata']);
  const answer = await askOf(server.url)('POST', '/v2/userprofile/exports', {
    key,
    body: { people },
  });
  assert.deepEqual(
    [answer.status, answer.headers.get('content-type')],
    [200, 'application/x-ndjson'],
  );
  const body: (Line & Record<string, unknown>)[] = answer.body;
  assert.deepEqual(
    body.map(({ index, found, errors, events }: Line) => [
      ...[index, found ?? null, errors?.[0]?.pointer ?? null, events?.length ?? null],
    ]),
    [
      [0, true, null, 2],
      [1, null, '/people/1/cuidType', null],
      [2, false, null, 0],
      [3, true, null, 3],
    ],
  );
  const single = await ask('GET', '/v2/userprofile/export?cuid=91&cuidType=id');
  const { index: _, found: __, ...line } = body[0]!;
  assert.deepEqual(line, single.body);

  const exports = async () => {
    const found = await query(
      `select from audit where site_id = $1 and action = 'user.export'`,
      siteId,
    );
    return found.length;
  };
  assert.equal(await exports(), 4);
  const lines = exportPeople(ctx, site.snapshot(), [external('ann'), external('bob')], 'test');
  await lines.next();
  assert.equal(await exports(), 5);
  await lines.return(undefined);
});

test('people whose events are still in the inbox are not found, and erased all the same', async () => {
  const { ask, tell, siteId } = await peopled('late');
  await tell({ svcid: '99' }, view('tent', { timestamp: noon - day }));
  const people = [device('99'), external('nobody')];
  const { body } = await ask('POST', '/v2/userprofile/erasures', { people });
  assert.equal(body.notFound, 2);
  assert.equal(await runErasures(ctx), 0);
  await workOff();
  assert.equal(await runErasures(ctx), 2);
  assert.deepEqual(
    await query('select from profile where site_id = $1 and user_id = 99', siteId),
    [],
  );
});
