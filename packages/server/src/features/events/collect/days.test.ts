// A log of many days: made, read, rebuilt from and erased without locking all of it at once.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { exportPerson } from '../../operations/personal-data/export.ts';
import { runErasures } from '../../operations/personal-data/index.ts';
import { selectPerson, selectUserIds } from '../../people/identity/index.ts';
import { allEventsOf, dayText, eventDays, lastEventsOf } from './days.ts';
import { rebuildProfiles } from './index.ts';
import { day, external, noon, purchase, shopServer, view } from './shop.fixture.ts';
import { insertEvents, selectEventDays } from './store.ts';

const server = await shopServer();
after(server.close);
const { ctx, shop, workOff } = server;
const dayCount = 400;
const times = Array.from({ length: dayCount }, (_, at) => noon - (dayCount - 1 - at) * day);

/** A purchase a day, as a copy of one that was worked off: an order, a day and an id of its own. */
async function liveManyDays(siteId: number, userId: string): Promise<void> {
  const [{ data = '' } = {}] = await allEventsOf(ctx.db, siteId, [userId]);
  const rows = times.slice(0, -1).map((time, at) => ({
    ...{ day: dayText(time), id: `copy ${at}`, userId, kind: 'purchase', time: new Date(time) },
    data: data
      .replaceAll('"bought"', `"copy ${at}"`)
      .replaceAll('"order"', `"order ${at}"`)
      .replaceAll(String(noon), String(time)),
  }));
  await insertEvents(ctx.db, siteId, rows);
}

test('export, rebuild and erasure take a person’s every day', { timeout: 60_000 }, async () => {
  const { site, siteId, tell, client } = await shop('many-days');
  const order = purchase('order', ['tent'], { eventId: 'bought' });
  await tell(external('ann'), order);
  await tell(external('bob'), view('stove'));
  await workOff();
  const before = new Set(await selectEventDays(ctx.db));
  await eventDays(ctx.db).ensure(times.map(dayText));
  const made = new Set(await selectEventDays(ctx.db)).difference(before);
  assert.ok(made.size >= dayCount - 2);
  const person = (await selectPerson(ctx.db, siteId, { type: 'external', value: 'ann' }))!;
  await liveManyDays(siteId, person);

  const exported = await exportPerson(
    ctx,
    site.snapshot(),
    { type: 'external', value: 'ann' },
    'test',
  );
  assert.deepEqual(
    exported.events.map(({ time }) => time),
    times.map((time) => new Date(time).toISOString()),
  );
  const last = await lastEventsOf(ctx.db, siteId, [person], 250);
  assert.deepEqual(
    last.map(({ time }) => time.getTime()),
    times.toReversed().slice(0, 250),
  );
  assert.deepEqual(await rebuildProfiles(ctx, siteId, [person]), [person]);
  assert.deepEqual(await rebuildProfiles(ctx, siteId, [person]), []);

  await client.eraseUser(external('ann'));
  assert.equal(await runErasures(ctx), 1);
  const { rows } = await sql<{ whose: string; count: string; days: string; value: string }>`
    select user_id = ${person} as whose, count(*), count(distinct day) as days,
           sum((data::jsonb -> 'event' ->> 'value')::numeric) as value
    from event where site_id = ${siteId} and kind = 'purchase' group by 1`.execute(ctx.db);
  const all = String(dayCount);
  assert.deepEqual(rows, [{ whose: false, count: all, days: all, value: `${dayCount}0` }]);
  assert.deepEqual(await client.affinity(external('bob')), { color: { blue: 1 } });
  assert.deepEqual(
    await allEventsOf(ctx.db, siteId, await selectUserIds(ctx.db, siteId, person)),
    [],
  );
});

test('the log is not read within a transaction, which would hold every day', async () => {
  await assert.rejects(
    ctx.db.transaction().execute((tx) => allEventsOf(tx, 1, ['1'])),
    /not read within a transaction/,
  );
});
