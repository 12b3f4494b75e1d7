// Workers that touch the same people, transactions and events: they wait, and never for each other.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, test } from 'node:test';
import type { Event, Identifier } from '@attune/core';
import { sql } from 'kysely';
import { openDatabase } from '../../../db/pool.ts';
import { lockAwaited } from '../../../testing.ts';
import { deleteProfiles, lockProfiles } from '../../people/profiles/index.ts';
import { dayText, eventDays } from './days.ts';
import { linesOf } from './entry.ts';
import { postgresInbox } from './inbox/inbox.ts';
import { rebuildProfiles } from './rebuild.ts';
import { day, noon, shopServer, view } from './shop.fixture.ts';
import { insertEvents, isDayMissing, selectEventDays } from './store.ts';

const server = await shopServer();
after(server.close);
const { ctx, shop, workOff } = server;

const people = 30;
const anyone = (): Identifier => ({ type: 'external', value: `person ${randomInt(people)}` });
const salt = Buffer.from('salt');

/**
 * An event of any person on any device, which may have been reported of another person before.
 * Orders make workers wait early; in rounds without them they meet at events and profiles.
 */
function anyEntry(siteId: number, round: number) {
  const number = randomInt(500);
  const id = `event ${round} ${number}`;
  const base = { id, time: noon - (number % 5) * day, name: '', session: '' };
  const cart = [{ sku: number % 2 ? 'tent' : 'lamp', quantity: 1 }];
  const event: Event =
    round % 2 || number % 3
      ? { ...base, kind: 'product-view', sku: 'stove' }
      : { ...base, kind: 'purchase', transactionId: `order ${number % 90}`, cart };
  const device = randomInt(10) ? String(1 + randomInt(60)) : undefined;
  const identifiers = [anyone(), ...(randomInt(3) ? [] : [anyone()])];
  return linesOf([{ siteId, device, identifiers, event }], salt)[0]!;
}

test('workers with the same people, orders and events never wait for each other', async () => {
  const sites = [(await shop('one')).siteId, (await shop('two')).siteId];
  const inbox = postgresInbox(ctx.db);
  const warnings: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    await inbox.accept(Array.from({ length: 1_000 }, () => anyEntry(sites[randomInt(2)]!, round)));
    const rebuilding = workOff(3, warnings);
    for (const siteId of sites) {
      const users = await ctx.db
        .selectFrom('profile')
        .select('user_id')
        .where('site_id', '=', siteId)
        .execute();
      const userIds = users.map(({ user_id }) => user_id);
      if (userIds.length > 0) assert.deepEqual(await rebuildProfiles(ctx, siteId, userIds), []);
    }
    await rebuilding;
  }
  assert.deepEqual(warnings, []);
  const rejected = await sql`select from rejected_entry`.execute(ctx.db);
  assert.equal(rejected.rows.length, 0);
  for (const siteId of sites) {
    const { rows } = await sql<{ user_id: string }>`
      select user_id from profile where site_id = ${siteId}`.execute(ctx.db);
    const userIds = rows.map(({ user_id }) => user_id);
    assert.deepEqual(await rebuildProfiles(ctx, siteId, userIds), [], 'an event was lost or twice');
  }
});

test('what is folded into a profile that is deleted just then is kept', async () => {
  const { siteId, tell, counts } = await shop('deleted');
  await lockProfiles(ctx.db, siteId, ['71']);
  await tell({ svcid: '71' }, view('tent'));
  const folding: Promise<void>[] = [];
  await ctx.db.transaction().execute(async (tx) => {
    await lockProfiles(tx, siteId, ['71']);
    folding.push(workOff());
    await lockAwaited(ctx.pool);
    await deleteProfiles(tx, siteId, ['71']);
  });
  await Promise.all(folding);
  assert.deepEqual(await counts('71'), { 'red view': 1 });
});

test('partitions of days are made by many at once, beside readers and writers', async () => {
  const { siteId } = await shop('days');
  const nodes = [0, 1, 2].map(() => openDatabase({ url: server.databaseUrl }, { log: ctx.log }));
  const days = Array.from({ length: 12 }, (_, at) => dayText(noon - (100 + at) * day));
  const reader = await ctx.db.startTransaction().execute();
  try {
    await sql`select count(*) from event`.execute(reader);
    const making = nodes.flatMap(({ kysely }, node) =>
      [0, 1].map(async (loader) => {
        const { ensure, renew } = eventDays(kysely);
        const own = (node + loader) % 2 ? days : days.toReversed();
        const id = `${node} ${loader}`;
        const write = async (one: string): Promise<void> => {
          await ensure([one]);
          const row = { id, userId: '1', kind: 'custom', time: new Date(one), day: one, data: '' };
          await kysely
            .transaction()
            .execute((tx) => insertEvents(tx, siteId, [row]))
            .catch(async (error) => {
              // As the worker does: a connection may have missed it, and now looks again.
              if (!isDayMissing(error)) throw error;
              await renew();
              await write(one);
            });
        };
        for (const one of own) await write(one);
      }),
    );
    await Promise.all(making);
  } finally {
    await reader.rollback().execute();
    for (const { close } of nodes) await close();
  }
  const made = await selectEventDays(ctx.db);
  assert.ok(days.every((one) => made.includes(one)));
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from event where site_id = ${siteId}`.execute(ctx.db);
  assert.equal(rows[0]?.count, String(6 * days.length));
});
