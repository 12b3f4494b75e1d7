// Tests of what becomes of a file's rows: numbers of their own, and columns that are set aside.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { putItems } from './changes/put-items.ts';
import { feedServer } from './feeds.fixture.ts';
import { readFeed } from './files/read-feed-file.ts';
import type { FeedSource } from './files/source.ts';

const server = await feedServer();
after(server.close);
const { ctx, feed, items, test: site } = server;

const source = (name: string, content: string): FeedSource => ({
  ...{ name, totalBytes: undefined },
  read: async function* () {
    yield Buffer.from(content);
  },
});

test('rows are numbered whatever line they stand on, and a sku that comes again is told', async () => {
  const other = await feed();
  const target = { site: { id: site.id, vertical: 'Other' }, feedId: other } as const;
  const xml = (skus: string[]) =>
    `<rss><item>${skus.map((sku) => `<id>${sku}</id>`).join('</item><item>')}</item></rss>`;
  for (const [name, text] of [
    ['f.json', '[{"sku":"a","n":1},{"sku":"b","n":2},{"sku":"a","n":3},{"n":4},{"sku":"c"}]'],
    ['f.xml', xml(['a', 'b', 'a', '', 'c'])],
  ] as const) {
    const report = await putItems(ctx, target, readFeed(source(name, text)));
    assert.deepEqual(
      [report.accepted, report.rejections],
      [
        3,
        [
          { item: 'a', message: 'the sku comes again in #3: its last row counts' },
          { item: '#4', message: 'sku is missing' },
        ],
      ],
    );
  }
});

test('a column that was not requested costs no row: it is set aside, counted and told', async () => {
  const other = await feed();
  const target = { site: { id: site.id, vertical: 'Other' }, feedId: other } as const;
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
  const row = (sku: string) => ({
    sku,
    long: 'x'.repeat(1_001),
    deep: nested(9),
    '': 1,
    kept: 'k',
  });
  const wide = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`c${at}`, at]));
  const large = Object.fromEntries(
    Array.from({ length: 90 }, (_, at) => [`t${at}`, 'y'.repeat(900)]),
  );
  const rows = [row('a'), row('b'), { sku: 'c', ...wide }, { sku: 'd', ...large }];
  const file = source('f.ndjson', rows.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const report = await putItems(ctx, target, readFeed(file));
  assert.deepEqual([report.accepted, report.rejected], [4, 0]);
  assert.deepEqual(
    report.notes.slice(0, 3).map(({ column, message, rows }) => [column, message, rows]),
    [
      ['long', 'is longer than 1000 characters, and is set aside', 2],
      ['deep', 'is nested more than 5 deep, and is set aside', 2],
      ['a column without name', 'names no column, and is set aside', 2],
    ],
  );
  const [a, , c, d] = await items(other);
  assert.deepEqual(a, { sku: 'a', kept: 'k' });
  assert.equal(Object.keys(c!).length, 200);
  assert.ok(JSON.stringify(d).length <= 64 * 1024);
});
