// Which users the worker attributes events to: devices, people, and names reported at once.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { eventually } from '../../../testing.ts';
import { insertIdentifiers } from '../../people/identity/index.ts';
import { external, login, type Reported, shopServer, view } from './shop.fixture.ts';

const server = await shopServer();
after(server.close);
const { shop, workOff } = server;

test('what a device did before the sign-in is the first person’s, not the second one’s', async () => {
  const { tell, client, log } = await shop('devices');
  await tell({ svcid: '1' }, view('tent'));
  await tell({ svcid: '1' }, login(['ann']));
  await tell({ svcid: '1' }, login(['bob']), view('stove'));
  await workOff();
  assert.deepEqual(await log(), {
    1: ['login', 'product-view'],
    bob: ['login', 'product-view'],
  });
  assert.deepEqual(await client.affinity(external('ann')), { color: { red: 1 } });
  assert.deepEqual(await client.affinity(external('bob')), { color: { blue: 1 } });
});

test('two known people are never merged, and a name joins the person it is first seen with', async () => {
  const { tell, client, log } = await shop('names');
  await tell({}, login(['ann', 'ann', 'mail']), login(['bob']));
  await workOff();
  await tell({}, login(['ann', 'bob']), login(['ann', 'mail', 'card']));
  await workOff();
  await tell(external('card'), view('tent'));
  await tell(external('bob'), view('stove'));
  await workOff();
  assert.deepEqual(await log(), {
    'ann card mail': ['login', 'login', 'login', 'product-view'],
    bob: ['login', 'product-view'],
  });
  assert.deepEqual(await client.affinity(external('mail')), { color: { red: 1 } });
  assert.deepEqual(await client.affinity(external('bob')), { color: { blue: 1 } });
});

test('the log keeps no name of another person, and no unverified name', async () => {
  const { tell, site, siteId } = await shop('strangers');
  await tell({}, login(['ann']), login(['bob', 'bobs-card']));
  await workOff();
  await tell({}, login(['bob', 'ann']));
  const browser = await site.client(['collect'], 'Client-side');
  const { timestamp, ...event } = login(['ann']);
  await browser.events({ user: { svcid: '5' }, events: [event as Reported] });
  await workOff();
  const rows = await server.ctx.db
    .selectFrom('event')
    .select('data')
    .where('site_id', '=', siteId)
    .execute();
  const names = rows.map(({ data }) =>
    JSON.parse(data).event.identifiers.map(({ value }: { value: string }) => value),
  );
  assert.deepEqual(names.sort(), [[], ['ann'], ['bob'], ['bob', 'bobs-card']]);
});

test('a name that another worker assigns meanwhile belongs to that person', async () => {
  const { tell, siteId, log, profiles } = await shop('overtaken');
  const { db } = server.ctx;
  const other = await db.startTransaction().execute();
  const identifier = { type: 'external', value: 'ann' };
  await insertIdentifiers(other, siteId, [{ identifier, personId: '4711' }]);
  await tell(external('ann'), view('tent'));
  const working = workOff();
  await eventually(async () => {
    const waiting = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return waiting.rows.length > 0;
  });
  await other.commit().execute();
  await working;
  assert.deepEqual(await log(), { ann: ['product-view'] });
  assert.deepEqual(Object.keys(await profiles()), ['ann']);
});

test('names that many devices report at once, in any order, end with one person each', async () => {
  const { tell, client, siteId } = await shop('race');
  const names = Array.from({ length: 8 }, (_, at) => `name ${at}`);
  const telling = Array.from({ length: 64 }, (_, at) => {
    const [first, second] = [names[at % 8]!, names[(at * 3 + 1) % 8]!];
    return tell({ svcid: String(100 + at) }, login([first, second]), view('tent'));
  });
  const working = workOff(3);
  await Promise.all(telling);
  await working;
  await workOff(3);
  const { rows } = await server.ctx.pool.query<{ views: string; aside: string }>(
    `select (select count(*) from event where site_id = $1 and kind = 'product-view') as views,
            (select count(*) from rejected_entry where site_id = $1) as aside`,
    [siteId],
  );
  assert.deepEqual(rows, [{ views: '64', aside: '0' }]);
  for (const name of names) {
    assert.deepEqual(await client.affinity(external(name)), { color: { red: 1 } });
  }
});
