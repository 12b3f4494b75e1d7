// What the programs of several nodes call lost and doubled.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testServer } from '../../packages/server/src/testing.ts';
import { openClient } from './client.ts';
import { compareEvents, reporting } from './counted-events.ts';

test('an event is lost without its line in the log or its count, and doubled by a second fold', async (t) => {
  const server = await testServer({ api: true, worker: true });
  t.after(server.close);
  const client = openClient();
  t.after(client.close);
  const { pool } = server.ctx;
  const key = await server.test.key(['collect']);
  const ids = ['counted', 'logged', 'twice'];
  const requests = ids.map((id, number) => reporting(key, id, number));
  const send = async (...numbers: number[]) => {
    for (const number of numbers) await client.ask(server.url, requests[number]!);
    await server.folded();
    return compareEvents(pool, { ids, acknowledged: ids });
  };
  assert.deepEqual(await send(0, 1, 2), { lost: 0, doubled: 0 });
  assert.deepEqual(await send(2), { lost: 0, doubled: 0 });

  await pool.query(`delete from event where id in ('counted', 'twice')`);
  assert.deepEqual(await send(2), { lost: 1, doubled: 1 });
  await pool.query(
    `delete from profile using event where event.id = 'logged' and profile.user_id = event.user_id`,
  );
  assert.deepEqual(await send(), { lost: 2, doubled: 1 });
});
