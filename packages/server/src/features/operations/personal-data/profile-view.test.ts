// Tests of what teammates see of people, export and erase: as callers see it, and only theirs.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { signedIn } from '../../access/teammates/teammates.fixture.ts';
import {
  external,
  login,
  noon,
  purchase,
  shopServer,
  view,
} from '../../events/collect/shop.fixture.ts';
import { runErasures } from './index.ts';

const server = await shopServer();
after(server.close);
const { ctx, shop: openShop, workOff } = server;
const dayMs = 86_400_000;

async function seatAt(siteId: number, role: 'Viewer' | 'Admin') {
  return signedIn(server, siteId, { role, codeEditing: false });
}
const at = (site: string, cuid: string, what = '', cuidType = 'external') =>
  `/sites/${site}/users${what}?${new URLSearchParams({ cuid, cuidType })}`;

test('a person is shown with what they like, what it was made of, and what they did last', async () => {
  const { tell, client, siteId } = await openShop('shown');
  const viewer = await seatAt(siteId, 'Viewer');
  const early = noon - 40 * dayMs;
  await tell({ svcid: '77' }, view('stove', { timestamp: early }));
  await tell({ svcid: '77' }, login(['ann']));
  await tell(external('ann'), view('tent'), view('tent'), purchase('order-1', ['tent', 'lamp']));
  await workOff();
  const { status, body } = await viewer.ask('GET', at('shown', 'ann'));
  assert.equal(status, 200);
  assert.equal(body.firstSeenAt, new Date(early).toISOString());
  assert.equal(body.lastSeenAt, new Date(noon).toISOString());
  const [color] = body.affinity;
  assert.equal(color.property, 'color');
  const today = new Date(Math.floor(noon / dayMs) * dayMs).toISOString();
  const [red, blue] = color.values;
  assert.deepEqual(
    [red.value, red.rank, red.lastSeenAt, red.events],
    ['red', 1, today, { view: 2, purchase: 2 }],
  );
  assert.deepEqual([blue.value, blue.rank, blue.events], ['blue', 2, { view: 1, purchase: 1 }]);
  assert.ok(red.score > blue.score && blue.score > 0);
  // What callers get is in the same order.
  const told = await client.affinity(external('ann'));
  assert.deepEqual(told, { color: { red: 1, blue: 2 } });
  const recent = body.recent as { kind: string; about: string; time: string }[];
  assert.deepEqual(recent.map(({ kind }) => kind).sort(), [
    ...['login', 'product-view', 'product-view', 'product-view', 'purchase'],
  ]);
  assert.equal(recent.at(-1)!.about, 'stove');
  const bought = recent.find(({ kind }) => kind === 'purchase')!;
  assert.equal(bought.about, '1 × tent, 1 × lamp, 20, order-1');
});

test('ranks and evidence are bounded by the daily cap, and recent events by their number', async () => {
  const { tell, client, siteId } = await openShop('bounded');
  const viewer = await seatAt(siteId, 'Viewer');
  for (let batch = 0; batch < 3; batch += 1) {
    await tell(external('bob'), ...Array.from({ length: 25 }, () => view('tent')));
  }
  for (let ago = 1; ago < 130; ago += 40) {
    await tell(external('bob'), view('stove', { timestamp: noon - ago * dayMs }));
  }
  await workOff();
  const { body } = await viewer.ask('GET', at('bounded', 'bob'));
  const [red, blue] = body.affinity[0].values;
  assert.deepEqual([red.events, blue.events], [{ view: 20 }, { view: 4 }]);
  assert.equal(body.recent.length, 50);
  const times = body.recent.map(({ time }: { time: string }) => time);
  assert.deepEqual(times, times.toSorted().reverse());
  assert.deepEqual(await client.affinity(external('bob')), { color: { red: 1, blue: 2 } });
});

test('an unknown person is not found, in a sentence; a wrong type lists the right ones', async () => {
  const { siteId, tell } = await openShop('unknown');
  await tell(external('here'), view('tent'));
  const viewer = await seatAt(siteId, 'Viewer');
  const missing = await viewer.ask('GET', at('unknown', 'nobody'));
  assert.deepEqual([missing.status, missing.body.code], [404, 'not_found']);
  assert.match(missing.body.detail, /^There is no person with this name/);
  const wrong = await viewer.ask('GET', at('unknown', 'a', '', 'passport'));
  assert.deepEqual([wrong.status, wrong.body.errors[0].pointer], [400, '/query/cuidType']);
});

test('another site’s people and teammates see nothing of one another', async () => {
  const one = await openShop('first');
  const other = await openShop('second');
  await one.tell(external('zoe'), view('tent'));
  await workOff();
  const theirs = await seatAt(other.siteId, 'Admin');
  for (const [method, what] of [
    ['GET', ''],
    ['GET', '/export'],
    ['DELETE', ''],
  ] as const) {
    assert.equal((await theirs.ask(method, at('first', 'zoe', what))).status, 404);
  }
  assert.equal((await theirs.ask('GET', at('second', 'zoe'))).status, 404);
  const exported = await theirs.ask('GET', at('second', 'zoe', '/export'));
  assert.deepEqual(exported.body.events, []);
  const ours = await seatAt(one.siteId, 'Admin');
  assert.equal((await ours.ask('GET', at('first', 'zoe'))).status, 200);
});

test('an Admin exports and erases; the log names the Admin, and not the person', async () => {
  const { siteId, tell } = await openShop('erased');
  await tell(external('secret-cuid'), view('tent'));
  await workOff();
  const viewer = await seatAt(siteId, 'Viewer');
  for (const [method, what] of [
    ['GET', '/export'],
    ['DELETE', ''],
  ] as const) {
    const refused = await viewer.ask(method, at('erased', 'secret-cuid', what));
    assert.equal(refused.body.code, 'role_missing');
  }
  const admin = await seatAt(siteId, 'Admin');
  const exported = await admin.ask('GET', at('erased', 'secret-cuid', '/export'));
  assert.deepEqual(exported.body.person, external('secret-cuid'));
  assert.equal(exported.body.events.length, 1);
  const erased = await admin.ask('DELETE', at('erased', 'secret-cuid'));
  assert.equal(erased.status, 202);
  await runErasures(ctx);
  const { entries } = (await admin.ask('GET', '/sites/erased/audit?action=user.')).body;
  const [erasure, exporting] = entries;
  assert.deepEqual([erasure.action, exporting.action], ['user.erase', 'user.export']);
  assert.deepEqual([erasure.actor, exporting.actor], [admin.email, admin.email]);
  assert.deepEqual(erasure.details, erased.body);
  assert.match(erasure.subject, /^[0-9a-f]{32}$/);
  assert.equal(exporting.subject, erasure.subject);
  const { rows } = await ctx.pool.query('select to_jsonb(audit)::text as text from audit');
  assert.ok(rows.every(({ text }) => !text.includes('secret-cuid')));
});
