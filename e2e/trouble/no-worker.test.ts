// What is said while no worker works: there is none, or the only one was stopped.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { eventually, testServer } from '../../packages/server/src/testing.ts';
import { makeFolder, type Running, startAttune } from '../support/attune.ts';
import { observe, watchSoon } from './observe.ts';

const server = await testServer({ api: true, worker: false });
const { ready, metric, collect, choose, erase, isErased } = await observe(server);
let worker: Running | undefined;
after(async () => {
  worker?.process.kill('SIGCONT');
  await worker?.stop();
  await server.close();
});

const isWell = async () => (await ready()).status === 'ready';
const seesNoWorker = async () => {
  const { status, reasons } = await ready();
  const all = reasons.join('\n');
  return status === 'degraded' && /No worker was seen/.test(all) && /Events wait/.test(all);
};

test('without a worker, all is taken and answered, and an operator is told', async () => {
  assert.equal(await collect(), '204');
  assert.equal(await choose(), '200');
  assert.equal(await erase(), '202');
  const watch = watchSoon(server, () => false, 500);
  try {
    await eventually(seesNoWorker);
    for (const name of ['attune_worker_seen_seconds', 'attune_inbox_oldest_seconds']) {
      await eventually(async () => (await metric(name)) >= 0.5);
    }
    assert.ok((await metric('attune_inbox_rows')) >= 1);
    assert.equal(await metric('attune_erasures_waiting'), 1);
    assert.equal(await isErased(), false);
  } finally {
    await watch.stop();
  }
});

test('a worker that starts does all of it', async () => {
  const secret = await readFile(join(server.ctx.config.dataDir, 'secret.key'), 'utf8');
  worker = await startAttune('worker', {
    DATABASE_URL: server.databaseUrl,
    DATA_DIR: await makeFolder('worker'),
    SECRET_KEY: secret.trim(),
  });
  await eventually(isErased);
  await server.folded();
});

test('the only worker is stopped by SIGSTOP: as without one, and all goes on with SIGCONT', async () => {
  // A worker says every 5 s that it is there.
  const watch = watchSoon(server, () => false, 7_000);
  try {
    await eventually(isWell);
    worker?.process.kill('SIGSTOP');
    assert.equal(await collect(), '204');
    assert.equal(await choose(), '200');
    assert.equal(await erase(), '202');
    await eventually(seesNoWorker);
    assert.ok((await metric('attune_worker_seen_seconds')) >= 7);
    assert.equal(await isErased(), false);
    assert.equal(await collect(), '204');
    assert.equal(await choose(), '200');
    worker?.process.kill('SIGCONT');
    await eventually(isErased);
    await server.folded();
    await eventually(isWell);
  } finally {
    await watch.stop();
  }
});
