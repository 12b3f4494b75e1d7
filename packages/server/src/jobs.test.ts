// Tests of a worker's regular jobs: what takes much memory is done once in a node.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  baskets,
  openShop,
  together,
  workOff,
} from './features/recommendations/models/models.fixture.ts';
import { startJobs } from './jobs.ts';
import { createMetrics } from './log/metrics.ts';
import { eventually, testServer } from './testing.ts';

const server = await testServer({ api: true, worker: false });
after(server.close);

/** The jobs of one process of a node, and how many models it has built. */
function start(isFirst: boolean) {
  const metrics = createMetrics();
  const jobs = startJobs({ ...server.ctx, metrics }, { url: server.databaseUrl }, isFirst);
  const built = async () => {
    const text = await metrics.registry.metrics();
    const counts = [...text.matchAll(/^attune_model_build_seconds_count\S* (\d+)$/gm)];
    return counts.reduce((sum, [, count]) => sum + Number(count), 0);
  };
  return { built, stop: jobs.stop };
}

test('of the workers of a node, the first alone builds the models of all sites', async (t) => {
  const shops = await Promise.all(['one', 'two', 'three'].map((name) => openShop(server, name)));
  for (const shop of shops) {
    await shop.manage('POST', '/v2/strategies', { name: 'With it', steps: [{ method: together }] });
    await shop.buy(baskets);
  }
  await workOff(server);
  const processes = [start(false), start(true)];
  t.after(() => Promise.all(processes.map(({ stop }) => stop())));
  await eventually(async () => {
    const models = (await Promise.all(shops.map((shop) => shop.models()))).flat();
    return models.length > 0 && models.every(({ state }) => state === 'ready');
  });
  const [ofOther, ofFirst] = await Promise.all(processes.map(({ built }) => built()));
  assert.equal(ofOther, 0);
  assert.ok(ofFirst! >= shops.length);
});
