// Tests of the migration of identifiers that an earlier release stored as they were sent.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { identifierForm } from '@attune/core';
import { migrate, migrationsFolder } from '../../../db/migrate.ts';
import { testDatabase } from '../../../db/testing.ts';
import { createLog } from '../../../log/log.ts';

const own = '0031-identifier-form.sql';
const earlier = await mkdtemp(join(tmpdir(), 'attune-migrations-'));
for (const file of await readdir(migrationsFolder)) {
  if (file < own) await cp(join(migrationsFolder, file), join(earlier, file));
}
const { pool, close } = await testDatabase({ migrations: earlier });
after(async () => {
  await close();
  await rm(earlier, { recursive: true });
});

const nfd = 'e\u0301';

test('identifiers are put into their form; those that meet are one, and it is told', async () => {
  const insert = (table: string, columns: string, ...rows: unknown[][]) =>
    Promise.all(
      rows.map((row) => {
        const places = row.map((_, at) => `$${at + 1}`);
        return pool.query(`insert into ${table} (${columns}) values (${places})`, row);
      }),
    );
  await pool.query(`insert into site (name, vertical, features, salt, identity_secret, created_at)
    values ('shop', 'Other', '{}', '', '', now())`);
  const spaces = ' \t\u00a0\u1680\u2003\u2028\u202f\u205f\u3000\ufeff';
  await insert(
    'identifier',
    'site_id, type, value, person_id',
    ...[
      ['ann', 1],
      [' ann', 2],
      ['ann\u3000', 3],
      ['bob-of-2', 2],
      [`${spaces}only${spaces}`, 4],
      [nfd, 5],
    ].map(([value, person]) => [1, 'external', value, person]),
  );
  await insert('device', 'site_id, user_id, owner_id, present_id', [1, 20, 2, 2], [1, 40, 4, 4]);
  await insert('audience_list', 'site_id, audience_id, members, changed_at', [1, 9, 3, new Date()]);
  await insert(
    'audience_member',
    'site_id, type, value, audience_id',
    ...['ann', ' ann', nfd].map((value) => [1, 'external', value, 9]),
  );
  const fact = (value: string, attributes: object, day: number) => [
    ...[1, 'external', value, JSON.stringify(attributes), '[]', new Date(2026, 0, day)],
  ];
  await insert(
    'user_fact',
    'site_id, type, value, attributes, edits, changed_at',
    fact('ann', { tier: 'old', kept: 1 }, 1),
    fact(' ann', { tier: 'new' }, 2),
    fact('other', { same: true }, 1),
  );
  const version = (sku: string, number: number) => [
    ...[1, 7, number, sku, JSON.stringify({ name: sku, sku })],
  ];
  await insert(
    'item_version',
    'site_id, feed_id, version, sku, data',
    ...[version(nfd, 1), version('plain', 2), version(`x${nfd}`, 3), version('xé', 4)],
  );
  await migrate(pool, migrationsFolder, createLog('silent'));
  const all = async (text: string) => (await pool.query({ text, rowMode: 'array' })).rows;
  assert.deepEqual(await all('select value, person_id from identifier order by value'), [
    ...[
      ['ann', '1'],
      ['bob-of-2', '1'],
      ['only', '4'],
      ['é', '5'],
    ],
  ]);
  assert.equal(identifierForm(`${spaces}only${spaces}`), 'only');
  assert.deepEqual(await all('select user_id, owner_id, present_id from device order by 1'), [
    ...[
      ['2', '1', '1'],
      ['3', '1', '1'],
      ['20', '1', '1'],
      ['40', '4', '4'],
    ],
  ]);
  assert.deepEqual(await all('select value from audience_member order by 1'), [['ann'], ['é']]);
  assert.deepEqual(await all('select members from audience_list'), [[2]]);
  const facts = await all('select value, attributes from user_fact order by 1');
  assert.deepEqual(
    facts.map(([value, attributes]) => [value, JSON.parse(attributes)]),
    [
      ['ann', { tier: 'new', kept: 1 }],
      ['other', { same: true }],
    ],
  );
  const items = await all('select sku, data from item_version order by version');
  assert.deepEqual(
    items.map(([sku]) => sku),
    ['é', 'plain', `x${nfd}`, 'xé'],
  );
  assert.deepEqual(JSON.parse(items[0]![1]), { name: nfd, sku: 'é' });
  assert.deepEqual(
    await all(
      `select subject, details ->> 'count' from audit where action = 'identifiers.met' order by 1`,
    ),
    [
      ['items', '1'],
      ['people', '2'],
    ],
  );
});
