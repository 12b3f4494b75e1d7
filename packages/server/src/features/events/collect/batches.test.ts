// When a worker works off what waits, and of how much at once.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { partitionCount } from '@attune/core';
import { sql } from 'kysely';
import { eventually } from '../../../testing.ts';
import { linesOf } from './entry.ts';
import { consume } from './inbox/consume.ts';
import { postgresInbox } from './inbox/inbox.ts';
import { noon, shopServer } from './shop.fixture.ts';
import { startWorker } from './worker.ts';

const server = await shopServer();
after(server.close);
const { ctx, shop } = server;
const inbox = postgresInbox(ctx.db);
const salt = Buffer.from('salt');

/** A worker that gathers for so long. */
const workerOf = (gatherMs: number, from = inbox) =>
  startWorker({ ...ctx, config: { ...ctx.config, gatherMs } }, from);

/** A view in a partition, of a device that is that partition's alone. */
function viewIn(siteId: number, partition: number, id: string) {
  const event = { id, time: noon, name: 'View', session: '', kind: 'product-view' as const };
  const entry = { siteId, device: String(1 + partition), identifiers: [] };
  const [line] = linesOf([{ ...entry, event: { ...event, sku: 'tent' } }], salt);
  return { ...line!, partition };
}

const viewsIn = (siteId: number, id: string) =>
  Array.from({ length: partitionCount }, (_, at) => viewIn(siteId, at, `${id} ${at}`));

const isEmpty = async () => (await inbox.waiting()).length === 0;

/** How many events of a site the log has, and how many transactions wrote them. */
async function logged(siteId: number): Promise<{ events: number; transactions: number }> {
  const { rows } = await sql<{ events: number; transactions: number }>`
    select count(*)::int as events, count(distinct xmin::text)::int as transactions
    from event where site_id = ${siteId}`.execute(ctx.db);
  return rows[0]!;
}

test('what waits in several partitions is worked off in one transaction', async () => {
  const { siteId, counts } = await shop('together');
  await inbox.accept(viewsIn(siteId, 'one'));
  await inbox.accept(viewsIn(siteId, 'two'));
  const worker = workerOf(0);
  await eventually(isEmpty);
  await worker.stop();
  assert.deepEqual(await logged(siteId), { events: 2 * partitionCount, transactions: 1 });
  for (let at = 0; at < partitionCount; at += 1) {
    assert.deepEqual(await counts(String(1 + at)), { 'red view': 2 });
  }
  const { rows } = await sql<{ changes: string }>`
    select changes from event_day_change where site_id = ${siteId}`.execute(ctx.db);
  assert.deepEqual(rows, [{ changes: String(2 * partitionCount) }]);
});

test('a partition that another worker has is passed by until it is free', async () => {
  const { siteId } = await shop('held');
  await inbox.accept(viewsIn(siteId, 'held'));
  const entered = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const other = consume(ctx.db, inbox, [3], 10, async () => {
    entered.resolve();
    await release.promise;
    throw new Error('not now');
  });
  await entered.promise;
  const worker = workerOf(0);
  await eventually(async () => (await logged(siteId)).events === partitionCount - 1);
  assert.deepEqual(await inbox.waiting(), [3]);
  release.resolve();
  await assert.rejects(other, /not now/);
  await eventually(isEmpty);
  await worker.stop();
  assert.equal((await logged(siteId)).events, partitionCount);
});

test('what comes during the pause waits for its end, and a worker that stops for neither', async () => {
  const { siteId } = await shop('gathered');
  const worker = workerOf(600_000);
  await inbox.accept([viewIn(siteId, 0, 'first')]);
  worker.wake();
  await eventually(isEmpty);
  await inbox.accept(viewsIn(siteId, 'second'));
  worker.wake();
  await new Promise((resolve) => setTimeout(resolve, 700));
  await worker.stop();
  assert.equal((await logged(siteId)).events, 1);
  const next = workerOf(600_000);
  await eventually(isEmpty);
  await next.stop();
  assert.deepEqual(await logged(siteId), { events: 1 + partitionCount, transactions: 2 });
});

/** More than two batches of rows, in all partitions. */
const backlog = 1_100;

const insertBacklog = (siteId: number) =>
  sql`
    insert into inbox (site_id, partition, entry)
    select ${siteId}, number % 8, replace(${viewIn(siteId, 0, '#').text}, '#', number::text)
    from generate_series(1, ${backlog}) as number`.execute(ctx.db);

test('there is no pause while more waits than a batch', async () => {
  const { siteId } = await shop('backlog');
  await insertBacklog(siteId);
  const worker = workerOf(600_000);
  await eventually(isEmpty);
  await worker.stop();
  const { events, transactions } = await logged(siteId);
  assert.equal(events, backlog);
  assert.ok(transactions >= 3, `${transactions} transactions`);
});

test('while pages are requested, a backlog goes in as few transactions as batches', async () => {
  const { siteId } = await shop('beside-pages');
  await insertBacklog(siteId);
  const requesting = setInterval(ctx.background.pageRequested, 1);
  const worker = workerOf(600_000);
  await eventually(isEmpty);
  clearInterval(requesting);
  await worker.stop();
  assert.deepEqual(await logged(siteId), { events: backlog, transactions: 3 });
});

test('an event is in its profile within a second, also when it just misses a batch', async () => {
  const { siteId } = await shop('second');
  const worker = workerOf(350);
  for (let round = 0; round < 3; round += 1) {
    await inbox.accept([viewIn(siteId, round, `round ${round}`)]);
    worker.wake();
    await eventually(isEmpty, 1_000);
  }
  await worker.stop();
  assert.deepEqual(await logged(siteId), { events: 3, transactions: 3 });
});
