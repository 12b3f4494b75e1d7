// Every table with rows of sites declares its personal data, and erasure and export keep to it.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type SiteTables, siteTables } from '../../../site-tables.ts';
import { insertRejected } from '../../events/collect/inbox/rejected/store.ts';
import { rebuildStale } from '../../events/collect/index.ts';
import {
  external,
  login,
  noon,
  purchase,
  refund,
  type Shop,
  shopServer,
  view,
} from '../../events/collect/shop.fixture.ts';
import { dayTextOf, refreshDays } from '../../events/interactions/index.ts';
import { callWith, campaignOf, variation } from '../../experiences/campaigns/campaigns.fixture.ts';
import { markStale } from '../../people/profiles/index.ts';
import { runErasures } from './index.ts';

const server = await shopServer();
after(server.close);
const { ctx, shop: openShop, workOff } = server;

const declared: [string, SiteTables[keyof SiteTables]][] = Object.entries(siteTables);
const personal = declared.flatMap(([name, table]) =>
  'person' in table ? [{ name, ...table, person: table.person as readonly string[] }] : [],
);
const file = 'packages/server/src/site-tables.ts';
const howTo = `See the tables in ${file} that hold such data already.`;

/** The names of columns that identify a person. */
const ofPerson = /^(user|person|owner|present|visitor|device|svc)(_?id)?$|cuid|e_?mail|phone/;

/** Types whose values may hold anything. */
const open = /^(text|json|bytea|inet|ARRAY)/;

interface Column {
  readonly name: string;
  readonly type: string;
}

/** The columns of every table and view with a `site_id`, by its name. */
async function columns(): Promise<Map<string, Column[]>> {
  const { rows } = await ctx.pool.query<{ table: string; columns: Column[] }>(`
    select columns.table_name as table,
           json_agg(json_build_object('name', column_name, 'type', data_type)) as columns
    from information_schema.columns
    where table_schema = current_schema() and not exists (
      select from pg_inherits where inhrelid = quote_ident(columns.table_name)::regclass)
    group by columns.table_name
    having bool_or(column_name = 'site_id')`);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

test('every table with a site_id says whether it holds personal data, and in which columns', async () => {
  const inDatabase = await columns();
  const names = new Set(declared.map(([name]) => name));
  const missing = [...inDatabase.keys()].filter((name) => !names.has(name));
  assert.deepEqual(missing, [], `Say in ${file} what these tables hold of people. ${howTo}`);
  const gone = [...names].filter((name) => !inDatabase.has(name));
  assert.deepEqual(gone, [], `Take these tables out of ${file}: the database has them no more.`);
  for (const [name, table] of declared) {
    const isPersonal = 'person' in table;
    const person: readonly string[] = isPersonal ? table.person : [];
    const said = [...person, ...(table.impersonal ?? [])];
    const found = inDatabase.get(name)!;
    const unsaid = found
      .filter((one) => ofPerson.test(one.name) || (isPersonal && open.test(one.type)))
      .map((one) => one.name)
      .filter((column) => !said.includes(column));
    const message = `Say in ${file} what these columns of ${name} hold: \`person\` or \`impersonal\`.`;
    assert.deepEqual(unsaid, [], `${message} ${howTo}`);
    const unknown = said.filter((column) => !found.some((one) => one.name === column));
    assert.deepEqual(unknown, [], `${name} has no such columns: correct ${file}.`);
  }
});

const device = '8101810181';
const cuid = 'ann-cuid';
/** Texts that lead to the person, or are theirs alone: of a user id also its bytes. */
const marks = ['ann-', device, bytesOf(device)];

function bytesOf(userId: string): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(userId));
  return bytes.toString('latin1');
}

async function rowsOf(siteId: number, table: string): Promise<Record<string, string>[]> {
  const { rows } = await ctx.pool.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(t) as row from ${table} as t where site_id = $1`,
    [siteId],
  );
  return rows.map(({ row }) =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [column, textOf(value)])),
  );
}

/** Bytes as the text that may be in them. */
function textOf(value: unknown): string {
  return typeof value === 'string' && value.startsWith('\\x')
    ? Buffer.from(value.slice(2), 'hex').toString('latin1')
    : JSON.stringify(value);
}

/** Where anything of the person stands, as `table.column`. */
async function traces(siteId: number): Promise<string[]> {
  const found = new Set<string>();
  for (const [table] of declared) {
    for (const row of await rowsOf(siteId, table)) {
      for (const [column, text] of Object.entries(row)) {
        if (marks.some((mark) => text.includes(mark))) found.add(`${table}.${column}`);
      }
    }
  }
  return [...found].sort();
}

/** Makes the only person of a site known in every way there is. */
async function seed({ site, siteId, tell, client }: Shop): Promise<void> {
  const ask = callWith(server.url, await site.key(['manage', 'serve', 'userdata']));
  const sent = async (...request: Parameters<typeof ask>) => {
    const { status, text, body } = await ask(...request);
    assert.ok(status < 300, text);
    return body;
  };
  await tell({ svcid: device }, view('tent', { eventId: 'ann-seen' }), login([cuid]));
  await tell(external(cuid), purchase('ann-order', ['tent'], { eventId: 'ann-bought' }));
  await tell(external(cuid), refund('ann-order', undefined, { eventId: 'ann-returned' }));
  const experiences = [{ name: 'All', variations: [variation('hello')] }];
  const made = await sent('POST', '/v2/campaigns', campaignOf({ selector: 'home', experiences }));
  await sent('POST', `/v2/campaigns/${made.id}/publish`);
  const user = { id: device, active_consent_accepted: true };
  await sent('POST', '/v2/serve/user/choose', { user, selector: { names: ['home'] } });
  await server.recorded();
  await workOff();
  // Somebody else uses the device, and is shown what it stays with.
  for (const name of ['another', cuid]) {
    const there = { user: { ...user, ...external(name) }, selector: { names: ['home'] } };
    await sent('POST', '/v2/serve/user/choose', there);
    await server.recorded();
    await workOff();
  }
  const list = await sent('POST', '/v2/audiences', { name: 'List', kind: 'list' });
  await sent('PUT', `/v2/audiences/${list.id}/members`, { members: [external(cuid)] });
  const data = { nickname: 'ann-nickname' };
  await sent('POST', '/v2/userdata/bulk', {
    requests: [{ action: 'upsert', ...external(cuid), data }],
  });
  const edit = { property: 'color', value: 'ann-edit', action: 'set', amount: 9 };
  const whose = new URLSearchParams(external(cuid));
  await sent('POST', `/v2/userprofile/affinity/edits?${whose}`, { set: [edit] });
  // What no request makes: a worker does when models are built, and when an entry is damaged.
  const range = { from: dayTextOf(noon), atOnce: 1_000 };
  await refreshDays({ kysely: ctx.db, pool: ctx.pool }, siteId, range);
  await markStale(ctx.db, siteId, [device]);
  const text = JSON.stringify({ v: 2, device });
  await insertRejected(ctx.db, { id: '0', siteId, text }, new Date(noon), 'a test');
  const { rows } = await ctx.pool.query<{ id: string }>(
    `select distinct person_id as id from identifier where site_id = $1 and value <> 'another'`,
    [siteId],
  );
  marks.push(...rows.flatMap(({ id }) => [id, bytesOf(id)]));
  await client.eraseUser(external(cuid));
  await tell({ svcid: device }, view('tent', { eventId: 'ann-late' }));
}

test('a person is in all tables that say so and in no other, is exported, and is gone', async () => {
  const shop = await openShop('tables');
  const { siteId, site } = shop;
  await seed(shop);
  const found = await traces(siteId);
  const said = personal.flatMap(({ name, person }) => person.map((column) => `${name}.${column}`));
  const unsaid = found.filter((place) => !said.includes(place));
  assert.deepEqual(unsaid, [], `Say in ${file} that these columns hold personal data. ${howTo}`);
  const seen = new Set(found.map((place) => place.split('.')[0]));
  const unseen = personal.filter(({ name }) => !seen.has(name)).map(({ name }) => name);
  assert.deepEqual(unseen, [], 'Let `seed` make a row of the person in these tables.');

  const ask = callWith(server.url, await site.key(['userdata']));
  const { body } = await ask(
    'GET',
    `/v2/userprofile/export?${new URLSearchParams(external(cuid))}`,
  );
  for (const { name, exported: members } of personal) {
    for (const member of typeof members === 'string' ? [] : members) {
      const isThere = Object.keys(body[member]).length > 0;
      assert.ok(isThere, `Export what ${name} holds of a person, as \`${member}\`.`);
    }
  }

  await workOff();
  assert.equal(await runErasures(ctx), 1);
  // What the other was shown on the device goes from their profile as well.
  await rebuildStale(ctx);
  assert.deepEqual(await traces(siteId), [], 'Erase the person from these columns.');
  for (const { name } of personal.filter(({ erased }) => erased === 'rows')) {
    if (name === 'profile' || name === 'exposure') continue;
    assert.deepEqual(await rowsOf(siteId, name), [], `Erase the person’s rows of ${name}.`);
  }
});
