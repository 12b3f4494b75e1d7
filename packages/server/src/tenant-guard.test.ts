// A handler that reads the wrong site's rows gets an error, and not the rows.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { deleteKey, listKeys } from './features/access/api-keys/index.ts';
import { siteTableNames } from './site-tables.ts';
import { acrossSites, withinSite } from './tenant-guard.ts';
import { testServer } from './testing.ts';

const server = await testServer({ api: true, worker: false });
after(server.close);
const { ctx, test: site } = server;
const other = await server.site('other');
await other.key(['serve']);

test('the wall knows every table that has rows of sites', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct columns.table_name as name
    from information_schema.columns
    where column_name = 'site_id' and table_schema = current_schema() and not exists (
      select from pg_inherits where inhrelid = quote_ident(columns.table_name)::regclass)
    order by name`.execute(ctx.db);
  assert.deepEqual(
    rows.map(({ name }) => name),
    siteTableNames,
  );
});

test('what is done for a site reads and changes nothing of another', async () => {
  const [key] = await listKeys(ctx, other.id);
  const refused = { message: /is not scoped to it/ };
  await withinSite(site.id, async () => {
    assert.deepEqual(await listKeys(ctx, site.id), []);
    await assert.rejects(listKeys(ctx, other.id), refused);
    await assert.rejects(deleteKey(ctx, other.id, key!.id, 'test'), refused);
    assert.equal((await acrossSites(() => listKeys(ctx, other.id))).length, 1);
  });
  assert.equal((await listKeys(ctx, other.id)).length, 1);
});

test('a statement without a condition on the site is refused, in a transaction as well', async () => {
  const statements = [
    sql`select id from api_key where id = ${1}`,
    sql`select id from api_key where id = ${site.id}`,
    sql`delete from "key_use"`,
    sql`select name from teammate join membership on teammate_id = teammate.id`,
    sql`select site_id from audit`,
    sql`select salt from site`,
    sql`update site set name = ${'x'} where id = ${other.id}`,
  ];
  for (const statement of statements) {
    await withinSite(site.id, async () => {
      await assert.rejects(statement.execute(ctx.db), { message: /is not scoped to it/ });
      const inTransaction = ctx.db.transaction().execute((tx) => statement.execute(tx));
      await assert.rejects(inTransaction, { message: /is not scoped to it/ });
    });
  }
  await withinSite(site.id, async () => {
    await sql`select id from api_key where site_id = ${site.id}`.execute(ctx.db);
    await sql`select name from site where id = ${site.id}`.execute(ctx.db);
    await sql`select 1`.execute(ctx.db);
  });
});
