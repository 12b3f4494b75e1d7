// What an operator is told of a service that answers and does not work.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createHealth } from '../../../health.ts';
import type { NatsReport } from '../../../log/nats-gauges.ts';
import { checkedFetch, eventually, testServer } from '../../../testing.ts';
import { notifiedOf } from '../../configuration/notifications/notified.fixture.ts';
import { backlogTeller } from './backlog.ts';
import { watchHealth } from './index.ts';

const server = await testServer({ api: true, worker: false });
after(server.close);
const { ctx, test: site, url } = server;
const client = await site.client(['collect']);
const ready = async () => {
  const response = await checkedFetch(`${url}/readyz`);
  const body = (await response.json()) as { status: string; database: string; reasons?: string[] };
  return { code: response.status, ...body };
};
const metric = async (name: string) => {
  const text = await (await checkedFetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
};

test('a balancer goes on sending, and an operator is told that no worker is there', async () => {
  assert.equal((await ready()).status, 'ready');
  await client.events({ user: { id: '7' }, events: [{ name: 'Hello', properties: {} }] });
  const watch = watchHealth(
    ctx,
    { ...ctx.inbox, isFull: () => false },
    { lookMs: 20, lateMs: 200 },
  );
  try {
    const found = await eventually(async () => {
      const { reasons = [], ...rest } = await ready();
      return reasons.length === 2 && { reasons, ...rest };
    });
    assert.deepEqual([found.code, found.status, found.database], [200, 'degraded', 'reached']);
    const [nobody = '', late = ''] = found.reasons;
    assert.match(nobody, /^No worker was seen for \d+ s\.$/);
    assert.match(late, /^Events wait for a worker since \d+ s; 1 rows are in the inbox/);
    assert.equal(await metric('attune_inbox_rows'), 1);
    assert.ok((await metric('attune_inbox_oldest_seconds')) >= 0.2);
    assert.ok((await metric('attune_worker_seen_seconds')) >= 0.2);
    assert.equal(await metric('attune_erasures_waiting'), 0);
  } finally {
    await watch.stop();
  }
});

test('metrics say on how many NATS servers the stream is, and 0 while none answers', async () => {
  let nats: NatsReport | null = null;
  const report = async () => ({ ...(await ctx.inbox.report()), nats });
  const watch = watchHealth(ctx, { isFull: () => false, report }, { lookMs: 20, lateMs: 60_000 });
  const names = ['attune_nats_replicas', 'attune_nats_replicas_current'];
  const states = [
    { replicas: null, told: '1,0' },
    { replicas: { current: 3, wanted: 3 }, told: '3,3' },
    { replicas: { current: 2, wanted: 3 }, told: '3,2' },
    { replicas: null, told: '3,0' },
  ];
  try {
    for (const { replicas, told } of states) {
      nats = { isConnected: true, reconnects: 0, replicas };
      await eventually(async () => (await Promise.all(names.map(metric))).join() === told);
    }
  } finally {
    await watch.stop();
  }
});

test('channels are told of a backlog once, by whichever node sees it, until nothing waits', async () => {
  const told = await notifiedOf(server, 'events.backlog');
  const one = backlogTeller(ctx, 60_000);
  const other = backlogTeller(ctx, 60_000);
  await one({ waiting: 0, oldestMs: 0 });
  await one({ waiting: 5, oldestMs: 59_000 });
  await one({ waiting: 1_200, oldestMs: 75_400 });
  await other({ waiting: 1_300, oldestMs: 80_000 });
  await one({ waiting: 900, oldestMs: 50_000 });
  await one({ waiting: 1_400, oldestMs: 90_000 });
  assert.deepEqual(await told(), [{ waitingSeconds: 75, waitingRows: 1_200 }]);
  await one({ waiting: 0, oldestMs: 0 });
  await other({ waiting: 0, oldestMs: 0 });
  await other({ waiting: 7, oldestMs: 61_000 });
  assert.equal((await told()).length, 2);
});

test('that a disk could not be written to is told for a minute', () => {
  let now = 0;
  const health = createHealth(() => now);
  assert.equal(health.diskFault(), undefined);
  health.noteDiskFault('failing');
  now = 59_999;
  assert.equal(health.diskFault(), 'failing');
  now = 60_000;
  assert.equal(health.diskFault(), undefined);
});
