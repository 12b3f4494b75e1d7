// Tests of uploads of which not every row is staged: what must be found out is found out.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { eventually } from '../../../../testing.ts';
import { feedServer, ndjson } from '../feeds.fixture.ts';
import { rollbackFeed } from './rollback.ts';
import { skuMarks } from './staging/sku-marks.ts';

const server = await feedServer();
after(server.close);
const { call, feed, put, items, begin } = server;

const numbered = (count: number, version: number) =>
  Array.from({ length: count }, (_, at) => ({ sku: `sku ${at}`, version }));

const whatCounts = 'what a large upload repeats, leaves out and rejects counts as in a small one';

test(whatCounts, () => repeatedCounts(() => undefined));

test(`${whatCounts}, beside pages as well`, async (t) => {
  // Its batches are small ones then, and share the numbers of their versions.
  await repeatedCounts(() => {
    const asking = setInterval(server.ctx.background.pageRequested, 10);
    t.after(() => clearInterval(asking));
  });
});

async function repeatedCounts(before: () => void) {
  const id = await feed();
  // Behind the rows that are staged in any case, and in other batches than their first rows.
  const filler = numbered(12_000, 1);
  await put(id, [{ sku: 'a', n: 1 }, { sku: 'b', n: 1 }, { sku: 'x' }, { sku: 'kept' }, ...filler]);
  const rows = [
    ...filler,
    { sku: 'a', n: 2 },
    { sku: 'b', n: 2 },
    { sku: 'new', n: 1 },
    { sku: 'kept', price: 'no' },
    ...numbered(2_500, 1).map((row) => ({ ...row, sku: `more ${row.sku}` })),
    { sku: 'a', n: 2 },
    { sku: 'b', n: 1 },
    { sku: 'new', n: 2 },
  ];
  before();
  const changed = await put(id, rows);
  assert.deepEqual([changed.body.data.accepted, changed.body.data.rejected], [14_503, 4]);
  const held = new Map((await items(id)).map((item) => [item['sku'], item['n']]));
  assert.deepEqual(
    ['a', 'b', 'new', 'x', 'kept'].map((sku) => [held.has(sku), held.get(sku)]),
    [
      [true, 2],
      [true, 1],
      [true, 2],
      [false, undefined],
      [true, undefined],
    ],
  );
  const listed = (await server.ctx.db.selectFrom('feed').selectAll().execute()).find(
    (one) => one.id === id,
  );
  assert.deepEqual([listed?.items, held.size], [14_504, 14_504]);
  const path = `/v2/feeds/${id}/transaction/${changed.body.data.transaction_id}`;
  const outcomes: { item: string; message: string }[] = (await call('GET', path)).body;
  assert.deepEqual(
    outcomes.map(({ item, message }) => [item, /#\d+/.exec(message)?.[0]]),
    [
      ['a', '#14505'],
      ['b', '#14506'],
      ['new', '#14507'],
      ['kept', undefined],
    ],
  );
}

test('a large upload comes after a change that was done while it was sent', async () => {
  const id = await feed();
  await put(id, [
    { sku: 'a', n: 1 },
    { sku: 'late', n: 1 },
  ]);
  const upload = begin(id);
  const rows = [
    ...numbered(16_000, 1),
    { sku: 'late', n: 2 },
    ...numbered(2_000, 2).map((row) => ({ ...row, sku: `z ${row.sku}` })),
  ];
  upload.write(ndjson(rows));
  await idleAfter('copy item_version%');
  const requests = [{ id: 'late', action: 'update', body: { data: { n: 3 } } }];
  assert.equal((await call('POST', `/v2/feeds/${id}/bulk`, { requests })).etag, '"2"');
  upload.end(ndjson([{ sku: 'last' }]));
  const [response] = await once(upload, 'response');
  response.resume();
  assert.deepEqual([response.statusCode, response.headers.etag], [200, '"3"']);
  const held = new Map((await items(id)).map((item) => [item['sku'], item['n']]));
  assert.deepEqual([held.size, held.get('late'), held.has('a')], [18_002, 2, false]);
});

test('an upload that many changes overtook finds what it was compared with', async () => {
  const id = await feed();
  const rows = [...numbered(1_000, 1), { sku: 'same', n: 0 }];
  await put(id, rows);
  const change = async (n: number) => {
    const requests = [{ id: 'same', action: 'update', body: { data: { n } } }];
    assert.equal((await call('POST', `/v2/feeds/${id}/bulk`, { requests })).status, 200);
  };
  const upload = begin(id);
  upload.write(ndjson([{ sku: 'same', n: 0 }, ...numbered(1_000, 1)]));
  await idleAfter('copy staged_row%');
  for (let n = 1; n <= 15; n += 1) await change(n);
  upload.end(ndjson([{ sku: 'last' }]));
  const [response] = await once(upload, 'response');
  response.resume();
  assert.deepEqual([response.statusCode, response.headers.etag], [200, '"17"']);
  const held = (await items(id)).find(({ sku }) => sku === 'same');
  assert.equal(held?.['n'], 0);
  // What was kept for it is forgotten by the next change.
  await change(1);
  const { rows: left } = await sql<{ versions: string; revisions: string }>`
    select (select count(*) from item_version where feed_id = ${id} and sku = 'same') as versions,
           (select count(*) from feed_revision where feed_id = ${id}) as revisions
    `.execute(server.ctx.db);
  // Of the last ten changes and the item as it was before them.
  assert.deepEqual(left, [{ versions: '11', revisions: '11' }]);
});

/** Resolves when a transaction waits for its client after such a statement. */
async function idleAfter(statement: string): Promise<void> {
  await eventually(async () => {
    const { rows } = await sql<{ waits: boolean }>`
      select exists (
        select from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'
          and query like ${statement}
      ) as waits`.execute(server.ctx.db);
    return rows[0]!.waits;
  });
}

test('a sku that was marked is found, and hardly any other one is mistaken for it', () => {
  const marks = skuMarks();
  const names = Array.from({ length: 200_000 }, (_, at) => `SKU-${(at * 7_919) % 200_000}`);
  assert.ok(names.filter((sku) => marks.mark(sku)).length < 5);
  assert.ok(names.every((sku) => marks.mark(sku)));
});

test('a large change is rolled back, and what it replaced is forgotten after ten more', async () => {
  const id = await feed();
  await put(id, numbered(11_000, 1));
  await put(id, numbered(11_000, 2));
  await put(id, [...numbered(11_000, 2), { sku: 'more' }]);
  const siteId = server.test.id;
  const back = await rollbackFeed(server.ctx, siteId, id, 1);
  assert.deepEqual([back.changed, back.removed, back.revision], [11_000, 1, 4]);
  assert.ok((await items(id)).every(({ version }) => version === 1));
  const versions = async () => {
    const { rows } = await sql<{ count: string }>`
      select count(*) from item_version where feed_id = ${id}`.execute(server.ctx.db);
    return Number(rows[0]!.count);
  };
  assert.equal(await versions(), 3 * 11_000 + 2);
  for (let n = 1; n <= 10; n += 1) {
    const requests = [{ id: 'one', action: 'update', body: { data: { n } } }];
    assert.equal((await call('POST', `/v2/feeds/${id}/bulk`, { requests })).status, 200);
  }
  assert.equal(await versions(), 11_000 + 10);
});
