// Tests of the list of nodes: which run, what each has applied, and when it heard of a deletion.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readConfig } from '../../../config.ts';
import { createLog } from '../../../log/log.ts';
import { startNode } from '../../../node.ts';
import { eventually, testServer } from '../../../testing.ts';
import { createKey } from '../../access/api-keys/index.ts';
import { signedIn } from '../../access/teammates/teammates.fixture.ts';
import { callWith } from '../../experiences/campaigns/campaigns.fixture.ts';
import { changeSettings } from '../sites/index.ts';
import { forgetOldRevisions } from './index.ts';
import { reportAlive } from './store.ts';

const server = await testServer({ api: true, worker: true });
const { ctx, test: site, url } = server;
const dataDir = await mkdtemp(join(tmpdir(), 'attune-second-'));
const env = {
  ...{ DATA_DIR: dataDir, DATABASE_URL: server.databaseUrl, PORT: '0' },
  SECRET_KEY: (await readFile(join(ctx.config.dataDir, 'secret.key'), 'utf8')).trim(),
};
const start = () => startNode(readConfig(env), createLog('silent'), { api: true, worker: false });
const second = await start();
after(async () => {
  await second.stop();
  await server.close();
  await rm(dataDir, { recursive: true });
});

const admin = await signedIn(server, site.id, { role: 'Admin', codeEditing: true });
const status = async () => (await admin.ask('GET', '/sites/test/status')).body;
const statusOf = async (value: string, at = url) =>
  (await callWith(at, value)('GET', '/v2/keys/self')).status;

const request = { name: 'short', source: 'Server-side', permissions: ['serve'] };
const makeKey = () => createKey(ctx, site.snapshot(), request, 'test');

interface Node {
  readonly roles: string[];
  readonly revision: number | null;
}

test('the status names the nodes, and the revision that each has applied', async () => {
  const found = await status();
  assert.deepEqual(found.nodes.map(({ roles }: Node) => roles.join()).sort(), [
    'api',
    'api,worker',
  ]);
  const [{ node, version, startedAt, seenAt }] = found.nodes;
  assert.match(node, new RegExp(` \\(${process.pid}\\)$`));
  assert.match(version, /^\d+\.\d+\.\d+/);
  assert.ok(Date.parse(startedAt) <= Date.parse(seenAt));
  assert.match(found.database.version, /^\d+/);
  assert.ok(found.database.bytes > 1_000_000);
  assert.equal(found.database.isEmbedded, false);
  const { feeds, models } = found.memory;
  assert.deepEqual([feeds.limitBytes, models.limitBytes], [2 ** 30, 2 ** 28]);
  assert.deepEqual([feeds.bytes, feeds.evicted, models.bytes, models.evicted], [0, 0, 0, 0]);
  assert.deepEqual(found.models, {
    ...{ needed: 0, overdue: 0, longestMs: 0, failed: 0, waiting: 0 },
    cpu: { usedMs: 0, allSitesMs: 0, budgetMs: 240 * 60_000 },
  });
  await changeSettings(ctx, site.id, { settings: { currency: 'EUR' } }, 'test');
  await eventually(async () => {
    const { revision, nodes } = await status();
    assert.equal(revision, site.snapshot().site.revision);
    return nodes.length === 2 && nodes.every((each: Node) => each.revision === revision);
  });
});

test('what waits for a worker and what was set aside is reported of this site alone', async () => {
  const other = await server.site('busy');
  await ctx.pool.query(
    `insert into rejected_entry (site_id, at, entry, reason)
     select id, now(), 'x', 'y' from unnest(array[$1, $1, $2]::int[]) as id`,
    [site.id, other.id],
  );
  const { worker } = await status();
  assert.deepEqual(worker, { waitingRows: 0, oldestMs: null, setAside: 2 });
});

test('the receipt of a deletion says when each API node had applied it', async () => {
  const { id, value } = await makeKey();
  assert.equal(await statusOf(value, second.url), 200);
  const path = `/sites/test/keys/${id}`;
  assert.equal((await admin.ask('GET', `${path}/deletion`)).status, 404);
  const deleted = await admin.ask('DELETE', path);
  assert.equal(await statusOf(value), 401);
  const read = async () => (await admin.ask('GET', `${path}/deletion`)).body;
  const receipt = await eventually(async () => {
    const found = await read();
    return found.nodes.every(({ heardAt }: { heardAt: string | null }) => heardAt) && found;
  });
  assert.equal(await statusOf(value, second.url), 401);
  assert.deepEqual(
    [receipt.deletedAt, receipt.revision],
    [deleted.body.deletedAt, deleted.body.revision],
  );
  assert.equal(receipt.nodes.length, 2);
  for (const { heardAt, afterMs } of receipt.nodes) {
    assert.equal(afterMs, Date.parse(heardAt) - Date.parse(receipt.deletedAt));
    assert.ok(afterMs >= 0 && afterMs < 1_000, `after ${afterMs} ms`);
  }
  // It stays what it was, whatever changes later; nodes that start later had nothing to hear.
  await changeSettings(ctx, site.id, { settings: { currency: 'CHF' } }, 'test');
  const third = await start();
  await eventually(async () => (await status()).nodes.length === 3);
  assert.deepEqual(await read(), receipt);
  await third.stop();
  assert.equal((await status()).nodes.length, 2);
});

test('a node that has been silent for a minute and its lease is forgotten', async () => {
  const silent = '00000000-0000-4000-8000-000000000000';
  const isListed = async () =>
    (await ctx.pool.query('select from node where id = $1', [silent])).rowCount === 1;
  const self = {
    ...{ id: silent, name: 'silent', roles: ['api'] as const, version: '0.0.0' },
    ...{ startedAt: performance.now(), leaseMs: 120_000 },
  };
  assert.equal(await reportAlive(ctx.db, self), true);
  assert.equal(await reportAlive(ctx.db, self), false);
  const other = { ...self, id: '00000000-0000-4000-8000-000000000001' };
  for (const [seconds, listed] of [
    [119, true],
    [121, false],
  ] as const) {
    await ctx.pool.query(`update node set seen_at = now() - $2 * interval '1 s' where id = $1`, [
      silent,
      seconds,
    ]);
    await reportAlive(ctx.db, other);
    assert.equal(await isListed(), listed, `after ${seconds} s`);
  }
  await ctx.pool.query('delete from node where id = $1', [other.id]);
});

test('a node whose row is gone, as after a crash of PostgreSQL, reports everything again', async () => {
  await ctx.pool.query('truncate node cascade');
  await eventually(async () => {
    const { nodes, revision } = await status();
    return nodes.length === 2 && nodes.every((each: Node) => each.revision === revision);
  });
});

test('of old revisions the last that a node has applied stays, and receipts from before end', async () => {
  const { value, id } = await makeKey();
  const deletion = async () => (await admin.ask('GET', `/sites/test/keys/${id}/deletion`)).body;
  await admin.ask('DELETE', `/sites/test/keys/${id}`);
  await changeSettings(ctx, site.id, { settings: { currency: 'SEK' } }, 'test');
  await eventually(async () => {
    const { nodes, revision } = await status();
    return nodes.every((each: Node) => each.revision === revision);
  });
  assert.equal((await deletion()).nodes.length, 2);
  assert.equal(await statusOf(value), 401);
  const before = (await status()).nodes;
  await forgetOldRevisions(ctx.db, new Date(Date.now() + 60_000));
  assert.deepEqual(
    (await status()).nodes.map(({ revision }: Node) => revision),
    before.map(({ revision }: Node) => revision),
  );
  const { rows } = await ctx.pool.query(
    'select count(*)::int from node_revision where site_id = $1',
    [site.id],
  );
  assert.equal(rows[0].count, 2);
  assert.deepEqual((await deletion()).nodes, []);
});
