// What is said while a disk is full: PostgreSQL's, or that of DATA_DIR.
import assert from 'node:assert/strict';
import { chownSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { eventually, type TestServer, testServer } from '../../packages/server/src/testing.ts';
import { fill, mount, mountObstacle, sh } from '../crash/scenarios/mounts.ts';
import { atEnd, endAll } from '../support/cleanup.ts';
import { type Observer, observe, watchSoon } from './observe.ts';

const obstacle = mountObstacle();
const needsMounts = obstacle === undefined ? {} : { skip: obstacle };
let folder = '';
let server: TestServer;
let observer: Observer;

/** Moves a database to a file system of its own: its log, and others, stay where they are. */
async function onSmallDisk(databaseUrl: string): Promise<string> {
  folder = await mount('full', '-t', 'tmpfs', '-o', 'size=64m,mode=755', 'tmpfs');
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const client = new pg.Client(url.href);
  await client.connect();
  const { rows } = await client.query(`select current_setting('data_directory') as folder`);
  const { uid, gid } = statSync(rows[0].folder);
  chownSync(folder, uid, gid);
  await client.query(`create tablespace small_${name} location '${folder}'`);
  await client.query(`alter database ${name} set tablespace small_${name}`);
  await client.end();
  const dropSpace = async () => {
    const again = new pg.Client(url.href);
    await again.connect();
    await again.query(`drop tablespace small_${name}`).finally(() => again.end());
  };
  atEnd(dropSpace);
  return databaseUrl;
}

if (obstacle === undefined) {
  const env = { PROFILE_DEADLINE: '5000' };
  server = await testServer({ api: true, worker: false }, { through: onSmallDisk, env });
  observer = await observe(server);
  after(async () => {
    await server.close();
    await endAll();
  });
}

test("PostgreSQL's disk is full: writes are refused, pages are answered", needsMounts, async () => {
  const { ready, metric, collect, choose, erase } = observer;
  assert.equal(await collect(), '204');
  assert.equal(await choose(), '200');
  const ballast = join(folder, 'ballast');
  const watch = watchSoon(server, () => false, 60_000);
  try {
    await eventually(async () => {
      fill(ballast);
      const said = await collect();
      if (said !== '204') assert.equal(said, '503 not_ready');
      return said !== '204';
    });
    assert.equal(await choose(), '200 recording_unavailable');
    assert.equal(await erase(), '503 not_ready');
    const { reasons } = await eventually(async () => {
      const found = await ready();
      return found.status === 'degraded' && found;
    });
    assert.deepEqual(reasons, [
      'PostgreSQL could not write within the last minute: its disk is full.',
    ]);
    assert.equal(await metric('attune_database_disk_fault'), 1);
    rmSync(ballast);
    assert.equal(await collect(), '204');
    assert.equal(await erase(), '202');
    assert.equal(await choose(), '200');
  } finally {
    await watch.stop();
  }
});

test(
  'the disk of DATA_DIR is full: deletions are refused, all else goes on',
  needsMounts,
  async () => {
    const { ready, metric, collect, choose, erase } = observer;
    const { dataDir } = server.ctx.config;
    sh('mount', '-t', 'tmpfs', '-o', 'size=2m,mode=700', 'tmpfs', dataDir);
    const unmount = atEnd(() => sh('umount', dataDir));
    const watch = watchSoon(server, () => false, 60_000);
    try {
      fill(join(dataDir, 'ballast'));
      const told = 'The disk of DATA_DIR is nearly full: 0 MiB of 2 MiB are free.';
      await eventually(async () => (await ready()).reasons.includes(told));
      assert.equal(await metric('attune_disk_free_bytes'), 0);
      assert.equal(await metric('attune_disk_bytes'), 2 * 2 ** 20);
      assert.equal(await collect(), '204');
      assert.equal(await choose(), '200');
      assert.equal(await erase(), '503 not_ready');
      rmSync(join(dataDir, 'ballast'));
      assert.equal(await erase(), '202');
      await eventually(async () => !(await ready()).reasons.includes(told));
    } finally {
      await watch.stop();
      await unmount();
    }
  },
);
