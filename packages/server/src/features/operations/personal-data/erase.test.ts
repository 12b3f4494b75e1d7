// Erasing a person: nothing that identifies is left in any table, and what reports count stays.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Event } from '@attune/core';
import { sql } from 'kysely';
import { eventually } from '../../../testing.ts';
import { linesOf } from '../../events/collect/entry.ts';
import { InboxBatch } from '../../events/collect/inbox/batch.ts';
import { consume } from '../../events/collect/inbox/consume.ts';
import { postgresInbox } from '../../events/collect/inbox/inbox.ts';
import { insertRejected } from '../../events/collect/inbox/rejected/store.ts';
import { insertInbox } from '../../events/collect/inbox/store.ts';
import { rebuildProfiles } from '../../events/collect/index.ts';
import {
  external,
  login,
  noon,
  purchase,
  refund,
  type Shop,
  shopServer,
  view,
} from '../../events/collect/shop.fixture.ts';
import { selectPerson, selectUserIds } from '../../people/identity/index.ts';
import { exportPerson } from './export.ts';
import { isErasureDone, requestErasure, runErasures } from './index.ts';

const server = await shopServer();
after(server.close);
const { ctx, shop, workOff } = server;
const { db } = ctx;
const inbox = postgresInbox(db);
const digest = 'a'.repeat(63);

/** Every row of every table as text. */
async function dump(): Promise<string> {
  const tables = await sql<{ name: string }>`
    select format('%I', relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(db);
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`
      select ${sql.raw(name)}::text as row from ${sql.raw(name)}`.execute(db);
    texts.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return texts.join('\n');
}

async function exposed(siteId: number, user: string, id: string): Promise<void> {
  const event: Event = {
    ...{ id, time: noon, name: 'exposure', session: 'ann-session', kind: 'exposure' },
    ...{ campaignId: 1, experienceId: 2, variationId: 3, revision: 4, propensity: 0.5 },
    ...{ allocationVersion: 1, isKept: false },
    assignment: { key: 'k', variationId: 3 },
  };
  const entry = { siteId, device: user, identifiers: [], event };
  await inbox.accept(linesOf([entry], Buffer.from('')));
}

/** What reports count of a site: exposures of variations, purchases and refunds by value. */
async function totals(siteId: number): Promise<unknown> {
  const { rows } = await sql`
    select kind, count(*),
           sum(coalesce((event ->> 'value')::numeric, (
             select sum((line ->> 'price')::numeric * (line ->> 'quantity')::numeric)
             from jsonb_array_elements(event -> 'cart') as line))),
           max(event ->> 'variationId') as variation
    from (select kind, data::jsonb -> 'event' as event from event where site_id = ${siteId}) as said
    where kind in ('exposure', 'purchase', 'refund')
    group by kind order by kind`.execute(db);
  return rows;
}

async function livesOfAnnAndBob({ tell, siteId }: Shop): Promise<void> {
  const he = { type: 'he', value: `${digest}0` };
  const known = login(['ann-cuid'], { eventId: 'ann-login' });
  const properties = { ...known.properties, secondaryIdentifiers: [he] };
  await tell({ svcid: '8101810181' }, view('tent', { eventId: 'ann-before' }));
  await tell({ svcid: '8101810181' }, { ...known, properties } as typeof known);
  await tell(external('ann-cuid'), purchase('ann-order', ['tent'], { eventId: 'ann-bought' }));
  await exposed(siteId, '8101810181', 'ann-exposure');
  await tell(external('bob-cuid'), view('stove'), purchase('bob-order', ['stove']));
  await tell({ svcid: '8202820282', ...external('bob-cuid') }, login(['bob-cuid']));
}

test('nothing of an erased person is left in any table, and the totals stay', async () => {
  const one = await shop('erase');
  const { siteId, tell, client } = one;
  await livesOfAnnAndBob(one);
  await workOff();
  const person = (await selectPerson(db, siteId, { type: 'external', value: 'ann-cuid' }))!;
  const userIds = await selectUserIds(db, siteId, person);
  const traces = /ann-|8101810181|a{63}/;
  assert.deepEqual(userIds, [person, '8101810181']);
  // Still in the inbox at the time of the request; the last one tells of an unknown device.
  await tell(external('ann-cuid'), refund('ann-order', ['tent'], { eventId: 'ann-refund' }));
  await tell({ svcid: '8101810181' }, view('lamp', { eventId: 'ann-late' }));
  await tell({ svcid: '8303830383' }, login(['ann-cuid']), view('lamp'));
  const aside = async (text: string) =>
    insertRejected(db, { id: '0', siteId, text }, new Date(noon), 'a test');
  await aside('{"v":2,"identifiers":[{"type":"external","value":"ann-cuid"}]}');
  await aside('{"v":2,"device":"8303830383","event":{"id":"ann-aside"}}');
  await aside('{"v":2,"device":"8202820282"}');
  assert.match(await dump(), traces);
  await client.eraseUser(external('ann-cuid'));
  assert.equal(await runErasures(ctx), 0, 'an event was still in the inbox');
  await workOff();
  const before = await totals(siteId);
  assert.equal(await runErasures(ctx), 1);
  const left = (await dump()).split('\n');
  const found = [...userIds, '8303830383'].flatMap((id) => left.filter((row) => row.includes(id)));
  assert.deepEqual([...found, ...left.filter((row) => traces.test(row))], []);
  assert.ok(
    left.some((row) => /^rejected_entry .*8202820282/.test(row)),
    'bob lost something',
  );
  assert.deepEqual(await totals(siteId), before);

  assert.deepEqual(await rebuildProfiles(ctx, siteId, userIds), []);
  const after = await dump();
  assert.ok(userIds.every((id) => !after.includes(id)));
  await eventually(async () => (await client.affinity(external('ann-cuid'))) === undefined);
  assert.deepEqual(await client.affinity(external('bob-cuid')), { color: { blue: 1 } });
  assert.equal(await runErasures(ctx), 0);
});

test('what an erased person does afterwards is of a new person', async () => {
  const { tell, client, log } = await shop('anew');
  await tell({ svcid: '61', ...external('cat') }, view('tent', { eventId: 'same' }));
  await workOff();
  await client.eraseUser(external('cat'));
  assert.equal(await runErasures(ctx), 1);
  await tell({ svcid: '62', ...external('cat') }, view('stove'));
  await tell({ svcid: '61' }, view('lamp'));
  await workOff();
  assert.deepEqual(await client.affinity(external('cat')), { color: { blue: 1 } });
  assert.deepEqual(await log(), { 61: ['product-view'], 62: ['product-view'] });
});

test('a device that another person used later stays that person’s', async () => {
  const { tell, client, log } = await shop('shared-device');
  await tell({ svcid: '71' }, login(['owner']));
  await tell({ svcid: '71' }, login(['lodger']), view('stove'));
  await workOff();
  await client.eraseUser(external('lodger'));
  await runErasures(ctx);
  await tell({ svcid: '71' }, view('tent'));
  await workOff();
  assert.deepEqual(await client.affinity(external('owner')), { color: { red: 1 } });
  const { 71: left, ...others } = await log();
  assert.deepEqual(left, ['login', 'product-view']);
  assert.deepEqual(Object.values(others), [['login']], 'what is counted is anonymous');
});

test('an erasure waits for the batch under way, and for no other site’s backlog', async () => {
  const [one, other] = [await shop('asked'), await shop('busy')];
  await one.tell(external('dan'), view('tent'));
  await workOff();
  await other.tell(external('eve'), view('tent'));
  const [partition] = await inbox.waiting();
  await one.client.eraseUser(external('dan'));
  const entered = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const batch = consume(db, inbox, [partition!], 1, async () => {
    entered.resolve();
    await release.promise;
    throw new Error('not now');
  });
  await entered.promise;
  let isReleased = false;
  const erasing = runErasures(ctx).then((done) => ({ done, isReleased }));
  await new Promise((resolve) => setTimeout(resolve, 200));
  isReleased = true;
  release.resolve();
  await assert.rejects(batch, /not now/);
  assert.deepEqual(await erasing, { done: 1, isReleased: true });
  await eventually(async () => (await one.client.affinity(external('dan'))) === undefined);
  await workOff();
});

test('an erasure that fails is tried again, and keeps no other from being done', async () => {
  const { tell, client, siteId } = await shop('failing');
  await tell(external('fay'), view('tent'));
  await tell(external('gus'), view('tent'));
  await workOff();
  const person = (await selectPerson(db, siteId, { type: 'external', value: 'fay' }))!;
  const events = db.updateTable('event').where('user_id', '=', person);
  const { data } = await db
    .selectFrom('event')
    .select('data')
    .where('user_id', '=', person)
    .executeTakeFirstOrThrow();
  await events.set({ data: '{"v":0}' }).execute();
  await client.eraseUser(external('fay'));
  await client.eraseUser(external('gus'));
  assert.equal(await runErasures(ctx), 1);
  await eventually(async () => (await client.affinity(external('gus'))) === undefined);
  assert.deepEqual(await client.affinity(external('fay')), { color: { red: 1 } });
  await events.set({ data }).execute();
  assert.equal(await runErasures(ctx), 1);
  await eventually(async () => (await client.affinity(external('fay'))) === undefined);
});

test('an erasure waits for an event whose acceptance was under way when it was requested', async () => {
  const { tell, siteId } = await shop('overtaken');
  await tell(external('ida'), view('tent'));
  await workOff();
  const entry = { siteId, device: '91', identifiers: [{ type: 'external', value: 'ida' }] };
  const time = noon + 1;
  const event: Event = { id: 'late', time, name: 'Late', session: 's', kind: 'custom' } as Event;
  const [row] = linesOf([{ ...entry, event }], Buffer.from(''));
  const { promise: committed, resolve: commit } = Promise.withResolvers<void>();
  const inserted = Promise.withResolvers<void>();
  const accepting = db.transaction().execute(async (tx) => {
    await insertInbox(tx, new InboxBatch().add(row!));
    inserted.resolve();
    await committed;
  });
  await inserted.promise;
  let isNoted = false;
  const asking = requestErasure(ctx, siteId, { type: 'external', value: 'ida' }, 'test').then(
    (id) => {
      isNoted = true;
      return id;
    },
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(isNoted, false);
  commit();
  await accepting;
  const id = await asking;
  assert.equal(await runErasures(ctx), 0, 'the event is in the inbox');
  assert.equal(await isErasureDone(ctx, siteId, id), false);
  await db.deleteFrom('inbox').where('site_id', '=', siteId).execute();
  assert.equal(await runErasures(ctx), 1);
  assert.equal(await isErasureDone(ctx, siteId, id), true);
});

test('a site whose inbox is stuck keeps no other site’s erasures from being done', async () => {
  const [stuck, other] = [await shop('stuck'), await shop('flowing')];
  await stuck.tell(external('jim'), view('tent'));
  const ask = ({ siteId }: Shop, value: string) =>
    requestErasure(ctx, siteId, { type: 'external', value }, 'test');
  await Promise.all(Array.from({ length: 120 }, (_, at) => ask(stuck, `waiting ${at}`)));
  const id = await ask(other, 'kim');
  assert.equal(await runErasures(ctx), 1);
  assert.equal(await isErasureDone(ctx, other.siteId, id), true);
});

test('an export names every device, however many a profile is summed from', async () => {
  const { site, siteId, tell } = await shop('devices');
  await tell(external('lea'), view('tent'));
  await workOff();
  const person = (await selectPerson(db, siteId, { type: 'external', value: 'lea' }))!;
  const devices = Array.from({ length: 150 }, (_, at) => ({
    ...{ site_id: siteId, user_id: String(9_000 + at), owner_id: person, present_id: person },
  }));
  await db.insertInto('device').values(devices).execute();
  const exported = await exportPerson(
    ctx,
    site.snapshot(),
    { type: 'external', value: 'lea' },
    'test',
  );
  assert.equal(exported.userIds.length, 151);
});
