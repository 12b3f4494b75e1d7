// Tests of the backlog: how much waits for a worker, and for how long, known by ids and earlier
// looks.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testServer } from '../../../testing.ts';
import { watchBacklog } from './index.ts';

const server = await testServer({ api: true, worker: false });
after(server.close);
const { ctx, test: site } = server;

const insert = (siteId: number) =>
  ctx.pool.query(`insert into inbox (site_id, partition, entry) values ($1, 0, '{}')`, [siteId]);

test('what waits has waited since its id was first seen', async () => {
  let now = Date.now();
  const look = watchBacklog({ ...ctx, now: () => now });
  const at = async (seconds: number) => {
    now += 1000 * seconds;
    const { waitingRows, oldestMs } = await look(site.id);
    return [waitingRows, oldestMs];
  };
  await insert(site.id);
  assert.deepEqual(await at(0), [1, null]);
  assert.deepEqual(await at(20), [1, 20_000]);
  await insert(site.id);
  assert.deepEqual(await at(1), [2, 21_000]);
  await ctx.pool.query('delete from inbox where id = (select min(id) from inbox)');
  // It came within the second before.
  assert.deepEqual(await at(0), [1, 0]);
  assert.deepEqual(await at(10), [1, 0]);
  assert.deepEqual(await at(10), [1, 10_000]);
  await ctx.pool.query('delete from inbox');
  assert.deepEqual(await at(10), [0, null]);
});

test('what waits of another site is not reported', async () => {
  const other = await server.site('other');
  await insert(other.id);
  const look = watchBacklog(ctx);
  assert.deepEqual(await look(site.id), { waitingRows: 0, oldestMs: null, setAside: 0 });
  assert.equal((await look(other.id)).waitingRows, 1);
});
