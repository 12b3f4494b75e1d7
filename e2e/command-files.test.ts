// Commands that read a file, as an operator runs them: people to export and erase, a shop's items.
import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { testServer } from '../packages/server/src/testing.ts';
import { makeFolder, runAttune, runJson } from './support/attune.ts';

const server = await testServer();
after(server.close);
const { ctx, test: site } = server;
const folder = await makeFolder('profiles');
const env = { DATABASE_URL: server.databaseUrl, DATA_DIR: folder, LOG_LEVEL: 'warn' };
const client = await site.client(['collect']);

const event = { name: 'Visit', properties: {} };
for (const cuid of ['ann', 'bob']) {
  await client.events({ user: { cuid, cuidType: 'external' }, events: [event] });
}
await client.events({ user: { svcid: '77' }, events: [event] });
await server.folded();

const list = join(folder, 'people.csv');
await writeFile(list, 'cuid;cuidType\nann;\n77;id\n;external\nnobody;external\na@b;he\n');

interface Told {
  readonly line: number;
}

test('a file of people is exported to lines that only its owner can read', async () => {
  const out = join(folder, 'out.ndjson');
  const args = ['profile', 'export', '--site', 'test', '--file', list];
  const refused = await runAttune(args, env);
  assert.deepEqual([refused.code, /--out/.test(refused.stderr)], [3, true]);
  const done = await runJson<{ exported: number; notFound: number[]; rejected: Told[] }>(
    [...args, '--out', out],
    env,
  );
  assert.deepEqual([done.exported, done.notFound], [3, [5]]);
  assert.deepEqual(
    done.rejected.map(({ line }) => line),
    [4, 6],
  );
  const lines = (await readFile(out, 'utf8')).trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).person.cuid),
    ['ann', '77', 'nobody'],
  );
  assert.equal((await stat(out)).mode & 0o077, 0);
});

test('a file of people is erased, and each line that does not count is told', async () => {
  const done = await runJson<Record<string, unknown> & { rejected: Told[] }>(
    ['profile', 'erase', '--site', 'test', '--file', list],
    env,
  );
  const { requested, done: erased, waiting, notFound, rejected } = done;
  assert.deepEqual([requested, erased, waiting, notFound], [3, 3, 0, [5]]);
  assert.deepEqual(
    rejected.map(({ line }) => line),
    [4, 6],
  );
  const { rows } = await ctx.pool.query('select value from identifier where site_id = $1', [
    site.id,
  ]);
  assert.deepEqual(rows, [{ value: 'bob' }]);
});

test('a device is exported and erased alone; a file and a person at once are refused', async () => {
  await client.events({ user: { svcid: '78' }, events: [event] });
  await server.folded();
  const device = ['--site', 'test', '--cuid', '78', '--type', 'id'];
  const { events } = await runJson<{ events: unknown[] }>(['profile', 'export', ...device], env);
  assert.equal(events.length, 1);
  const { done } = await runJson<{ done: boolean }>(['profile', 'erase', ...device], env);
  assert.equal(done, true);
  const left = await ctx.pool.query('select from profile where site_id = $1 and user_id = 78', [
    site.id,
  ]);
  assert.equal(left.rowCount, 0);
  for (const more of [['--cuid', 'ann', '--file', list], []]) {
    const { code, stderr } = await runAttune(['profile', 'erase', '--site', 'test', ...more], env);
    assert.deepEqual([code, /either --cuid or --file/.test(stderr)], [3, true], stderr);
  }
});

test('a shop’s file is not pushed without a mapping: the suggestion is told, and loads', async () => {
  const file = join(folder, 'artikel.csv');
  const rows = ['A-1;Lampe;"1.299,00 €";ja', 'A-2;Tisch;"89,90 €";ausverkauft'];
  const head = 'Artikelnummer;Bezeichnung;Preis;Verfügbarkeit;Link;Bild;Kategorie';
  const rest = ';https://shop.example/a;https://cdn.example/a.jpg;Wohnen > Licht';
  await writeFile(file, [head, ...rows.map((row) => row + rest)].join('\n'));
  const to = ['--site', 'test', '--feed', '43'];
  await runJson(['feeds', 'create', '--site', 'test', '--id', '43', '--name', 'Shop'], env);
  const items = async () =>
    (
      await ctx.pool.query(
        "select sku, data -> 'price' as price, data -> 'in_stock' as stock from item order by sku",
      )
    ).rows;

  const told = await runAttune(['feeds', 'push', file, ...to], env);
  assert.deepEqual([told.code, told.stdout], [3, '']);
  assert.match(told.stderr, /nothing was changed.*takes 2 of the first 2 items.*--suggested/s);
  const mapping = JSON.parse(/^\{\n.*?^\}$/ms.exec(told.stderr)?.[0] ?? '');
  assert.deepEqual(mapping.columns.sku, { from: 'Artikelnummer', as: 'string' });
  assert.deepEqual(await items(), []);

  const push = ['feeds', 'push', file, ...to, '--suggested'];
  const done = await runJson<{ accepted: number; rejected: number }>(push, env);
  assert.deepEqual([done.accepted, done.rejected], [2, 0]);
  assert.deepEqual(await items(), [
    { sku: 'A-1', price: 1299, stock: true },
    { sku: 'A-2', price: 89.9, stock: false },
  ]);
});
