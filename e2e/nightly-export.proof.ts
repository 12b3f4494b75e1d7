// A worker that is killed while it exports at night: the next one goes on, and the files have each
// event once.
import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { changeSettings } from '../packages/server/src/features/configuration/sites/index.ts';
import {
  filesOf,
  openDuckDb,
} from '../packages/server/src/features/operations/exports/duckdb.fixture.ts';
import { plantEvents } from '../packages/server/src/features/operations/exports/many-events.fixture.ts';
import { nightlyStatus } from '../packages/server/src/features/operations/nightly-exports/index.ts';
import { eventually, testServer } from '../packages/server/src/testing.ts';
import { makeFolder, type Running, startAttune } from './support/attune.ts';

const count = 1_200_000;
const days = 6;

const server = await testServer({ api: false, worker: false });
const duck = await openDuckDb();
const root = await makeFolder('nightly');
let worker: Running | undefined;
after(async () => {
  worker?.process.kill('SIGKILL');
  duck.close();
  await server.close();
  await rm(root, { recursive: true });
});
const { ctx, test: site } = server;

const start = (name: string) =>
  startAttune('worker', {
    ...{ DATABASE_URL: server.databaseUrl, DATA_DIR: join(root, name), EXPORT_HOUR: '0' },
    ...{ EXPORT_TO: join(root, 'warehouse'), SECRET_KEY: 'x'.repeat(32) },
  });

const filesNow = async () =>
  (await readdir(join(root, 'warehouse'), { recursive: true }).catch(() => [])).filter((name) =>
    name.includes('part-0'),
  );

test('a worker killed in the middle of a file leaves the rest to the next, none twice', async () => {
  await plantEvents(ctx, { siteId: site.id, count, days });
  await changeSettings(ctx, site.id, { settings: { nightlyExport: true } }, 'test');
  worker = await start('one');
  const cut = await eventually(async () => {
    const names = await filesNow();
    const whole = names.filter((name) => name.endsWith('.parquet'));
    const isInTheMiddle = names.some((name) => name.endsWith('.part'));
    return whole.length >= 2 && isInTheMiddle && { whole };
  }, 120_000);
  worker.process.kill('SIGKILL');
  assert.ok(cut.whole.length < days, `${cut.whole.length} files were whole`);
  worker = await start('two');
  // The one that was killed had the site for 90 s more.
  const { last, failure } = await eventually(async () => {
    const found = await nightlyStatus(ctx, site.snapshot());
    return found.last || found.failure ? found : undefined;
  }, 240_000);
  assert.equal(failure, null);
  assert.equal(last?.until, new Date().toISOString().slice(0, 10));
  const [found] = await duck.ask(`
    select count(*)::int as rows, count(distinct event_id)::int as events,
      count(distinct day)::int as days
    from ${filesOf(join(root, 'warehouse/test'), 'events', 'parquet')}`);
  assert.deepEqual(found, { rows: count, events: count, days });
  assert.ok((await filesNow()).every((name) => name.endsWith('.parquet')));
  assert.equal(await worker.stop(), 0);
});
