// A worker that holds partitions and does not move is passed by: it was stopped, or cut off.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { eventually } from '../../../testing.ts';
import { endStuckWorkers, lockAllPartitions } from './inbox/index.ts';
import { lockPartitions } from './inbox/store.ts';
import { external, shopServer, view } from './shop.fixture.ts';

const server = await shopServer();
after(server.close);
const { ctx, shop, workOff } = server;
const all = Array.from({ length: 8 }, (_, at) => at);

test('one that was stopped in the middle of a batch keeps nothing from the others for long', async () => {
  const { tell, log } = await shop('stopped');
  const stopped = Promise.withResolvers<void>();
  const held = ctx.db.transaction().execute(async (tx) => {
    assert.equal((await lockPartitions(tx, all)).length, all.length);
    await stopped.promise;
  });
  held.catch(() => undefined);
  await tell(external('ann'), view('tent'));
  // Longer than a stopped worker may idle, and shorter than an erasure may take.
  await workOff(1, []);
  assert.deepEqual(await log(), { ann: ['product-view'] });
  stopped.resolve();
  await assert.rejects(held);
});

test('one that does not take what the database sends is ended by another', async () => {
  const client = new pg.Client(server.databaseUrl);
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin');
  await client.query(`
    select pg_advisory_xact_lock(hashtext('attune inbox'), number)
    from generate_series(0, 31) as number`);
  const sent = client.query(`select repeat('x', 100000000)`).catch((error) => error);
  client.connection.stream.pause();
  assert.equal(await endStuckWorkers(ctx.db), 0, 'it may be slow for a moment');
  const ended = await eventually(async () => (await endStuckWorkers(ctx.db, 100)) || undefined);
  assert.equal(ended, 1);
  await ctx.db.transaction().execute(lockAllPartitions);
  client.connection.stream.resume();
  assert.ok((await sent) instanceof Error);
  await client.end().catch(() => undefined);
});
