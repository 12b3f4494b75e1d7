// Tests of backups: what is restored is what was backed up, without erased people and deleted keys.
import assert from 'node:assert/strict';
import { readFile, rm, stat } from 'node:fs/promises';
import { test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { openDatabase } from '../../../db/pool.ts';
import { eventually } from '../../../testing.ts';
import { createKey, deleteKey } from '../../access/api-keys/index.ts';
import { rebuildProfiles } from '../../events/collect/index.ts';
import { external, login, purchase, view } from '../../events/collect/shop.fixture.ts';
import { openLedger } from '../ledger/index.ts';
import { runErasures } from '../personal-data/index.ts';
import { backupServer, dump, emptyTarget, self, silent, type Target } from './backup.fixture.ts';
import { makeBackup } from './index.ts';

const { server, ctx, shop, workOff, dataDir, file, backup, restore, nodeOn } = await backupServer();

test('what is restored equals what was backed up, table by table, and profiles their rebuild', async () => {
  const one = await shop('round-trip');
  await one.tell({ svcid: '41' }, view('tent'), login(['ann']));
  await one.tell(external('ann'), purchase('order', ['tent', 'stove']));
  await one.tell(
    external('o\\dd\t\n"ü😀'),
    view('lamp', { timestamp: Date.now() - 40 * 86_400_000 }),
  );
  await workOff();
  await one.tell(external('waiting'), view('lamp'));
  await server.recorded();
  const made = await backup('round.backup');
  const target = await emptyTarget();
  const restored = await restore(target, file('round.backup'));
  assert.deepEqual([restored.rows, restored.tables], [made.rows, made.tables.length]);
  const before = await dump(ctx.db);
  assert.ok(before['event']!.length >= 4 && before['inbox']!.length > 0);
  assert.deepEqual(await dump(target.kysely), before);
  const ids = (
    await target.pool.query('select user_id from profile where site_id = $1', [one.siteId])
  ).rows.map(({ user_id }) => user_id);
  assert.ok(ids.length > 1);
  assert.deepEqual(await rebuildProfiles({ db: target.kysely }, one.siteId, ids), []);
  const { rows } = await target.pool.query(`
    select nextval(pg_get_serial_sequence('api_key', 'id')) as next, max(id) as last from api_key`);
  assert.ok(Number(rows[0].next) > rows[0].last);
  const change = target.pool.query('delete from audit');
  await assert.rejects(change, /the audit log is not changed/, 'nor is the restored one');
  const left = await target.pool.query(`select from pg_namespace where nspname like 'attune%'`);
  assert.equal(left.rowCount, 0);
  await ctx.pool.query('delete from inbox');
});

test('a backup is its owner’s alone, holds no secret in the clear, and is not overwritten', async () => {
  const site = await server.site('secrets');
  const value = await site.key(['serve']);
  await backup('secret.backup');
  assert.equal((await stat(file('secret.backup'))).mode & 0o777, 0o600);
  const text = zstdDecompressSync(await readFile(file('secret.backup'))).toString('latin1');
  const master = (await readFile(file('secret.key'), 'utf8')).trim();
  const identity = site.snapshot().identitySecret!.toString('hex');
  for (const secret of [value, value.slice(6), master, identity]) assert.ok(!text.includes(secret));
  await assert.rejects(backup('secret.backup'), { code: 'conflict' });
  await makeBackup(ctx.pool, file('secret.backup'), { force: true });
});

test('a restore of an old backup revives no deleted key and no erased person', async () => {
  const one = await shop('old');
  const keep = await one.site.key(['serve', 'userprofile']);
  const request = { name: 'gone', source: 'Server-side', permissions: ['serve'] };
  const gone = await createKey(ctx, one.site.snapshot(), request, 'test');
  const alone = { eventId: 'before-login' };
  await one.tell({ svcid: '5105105105' }, view('tent', alone));
  await one.tell(external('ida-cuid'), view('tent', { eventId: 'ida-event' }));
  await one.tell(external('bob-cuid'), view('stove'));
  await workOff();
  // Not folded yet when the backup is made: its user is not known yet.
  await one.tell(external('late-cuid'), view('tent', { eventId: 'late-event' }));
  await backup('old.backup');
  // Only later is it known whose the device is: the restored database does not know it.
  await one.tell({ svcid: '5105105105' }, login(['ida-cuid']));
  await workOff();
  await deleteKey(ctx, one.siteId, gone.id, 'test');
  for (const cuid of ['ida-cuid', 'late-cuid']) await one.client.eraseUser(external(cuid));
  await runErasures(ctx);
  await eventually(async () => {
    const entries = await Array.fromAsync(openLedger(dataDir, silent).read());
    return entries.some((entry) => 'traces' in entry && entry.traces.length >= 3);
  });

  const target = await emptyTarget();
  const { ledger } = await restore(target, file('old.backup'), { own: true });
  assert.ok(ledger.keys >= 1 && ledger.erasures >= 2);
  const node = await nodeOn(target);
  try {
    assert.deepEqual([await self(node.url!, gone.value), await self(node.url!, keep)], [401, 200]);
    await eventually(
      async () => (await target.pool.query('select from erasure where again')).rowCount === 0,
    );
    const traces = /ida-|late-|before-login|5105105105/;
    const rows = Object.values(await dump(target.kysely)).flat();
    assert.deepEqual(
      rows.filter((row) => traces.test(row)),
      [],
    );
    assert.ok(rows.some((row) => row.includes('bob-cuid')));
    for (const [cuid, known] of [
      ['ida-cuid', false],
      ['late-cuid', false],
      ['bob-cuid', true],
    ]) {
      const query = `cuid=${cuid}&cuidType=external&affinity=true`;
      const headers = { 'SVC-API-Key': keep };
      const answer = await fetch(`${node.url}/v2/userprofile?${query}`, { headers });
      assert.equal((await answer.text()) !== '{}', known, String(cuid));
    }
  } finally {
    await node.stop();
  }
});

test('a start alone applies the ledger, whatever tool brought the database back', async () => {
  const site = await server.site('other-tool');
  const key = await createKey(
    ctx,
    site.snapshot(),
    { name: 'gone', source: 'Server-side', permissions: ['serve'] },
    'test',
  );
  await backup('tool.backup');
  await deleteKey(ctx, site.id, key.id, 'test');
  const target = await emptyTarget();
  await restore(target, file('tool.backup'));
  const alive = await target.pool.query(
    'select from api_key where id = $1 and deleted_at is null',
    [key.id],
  );
  assert.equal(alive.rowCount, 1);
  const node = await nodeOn(target);
  const status = await self(node.url!, key.value).finally(node.stop);
  assert.equal(status, 401);
});

test('a person who comes again after an erasure stays, however often a node starts', async () => {
  const one = await shop('again');
  await one.tell(external('eva'), view('tent'));
  await workOff();
  await one.client.eraseUser(external('eva'));
  await runErasures(ctx);
  await one.tell(external('eva'), view('stove'));
  await workOff();
  const folder = file('another');
  const database = openDatabase({ url: server.databaseUrl }, { log: silent });
  const node = await nodeOn({ ...database, url: server.databaseUrl } as Target, folder);
  await runErasures(ctx);
  assert.deepEqual(await one.client.affinity(external('eva')), { color: { blue: 1 } });
  // And this second node's own ledger has learned of what was deleted elsewhere before.
  await eventually(async () => {
    const entries = await Array.fromAsync(openLedger(folder, silent).read());
    return entries.some((entry) => 'key' in entry) && entries.some((entry) => 'erasure' in entry);
  });
  await node.stop();
  await database.close();
  await rm(folder, { recursive: true });
});
