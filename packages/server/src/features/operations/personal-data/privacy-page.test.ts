// The page for data protection officers names every place where people are.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { type SiteTables, siteTables } from '../../../site-tables.ts';
import { testServer } from '../../../testing.ts';

const server = await testServer({ api: false, worker: false });
after(server.close);

const page = readFileSync(
  new URL('../../../../../../docs/explanation/privacy.md', import.meta.url),
  'utf8',
);
/** What is named in code marks. */
const named = new Set([...page.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name!));
/** The first cell of each line of its table of tables. */
const rows = page.split('generated: personal-data')[1]!.split('<!-- end -->')[0]!;
const listed = [...rows.matchAll(/^[|] `([a-z_]+)` [|]/gm)].map(([, name]) => name!);

test('the privacy page lists each table with data of people who are served, and no other', () => {
  const personal = Object.entries(siteTables as SiteTables).filter(([, one]) => 'person' in one);
  assert.deepEqual(listed.sort(), personal.map(([name]) => name).sort(), 'Run npm run reference.');
});

test('the privacy page names each table with data of teammates', async () => {
  const { rows: tables } = await server.ctx.pool.query<{ table: string }>(`
    select distinct table_name as table from information_schema.columns
    where table_schema = current_schema() and (
      table_name like 'teammate%'
      or column_name in ('email', 'ip_address', 'address', 'actor', 'teammate_id'))`);
  const missing = tables.map(({ table }) => table).filter((table) => !named.has(table));
  assert.deepEqual(missing, [], 'Say in docs/explanation/privacy.md what these tables hold.');
});
