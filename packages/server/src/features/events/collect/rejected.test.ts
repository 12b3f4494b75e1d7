// Entries that cannot be worked off are set aside, and keep no other from being worked off.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Event } from '@attune/core';
import { sql } from 'kysely';
import { eventually } from '../../../testing.ts';
import { linesOf } from './entry.ts';
import { postgresInbox } from './inbox/inbox.ts';
import { deleteRejected, insertRejected } from './inbox/rejected/store.ts';
import { selectBacklog } from './inbox/store.ts';
import { retrySetAside } from './set-aside.ts';
import { noon, shopServer } from './shop.fixture.ts';
import { startWorker } from './worker.ts';

const server = await shopServer();
after(server.close);
const { ctx, shop, workOff } = server;
const inbox = postgresInbox(ctx.db);

function viewOf(siteId: number, device: string, id: string, name = 'ann') {
  const base = { id, time: noon, name: 'View', session: '' };
  const event: Event = { ...base, kind: 'product-view', sku: 'tent' };
  const identifiers = [{ type: 'external', value: name }];
  return {
    ...linesOf([{ siteId, device, identifiers, event }], Buffer.from(''))[0]!,
    partition: 5,
  };
}

test('an entry that no worker can read, or no database keep, is set aside with the reason', async () => {
  const { siteId, log } = await shop('poison');
  const good = Array.from({ length: 20 }, (_, at) => viewOf(siteId, '1', `good ${at}`));
  const bad = [
    { siteId, partition: 5, text: 'not JSON' },
    { siteId, partition: 5, text: '{"v":5}' },
    { ...good[0]!, text: good[0]!.text.replace(String(noon), '"noon"') },
    {
      ...good[0]!,
      text: viewOf(siteId, '1', 'x', 'nobody').text.replace('"device":"1"', '"device":"?"'),
    },
    // Rows are a site's: this line comes in one of its own, behind those before.
    viewOf(987_654, '1', 'no such site'),
  ];
  const mixed = good.flatMap((row, at) => (at % 4 ? [row] : [row, bad[at / 4]!]));
  await inbox.accept(mixed);
  await workOff();
  assert.equal((await log())['1']?.length, 20);
  const aside = await ctx.db
    .selectFrom('rejected_entry')
    .select(['site_id', 'entry', 'reason'])
    .orderBy('id')
    .execute();
  assert.deepEqual(
    aside.map(({ entry }) => entry),
    bad.map(({ text }) => text),
  );
  const reasons = [/JSON/, /version 5/, /time/, /bigint/, /no site 987654/];
  for (const [at, reason] of reasons.entries()) assert.match(aside[at]!.reason, reason);
  const half = await ctx.db
    .selectFrom('identifier')
    .select('value')
    .where('value', '=', 'nobody')
    .execute();
  assert.deepEqual(half, [], 'an entry that was set aside taught something');
});

test('a frame that was damaged on the disk is set aside, until somebody who may be in it is erased', async () => {
  const { siteId, log } = await shop('damaged');
  await inbox.accept(Array.from({ length: 40 }, (_, at) => viewOf(siteId, '1', `lost ${at}`)));
  await sql`
    update inbox set packed = substring(packed for octet_length(packed) / 2)
    where site_id = ${siteId} and packed is not null`.execute(ctx.db);
  await inbox.accept([viewOf(siteId, '1', 'behind it')]);
  await workOff();
  assert.deepEqual(await log(), { '1': ['product-view'] });
  const aside = () => ctx.db.selectFrom('rejected_entry').where('site_id', '=', siteId);
  const kept = await aside().select(['entry', 'reason']).execute();
  assert.match(kept[0]!.reason, /damaged/);
  const { size, frame } = JSON.parse(kept[0]!.entry);
  assert.ok(kept.length === 1 && size > Buffer.from(frame, 'base64').length);
  await deleteRejected(ctx.db, siteId, ['somebody']);
  assert.deepEqual(await aside().select('id').execute(), []);
});

test('a partition that cannot be worked off at the moment does not hold up the others', async () => {
  const { siteId, log } = await shop('stuck');
  await inbox.accept([{ ...viewOf(siteId, '1', 'stuck'), partition: 1 }]);
  // Each in a partition of its own, none of them in the stuck one.
  const others = [2, 3, 4, 5, 6, 7];
  await inbox.accept(
    others.map((at) => ({ ...viewOf(siteId, `${at}`, `other ${at}`, `${at}`), partition: at })),
  );
  const read: typeof inbox.read = async (tx, partitions, limit) => {
    if (partitions.includes(1)) throw Object.assign(new Error('deadlock'), { code: 'ECONNRESET' });
    return inbox.read(tx, partitions, limit);
  };
  const worker = startWorker(ctx, { ...inbox, read });
  await eventually(async () => (await inbox.waiting()).join() === '1');
  await worker.stop();
  const told = async () => Object.values(await log()).flat().length;
  assert.equal(await told(), 6);
  await workOff();
  assert.equal(await told(), 7);
});

test('an entry that is set aside keeps the other partitions in its batch from nothing', async () => {
  const { siteId, log } = await shop('one-of-many');
  const before = await sql<{ id: string }>`select id from rejected_entry`.execute(ctx.db);
  const partitions = [0, 1, 2, 3, 4, 5, 6, 7];
  for (let round = 0; round < 3; round += 1) {
    const rows = partitions.map((at) => ({
      ...viewOf(siteId, `${1 + at}`, `event ${at} ${round}`, `${at}`),
      partition: at,
    }));
    await inbox.accept(rows);
    if (round === 1) await inbox.accept([{ siteId, partition: 6, text: 'not JSON' }]);
  }
  const batches: { partitions: number; rows: number }[] = [];
  const read: typeof inbox.read = async (tx, partitions, limit) => {
    const batch = await inbox.read(tx, partitions, limit);
    const remove = async () => {
      await batch.remove();
      batches.push({ partitions: partitions.length, rows: batch.rows.length });
    };
    return { ...batch, remove };
  };
  const worker = startWorker(ctx, { ...inbox, read });
  await eventually(async () => (await inbox.waiting()).length === 0);
  const behind = viewOf(siteId, '7', 'behind it', '6');
  await inbox.accept([
    { ...behind, partition: 6 },
    { ...behind, partition: 2 },
  ]);
  worker.wake();
  await eventually(async () => (await inbox.waiting()).length === 0);
  await worker.stop();
  const told = Object.values(await log()).map((kinds) => kinds.length);
  assert.deepEqual(told.sort(), [3, 3, 3, 3, 3, 3, 3, 4]);
  const after = await sql<{ id: string }>`select id from rejected_entry`.execute(ctx.db);
  assert.equal(after.rows.length, before.rows.length + 1);
  const later = batches.findLast(({ rows }) => rows > 0);
  assert.deepEqual(later, { partitions: 2, rows: 2 }, 'a batch is whole again');
});

test('what was set aside is tried again on demand; what still fails stays', async () => {
  const { siteId, log, counts } = await shop('tried-again');
  const good = Array.from({ length: 30 }, (_, at) => viewOf(siteId, '1', `event ${at}`));
  const rows = [{ siteId, text: 'not JSON' }, ...good, good[0]!];
  for (const row of rows) await insertRejected(ctx.db, { ...row, id: '0' }, new Date(), 'why');
  assert.equal(await retrySetAside(ctx, siteId), 31);
  assert.equal((await log())['1']?.length, 30);
  assert.deepEqual(await counts('1'), { 'red view': 30 });
  assert.equal((await selectBacklog(ctx.db, siteId)).setAside, 1);
  assert.equal(await retrySetAside(ctx, siteId), 0);
});
