// Tests of backups: which files are refused, and when; what is of one moment under load.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { migrate, migrationsFolder } from '../../../db/migrate.ts';
import { backupServer, dump, emptyTarget, noEntries, silent } from './backup.fixture.ts';
import { makeBackup, restoreBackup } from './index.ts';

const { ctx, shop, dataDir, file, backup, restore } = await backupServer();

test('a broken, cut-off or foreign file is refused, and nothing has changed', async () => {
  const made = await backup('whole.backup');
  const whole = await readFile(file('whole.backup'));
  const plain = zstdDecompressSync(whole);
  const flipped = Buffer.from(whole);
  flipped[whole.length >> 1]! ^= 0x10;
  const changed = Buffer.from(plain);
  const at = plain.indexOf('E-commerce');
  changed.write('e-commerce', at);
  const broken: Record<string, Buffer> = {
    empty: Buffer.alloc(0),
    text: Buffer.from('create table site ();'),
    head: whole.subarray(0, 200),
    half: whole.subarray(0, whole.length >> 1),
    cut: whole.subarray(0, -1),
    flipped,
    changed: zstdCompressSync(changed),
    'without its end': zstdCompressSync(plain.subarray(0, plain.lastIndexOf('{"tables"') - 5)),
    'of another program': zstdCompressSync(Buffer.from([0x4a, 0, 0, 0, 2, 0x7b, 0x7d])),
  };
  const target = await emptyTarget();
  await restore(target, file('whole.backup'));
  const before = await dump(target.kysely);
  for (const [name, bytes] of Object.entries(broken)) {
    await writeFile(file('broken.backup'), bytes);
    const failed = restore(target, file('broken.backup'), { force: true });
    await assert.rejects(failed, { code: 'invalid_request' }, name);
  }
  assert.deepEqual(await dump(target.kysely), before);
  const left = await target.pool.query(`select from pg_namespace where nspname like 'attune%'`);
  assert.equal(left.rowCount, 0);
  assert.ok(made.bytes === whole.length);
});

test('a database that holds sites is replaced only by force, and never under a running node', async () => {
  await backup('force.backup');
  await assert.rejects(
    restoreBackup(ctx, file('force.backup'), { force: true, actor: 'test', ledger: noEntries() }),
    { code: 'conflict', message: /node \(process \d+.*Stop every node/ },
  );
  const target = await emptyTarget();
  await restore(target, file('force.backup'));
  const revision = async () =>
    Number((await target.pool.query('select max(revision) as most from site')).rows[0].most);
  const held = await revision();
  await assert.rejects(restore(target, file('force.backup')), {
    code: 'conflict',
    message: /holds sites/,
  });
  await target.pool.query('create table someone_elses (id integer)');
  await restore(target, file('force.backup'), { force: true });
  assert.ok(
    (await revision()) >= held,
    'a node could not distinguish the restored site from the one in its memory',
  );
  await target.pool.query('select from someone_elses');
  await migrate(target.pool, migrationsFolder, silent);
});

test('a backup of a newer release is refused, and one of an older release is migrated forward', async () => {
  await backup('level.backup');
  const plain = zstdDecompressSync(await readFile(file('level.backup')));
  const length = plain.readUInt32BE(1);
  const head = JSON.parse(plain.subarray(5, 5 + length).toString());
  head.migrations.push({ number: 9999, name: '9999-later.sql', checksum: '0' });
  const text = Buffer.from(JSON.stringify(head));
  const prefix = Buffer.alloc(5, 0x4a);
  prefix.writeUInt32BE(text.length, 1);
  const newer = Buffer.concat([prefix, text, plain.subarray(5 + length)]);
  await writeFile(file('newer.backup'), zstdCompressSync(newer));
  const target = await emptyTarget();
  await assert.rejects(restore(target, file('newer.backup')), {
    code: 'conflict',
    message: /newer release/,
  });

  // A database as the first release would have left it.
  const old = await emptyTarget();
  await old.pool.query('drop schema public cascade; create schema public');
  const released = join(dataDir, 'released');
  const { cp, mkdir, readdir } = await import('node:fs/promises');
  await mkdir(released);
  const names = (await readdir(migrationsFolder)).sort().slice(0, 3);
  for (const name of names) await cp(join(migrationsFolder, name), join(released, name));
  await migrate(old.pool, released, silent);
  await old.pool.query(`
    insert into site (name, vertical, features, salt, identity_secret, created_at)
    values ('ancient', 'Other', '{}', '\\x00', '\\x00', now())`);
  await makeBackup(old.pool, file('ancient.backup'), { force: false });
  const restored = await restore(target, file('ancient.backup'));
  assert.ok(restored.migrated.includes('0004-erasure-traces.sql'));
  const { rows } = await target.pool.query('select name from site');
  assert.deepEqual(rows, [{ name: 'ancient' }]);
});

test('a backup that is made under load is of one moment', async () => {
  const one = await shop('load');
  let isOver = false;
  const sell = async () => {
    for (let count = 1; !isOver; count += 1) {
      const items = Array.from({ length: 3 + (count % 3) }, (_, at) => ({
        sku: `s${at}`,
        color: 'red',
      }));
      await one.client.putItems(one.feedId, items);
    }
  };
  await one.client.putItems(
    one.feedId,
    ['tent', 'stove', 'lamp', 's0', 's1', 's2', 's3'].map((sku) => ({ sku, color: 'red' })),
  );
  await one.client.putItems(
    one.feedId,
    ['s0', 's1', 's2', 's3'].map((sku) => ({ sku, color: 'red' })),
  );
  const selling = sell();
  const made = [];
  for (let at = 0; at < 5; at += 1) made.push(await backup(`load-${at}.backup`));
  isOver = true;
  await selling;
  assert.equal(made.length, 5);
  const target = await emptyTarget();
  for (let at = 0; at < 5; at += 1) {
    await restore(target, file(`load-${at}.backup`), { force: true });
    const { rows } = await target.pool.query(
      `select items, (select count(*)::int from item where item.site_id = feed.site_id
                      and feed_id = feed.id) as counted from feed where site_id = $1`,
      [one.siteId],
    );
    assert.equal(rows[0].items, rows[0].counted);
  }
});
