// What is said while more waits for workers than may (INBOX_LIMIT).
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { selectInboxBytes } from '../../packages/server/src/features/events/collect/inbox/capacity/store.ts';
import {
  postgresInbox,
  startWorker,
} from '../../packages/server/src/features/events/collect/index.ts';
import { eventually, testServer } from '../../packages/server/src/testing.ts';
import { makeFolder, runAttune } from '../support/attune.ts';
import { observe } from './observe.ts';

const server = await testServer({ api: true, worker: false }, { env: { INBOX_LIMIT: '1' } });
after(server.close);
const { ready, metric, collect, choose, erase } = await observe(server);
const count = async () => {
  const { rows } = await server.ctx.pool.query('select count(*)::int as rows from inbox');
  return rows[0].rows;
};

/** Of INBOX_LIMIT. */
const limitBytes = 1024 * 1024;
/** A worker's transaction takes less on any machine. */
const standstillMs = 60_000;

/** Resolves once less waits than so much; rejects when for a while it becomes no less. */
async function untilLessWaits(mostBytes: number): Promise<void> {
  const waiting = () => selectInboxBytes(server.ctx.db, 0);
  let bytes = await waiting();
  while (bytes >= mostBytes) {
    const before = bytes;
    bytes = await eventually(async () => {
      const now = await waiting();
      return now < before && now;
    }, standstillMs);
  }
}

/** Sends events until they are refused. */
const untilFull = () =>
  eventually(async () => {
    const said = await collect();
    if (said !== '204') assert.equal(said, '503 overloaded');
    return said !== '204';
  });

test('an inbox that is full takes no events, and pages are answered', async () => {
  await untilFull();
  assert.equal(await choose(), '200 recording_unavailable');
  const dropped = await metric('attune_exposures_dropped_total');
  assert.ok(dropped >= 1);
  assert.equal(await erase(), '202');
  await server.recorded();
  const before = await count();
  assert.equal(await collect(), '503 overloaded');
  await choose();
  await server.recorded();
  assert.equal(await count(), before, 'nothing was added');
  const { status, reasons } = await eventually(async () => {
    const found = await ready();
    return found.status === 'degraded' && found;
  });
  assert.deepEqual(reasons, [
    'The inbox is full: events are refused until workers have made room.',
  ]);
  assert.equal(status, 'degraded');
  assert.equal(await metric('attune_inbox_full'), 1);
});

test('an import of more events than may wait works them off meanwhile', async () => {
  const folder = await makeFolder('import');
  const file = join(folder, 'events.ndjson');
  const lines = Array.from({ length: 4_000 }, (_, at) => {
    const properties = { text: randomBytes(180).toString('base64') };
    const user = { cuid: `person ${at}`, cuidType: 'external' };
    return JSON.stringify({ user, eventId: `event ${at}`, name: 'Old', properties });
  });
  writeFileSync(file, lines.join('\n'));
  const { code, stdout, stderr } = await runAttune(
    ['events', 'import', file, '--site', 'test', '--json'],
    {
      DATABASE_URL: server.databaseUrl,
      DATA_DIR: folder,
      SECRET_KEY: 'only-for-this-test-0123456789abcdef',
      INBOX_LIMIT: '1',
    },
  );
  assert.equal(code, 0, stderr);
  assert.equal(JSON.parse(stdout).accepted, lines.length);
  const { rows } = await server.ctx.pool.query(
    `select count(*)::int as events from event where data::jsonb -> 'event' ->> 'name' = 'Old'`,
  );
  assert.equal(rows[0].events, lines.length);
});

test('room that workers make is used at once', async () => {
  await untilFull();
  const worker = startWorker(server.ctx, postgresInbox(server.ctx.db));
  try {
    await untilLessWaits(limitBytes);
    await eventually(async () => (await collect()) === '204');
    await untilLessWaits(1);
    assert.equal(await choose(), '200');
    await server.folded();
    await eventually(async () => (await metric('attune_inbox_full')) === 0);
    await eventually(async () => (await ready()).status === 'ready');
  } finally {
    await worker.stop();
  }
});
