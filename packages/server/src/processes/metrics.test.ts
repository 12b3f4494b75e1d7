// Tests of the metrics of a node: sums over its processes, which never go back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMetrics } from '../log/metrics.ts';
import type { ProcessMetrics } from './messages.ts';
import { nodeMetrics } from './metrics.ts';

/** What a process sends, as it arrives. */
const sent = async ({ registry }: ReturnType<typeof createMetrics>): Promise<ProcessMetrics> =>
  JSON.parse(JSON.stringify(await registry.getMetricsAsJSON()));

function answering(requests: number, ageSeconds: number) {
  const metrics = createMetrics();
  for (let at = 0; at < requests; at += 1) metrics.requests.observe('choose', 200, 0.003);
  metrics.eventsAccepted.inc(requests);
  metrics.snapshotAge.set(ageSeconds);
  metrics.connections.set(10);
  return metrics;
}

const figureOf = (text: string, series: string) => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1));
};

const count = 'attune_request_seconds_count{endpoint="choose",status="200"}';
const bucket = 'attune_request_seconds_bucket{le="0.005",endpoint="choose",status="200"}';

test('requests and connections are summed; of what all processes report alike the worst counts', async () => {
  const node = nodeMetrics();
  const text = await node.text([await sent(answering(3, 2)), await sent(answering(4, 7))]);
  const series = [count, bucket, 'attune_events_accepted_total', 'attune_connections'];
  assert.deepEqual(
    series.map((one) => figureOf(text, one)),
    [7, 7, 7, 20],
  );
  assert.equal(figureOf(text, 'attune_snapshot_age_seconds'), 7);
  assert.ok(figureOf(text, 'process_start_time_seconds')! > 0);
});

test('what a process has counted still counts when it is gone, and its connections do not', async () => {
  const node = nodeMetrics();
  const stays = await sent(answering(3, 1));
  for (let ended = 0; ended < 2; ended += 1) node.departed(await sent(answering(5, 1)));
  const text = await node.text([stays]);
  assert.deepEqual(
    [count, 'attune_events_accepted_total', 'attune_connections'].map((one) => figureOf(text, one)),
    [13, 13, 10],
  );
});
