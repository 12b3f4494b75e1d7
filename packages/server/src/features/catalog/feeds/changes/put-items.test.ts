// Tests of whole feeds: what is written, what a broken upload leaves, which items are seen when.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { eventually } from '../../../../testing.ts';
import { abandon, feedServer, ndjson } from '../feeds.fixture.ts';

const server = await feedServer();
after(server.close);
const { call, feed, put, items, begin } = server;

const numbered = (count: number, version: number) =>
  Array.from({ length: count }, (_, at) => ({ sku: `sku ${at}`, version }));

/** Where each row lies and which transaction wrote it. */
async function versionsOf(feedId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ sku: string; place: string }>`
    select sku, xmin || ' ' || ctid as place from item_version
    where feed_id = ${feedId} order by version`.execute(server.ctx.db);
  return new Map(rows.map(({ sku, place }) => [sku, place]));
}

test('an unchanged item is not written, and a change of nothing keeps the revision', async () => {
  const id = await feed();
  const rows = [{ sku: 'a', size: 1 }, { sku: 'b', size: [1, { x: 1 }] }, { sku: 'c' }];
  assert.equal((await put(id, rows)).etag, '"1"');
  const before = await versionsOf(id);
  const same = await put(id, [{ sku: 'c' }, { size: [1, { x: 1 }], sku: 'b' }, rows[0]]);
  assert.deepEqual([same.etag, same.body.data.accepted], ['"1"', 3]);
  assert.deepEqual(await versionsOf(id), before);
  await put(id, [...rows.slice(0, 2), { sku: 'c', size: 2 }]);
  const later = await versionsOf(id);
  assert.deepEqual([later.get('a'), later.get('b')], [before.get('a'), before.get('b')]);
  assert.notEqual(later.get('c'), before.get('c'));
});

test('a bad row is rejected by itself and keeps its item; of repeated ones the last counts', async () => {
  const id = await feed();
  await put(id, [{ sku: 'a', price: 1 }, { sku: 'b' }, { sku: 'c' }]);
  const lines = [
    '{ "sku": "a", "price": "no" }',
    '{ "sku": "b", ',
    '',
    `{ "sku": "b", "text": "tab\\t, new\\nline, \\\\N, \\\\." }`,
    `{ "sku": "d", "text": "${'x'.repeat(1_100_000)}" }`,
    '{ "sku": "e", "n": 1 }',
    '{ "sku": "e", "n": 2 }',
    '{ "sku": "e", "n": 3, "price": false }',
    '{ "sku": "f\\u0000" }',
  ];
  const headers = { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' };
  const body = gzipSync(`${lines.join('\r\n')}\n`);
  const changed = await call('PUT', `/v2/feeds/svcid/${id}`, body, headers);
  assert.deepEqual([changed.body.data.accepted, changed.body.data.rejected], [2, 6]);
  assert.deepEqual(await items(id), [
    { sku: 'a', price: 1 },
    { sku: 'b', text: 'tab\t, new\nline, \\N, \\.' },
    { sku: 'e', n: 2 },
  ]);
  const path = `/v2/feeds/${id}/transaction/${changed.body.data.transaction_id}`;
  const outcomes = (await call('GET', path)).body;
  assert.deepEqual(
    outcomes.map((one: Record<string, string>) => [one.item, one.status]),
    [
      ['a', 'failed'],
      ['#2', 'failed'],
      ['b', 'success'],
      ['#5', 'failed'],
      ['e', 'failed'],
      ['e', 'success'],
      ['e', 'failed'],
      ['#9', 'failed'],
    ],
  );
  assert.equal(outcomes[4].message, 'the sku comes again in #7: its last row counts');
});

test('an upload that ends too early is refused as malformed and changes nothing', async () => {
  const id = await feed();
  await put(id, [{ sku: 'a' }]);
  const text = ndjson(numbered(2_000, 1));
  const zipped = gzipSync(text);
  const gzip = { 'content-encoding': 'gzip' };
  const attempts: [Buffer, Record<string, string>][] = [
    [Buffer.from(text.slice(0, -7)), {}],
    [zipped.subarray(0, -9), gzip],
    [zipped.subarray(0, 500), gzip],
    [Buffer.from(text), gzip],
  ];
  for (const [body, headers] of attempts) {
    const type = { 'content-type': 'application/x-ndjson' };
    const refused = await call('PUT', `/v2/feeds/svcid/${id}`, body, { ...type, ...headers });
    assert.deepEqual([refused.status, refused.body.code], [400, 'malformed_json']);
  }
  assert.deepEqual(await items(id), [{ sku: 'a' }]);
});

test('a sender that goes away mid-way changes nothing and blocks nothing', async () => {
  const id = await feed();
  await put(id, [{ sku: 'a' }]);
  // More often than a node takes uploads at once.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const upload = begin(id, { 'content-length': '10000000' });
    upload.write(ndjson(numbered(1_000, attempt)));
    await eventually(server.isStaging);
    await abandon(upload);
  }
  assert.equal((await put(id, [{ sku: 'a' }, { sku: 'b' }])).etag, '"2"');
  await eventually(async () => !(await server.isStaging()));
});

test('readers see the old feed or the new one, never a part', async () => {
  const id = await feed();
  await put(id, numbered(20_000, 1));
  let done = false;
  const change = put(id, numbered(20_000, 2)).finally(() => {
    done = true;
  });
  const seen = new Set<string>();
  while (!done) {
    const { rows } = await sql<{ seen: string }>`
      select string_agg(distinct data->>'version', ',') || ' x ' || count(*) as seen
      from item where feed_id = ${id}`.execute(server.ctx.db);
    seen.add(rows[0]!.seen);
  }
  assert.equal((await change).etag, '"2"');
  assert.ok(
    [...seen].every((one) => one === '1 x 20000' || one === '2 x 20000'),
    [...seen].join(),
  );
});

test('changes at the same time follow one another', async () => {
  const id = await feed();
  const answers = await Promise.all([
    ...[1, 2, 3, 4].map((version) => put(id, numbered(2_000, version))),
    call('POST', `/v2/feeds/${id}/bulk`, { requests: [{ id: 'sku 0', action: 'delete' }] }),
  ]);
  assert.ok(answers.every(({ status }) => status === 200));
  const revisions = answers.slice(0, 4).map(({ body }) => body.data.revision);
  assert.equal(new Set(revisions).size, 4);
  const last = revisions.indexOf(Math.max(...revisions)) + 1;
  const held = await items(id);
  assert.ok(held.length === 2_000 || held.length === 1_999);
  assert.ok(held.every(({ version }) => version === last));
});

test('an upload comes after the changes that were done while it was sent', async () => {
  const id = await feed();
  await put(id, [
    { sku: 'same', n: 1 },
    { sku: 'gone', n: 1 },
    { sku: 'as wanted', n: 1 },
    { sku: 'unnamed' },
    { sku: 'kept', n: 1 },
  ]);
  const upload = begin(id);
  // More than a batch, so that some rows are compared before the other change and some after.
  const rows = [
    { sku: 'same', n: 1 },
    { sku: 'gone', n: 1 },
    { sku: 'as wanted', n: 2 },
    { sku: 'kept', price: 'no' },
    ...numbered(4_000, 1),
  ];
  upload.write(ndjson(rows));
  await eventually(server.isStaging);
  const changed = await call('POST', `/v2/feeds/${id}/bulk`, {
    requests: [
      { id: 'same', action: 'update', body: { data: { n: 2 } } },
      { id: 'gone', action: 'delete' },
      { id: 'as wanted', action: 'update', body: { data: { n: 2 } } },
      { id: 'new', action: 'update', body: { data: {} } },
      { id: 'kept', action: 'update', body: { data: { n: 3 } } },
    ],
  });
  assert.equal(changed.etag, '"2"');
  const between = await versionsOf(id);
  upload.end(ndjson([{ sku: 'last' }]));
  const [response] = await once(upload, 'response');
  response.resume();
  assert.deepEqual([response.statusCode, response.headers.etag], [200, '"3"']);
  const held = await items(id);
  assert.equal(held.length, 4_005);
  const named = held.filter(({ sku }) => !String(sku).startsWith('sku '));
  assert.deepEqual(named, [
    { sku: 'as wanted', n: 2 },
    { sku: 'gone', n: 1 },
    { sku: 'kept', n: 3 },
    { sku: 'last' },
    { sku: 'same', n: 1 },
  ]);
  const after = await versionsOf(id);
  assert.equal(after.get('as wanted'), between.get('as wanted'));
  const listed = (await server.ctx.db.selectFrom('feed').selectAll().execute()).find(
    (one) => one.id === id,
  );
  assert.equal(listed?.items, 4_005);
});

test('no version stays that is in no revision', async () => {
  const id = await feed();
  for (let n = 1; n <= 14; n += 1) {
    await put(id, [{ sku: 'a', n }, { sku: 'b' }, ...(n < 3 ? [{ sku: 'c' }] : [])]);
  }
  const { rows } = await sql<{ versions: string }>`
    select sku || ' ' || count(*) as versions from item_version
    where feed_id = ${id} group by sku order by sku`.execute(server.ctx.db);
  assert.deepEqual(
    rows.map(({ versions }) => versions),
    ['a 11', 'b 1'],
  );
});

test('of a change of more than 10,000 rows the rejected ones are listed', async () => {
  const id = await feed();
  const changed = await put(id, [...numbered(10_000, 1), { sku: '' }]);
  const { transaction_id: transaction } = changed.body.data;
  const listed = await call('GET', `/v2/feeds/${id}/transaction/${transaction}`);
  assert.deepEqual(
    listed.body.map((one: { item: string }) => one.item),
    ['#10001'],
  );
});

test('a lost database connection is a 503, and the upload can be sent again', async () => {
  const id = await feed();
  const upload = begin(id);
  // Fewer than a batch: PostgreSQL waits for the first rows.
  upload.write(ndjson(numbered(100, 1)));
  await eventually(server.isStaging);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'
      and query like '%attune feed versions%'
  `.execute(server.ctx.db);
  upload.end(ndjson(numbered(1_000, 1)));
  const [response] = await once(upload, 'response');
  response.resume();
  assert.equal(response.statusCode, 503);
  assert.equal((await put(id, [{ sku: 'a' }])).status, 200);
});
