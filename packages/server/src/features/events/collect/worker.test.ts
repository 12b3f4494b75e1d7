// What the worker makes of events: each counts once, in any order, however many work at once.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { dayText } from './days.ts';
import { postgresInbox } from './inbox/inbox.ts';
import { selectRejectedIds } from './inbox/rejected/store.ts';
import { rebuildProfiles } from './rebuild.ts';
import { day, external, login, noon, purchase, refund, shopServer, view } from './shop.fixture.ts';
import { startWorker } from './worker.ts';

const server = await shopServer();
after(server.close);
const { ctx, shop, workOff } = server;

test('an event that is sent twice in 48 hours counts once, whatever its day', async () => {
  const { tell, counts, log } = await shop('twice');
  const once = view('tent', { eventId: 'once' });
  await tell(external('ann'), once, once);
  await workOff();
  await tell(external('ann'), once);
  const at = (timestamp: number) => view('tent', { eventId: 'once', timestamp });
  await tell(external('ann'), at(noon - day), at(noon - 2 * day));
  await workOff();
  assert.deepEqual(await counts('ann'), { 'red view': 1 });
  await tell(external('ann'), at(noon - 2 * day - 1), at(noon - 3 * day));
  await workOff();
  assert.deepEqual(await counts('ann'), { 'red view': 2 });
  assert.deepEqual(await log(), { ann: ['product-view', 'product-view'] });
});

test('a product counts as its feed has it, though the worker was not notified yet', async () => {
  const { siteId, tell, counts } = await shop('unheard');
  const unheard = { ...ctx.snapshots.site(siteId)!, feeds: [] };
  await tell(external('ann'), view('tent'));
  const snapshots = { ...ctx.snapshots, site: () => unheard };
  const worker = startWorker({ ...ctx, snapshots }, postgresInbox(ctx.db));
  await server.folded().finally(worker.stop);
  assert.deepEqual(await counts('ann'), { 'red view': 1 });
});

test('an event whose day is not found where it was known to be waits for it, and is not set aside', async () => {
  const { siteId, tell, log } = await shop('lost-day');
  const timestamp = noon - 37 * day;
  const worker = startWorker(ctx, postgresInbox(ctx.db));
  try {
    await tell(external('ann'), view('tent', { timestamp }));
    await server.folded();
    await sql`drop table ${sql.table(`event_${dayText(timestamp).replaceAll('-', '_')}`)}`.execute(
      ctx.db,
    );
    await tell(external('bob'), view('tent', { timestamp }));
    await server.folded();
  } finally {
    await worker.stop();
  }
  assert.deepEqual(await selectRejectedIds(ctx.db, siteId), []);
  assert.deepEqual(await log(), { bob: ['product-view'] });
});

test('the same event of two users at once counts for one of them', async () => {
  const { tell, log } = await shop('contended');
  const events = Array.from({ length: 40 }, (_, at) => view('tent', { eventId: `e${at}` }));
  await Promise.all(
    ['1', '2', '3', '4'].map((svcid, at) =>
      tell({ svcid }, ...(at % 2 ? events : events.toReversed())),
    ),
  );
  await workOff(3);
  assert.equal(Object.values(await log()).flat().length, events.length);
});

test('a late repeat does not change the device’s user', async () => {
  const { tell, log } = await shop('late-repeat');
  const first = login(['ann'], { eventId: 'sign-in' });
  await tell({ svcid: '7' }, first);
  await tell({ svcid: '7' }, login(['bob']));
  await workOff();
  await tell({ svcid: '7' }, first);
  await workOff();
  await tell({ svcid: '7' }, view('tent'));
  await workOff();
  assert.deepEqual(await log(), { 7: ['login'], bob: ['login', 'product-view'] });
});

test('the same events give the same profiles, shuffled and in halves to two workers', async () => {
  const people = Array.from({ length: 12 }, (_, at) => `person ${at}`);
  const told = Array.from({ length: 240 }, (_, at) => {
    const options = { eventId: `event ${at}`, timestamp: noon - (at % 9) * day };
    const sku = ['tent', 'stove', 'lamp'][at % 3]!;
    const event = at % 5 ? view(sku, options) : purchase(`order ${at}`, [sku, 'lamp'], options);
    const person = at % people.length;
    const device = at % 7 < 4 ? {} : { svcid: String(1_000 + person) };
    return { user: { ...external(people[person]!), ...device }, event };
  });
  const straight = await shop('straight');
  for (const { user, event } of told) await straight.tell(user, event);
  await workOff();
  const shuffled = await shop('shuffled');
  // 101 is prime to 240: each event comes once, neighbours far apart.
  const mixed = told.map((_, at) => told[(at * 101) % told.length]!);
  const halves = [mixed.slice(0, 120), mixed.slice(100)];
  const working = workOff(2);
  await Promise.all(
    halves.map(async (half) => {
      for (const { user, event } of half) await shuffled.tell(user, event);
    }),
  );
  await working;
  await workOff(2);
  assert.equal(Object.keys(await straight.profiles()).length, 24);
  assert.deepEqual(await shuffled.profiles(), await straight.profiles());
});

test('a transaction counts once, also when it is reported again on another day', async () => {
  const { tell, counts } = await shop('transactions');
  await tell(external('ann'), purchase('T1', ['tent']), purchase('T1', ['tent']));
  await workOff();
  await tell(external('ann'), purchase('T1', ['tent'], { timestamp: noon - day }));
  await workOff();
  assert.deepEqual(await counts('ann'), { 'red purchase': 1 });
});

test('a refund takes the lines of its purchase back, or those that it names', async () => {
  const { tell, counts } = await shop('refunds');
  await tell(external('ann'), purchase('T1', ['tent', 'stove']));
  await workOff();
  await tell(external('ann'), refund('T1'));
  await tell(external('bob'), refund('T2'), purchase('T2', ['tent', 'stove']));
  await tell(external('cat'), purchase('T3', ['tent', 'stove']), refund('T3', ['stove']));
  await workOff();
  const whole = { 'blue purchase': 1, 'blue refund': 1, 'red purchase': 1, 'red refund': 1 };
  assert.deepEqual(await counts('ann'), whole);
  assert.deepEqual(await counts('bob'), whole);
  const { 'red refund': _kept, ...part } = whole;
  assert.deepEqual(await counts('cat'), part);
});

test('a rebuild changes no byte, whatever has become of the feed since', async () => {
  const { tell, client, feedId, siteId, profiles, counts } = await shop('rebuild');
  await tell(external('ann'), view('tent'), purchase('T1', ['lamp']));
  await tell({ svcid: '9' }, view('stove'));
  await workOff();
  const before = await profiles();
  await client.putItems(feedId, [{ sku: 'tent', color: 'green' }, { sku: 'stove' }, { sku: 'x' }]);
  const { rows } = await server.ctx.pool.query('select user_id from profile where site_id = $1', [
    siteId,
  ]);
  const userIds = rows.map(({ user_id }) => user_id);
  assert.deepEqual(await rebuildProfiles(server.ctx, siteId, userIds), []);
  assert.deepEqual(await profiles(), before);
  await tell(external('ann'), view('tent'));
  await workOff();
  assert.deepEqual(await counts('ann'), {
    ...{ 'blue purchase': 1, 'green view': 1, 'red purchase': 1, 'red view': 1 },
  });
});

test('a rebuild mends what was changed, and adds no profile', async () => {
  const { tell, siteId, profiles } = await shop('mend');
  await tell({ svcid: '11' }, view('tent'));
  await workOff();
  const before = await profiles();
  await server.ctx.db
    .updateTable('profile')
    .set({ state: '' })
    .where('user_id', '=', '11')
    .execute();
  assert.deepEqual(await rebuildProfiles(server.ctx, siteId, ['11', '12']), ['11']);
  assert.deepEqual(await profiles(), before);
});
