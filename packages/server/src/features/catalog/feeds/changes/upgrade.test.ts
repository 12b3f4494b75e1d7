// Tests of the migration of feeds that an earlier release filled.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { migrate, migrationsFolder } from '../../../../db/migrate.ts';
import { testDatabase } from '../../../../db/testing.ts';
import { createLog } from '../../../../log/log.ts';

const earlier = await mkdtemp(join(tmpdir(), 'attune-migrations-'));
for (const file of await readdir(migrationsFolder)) {
  if (file < '0005') await cp(join(migrationsFolder, file), join(earlier, file));
}
const { pool, close } = await testDatabase({ migrations: earlier });
after(async () => {
  await close();
  await rm(earlier, { recursive: true });
});

test('an upgrade keeps the items of a feed and the revisions that it can go back to', async () => {
  await pool.query(`
    insert into site (name, vertical, features, salt, identity_secret, created_at)
      values ('shop', 'Other', '{}', '', '', now());
    insert into feed (site_id, id, name, affinity, revision, items, created_at)
      values (1, 7, 'Shop', '{}', 3, 3, now());
    insert into item (site_id, feed_id, sku, data) values
      (1, 7, 'always', '{"n":1}'), (1, 7, 'changed', '{"n":3}'), (1, 7, 'added', '{"n":3}');
    insert into replaced_item (site_id, feed_id, revision, sku, data) values
      (1, 7, 1, 'always', null), (1, 7, 1, 'changed', null), (1, 7, 2, 'changed', '{"n":1}'),
      (1, 7, 3, 'changed', '{"n":2}'), (1, 7, 3, 'added', null), (1, 7, 1, 'gone', null),
      (1, 7, 2, 'gone', '{"n":1}')`);
  await migrate(pool, migrationsFolder, createLog('silent'));
  const present = await pool.query(
    `select string_agg(sku || data::text, ' ' order by sku) as held from item`,
  );
  assert.equal(present.rows[0].held, 'added{"n": 3} always{"n": 1} changed{"n": 3}');
  const then = await pool.query(`
    select revision, (
      select string_agg(sku || data, ' ' order by sku) from (
        select distinct on (sku) sku, data from item_version
        where version <= last_version order by sku, version desc
      ) newest
    ) as held
    from feed_revision order by revision`);
  assert.deepEqual(
    then.rows.map(({ held }) => held),
    [
      'always{"n": 1} changed{"n": 1} gone{"n": 1}',
      'always{"n": 1} changed{"n": 2}',
      'added{"n": 3} always{"n": 1} changed{"n": 3}',
    ],
  );
  const next = await pool.query(`
    select nextval('item_version_number') > max(version) as is_newer from item_version`);
  assert.equal(next.rows[0].is_newer, true);
});
