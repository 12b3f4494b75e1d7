// Tests of files that are no feeds: each ends with a clear message, and the feed stays as it was.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { checkMapping } from '@attune/core';
import { putItems } from './changes/put-items.ts';
import { feedServer } from './feeds.fixture.ts';
import { zipOf } from './files/feed-file.fixture.ts';
import { FeedFileError } from './files/feed-line.ts';
import { type ReadFeedOptions, readFeed } from './files/read-feed-file.ts';
import { notTooMany } from './files/row-limits.ts';
import type { FeedSource } from './files/source.ts';

const server = await feedServer();
after(server.close);
const { ctx, feed, put, items, test: site } = server;

/** A file whose bytes are made as they are read. */
const source = (name: string, content: Buffer | string | (() => AsyncGenerator<Uint8Array>)) => {
  const read =
    typeof content === 'function'
      ? content
      : async function* () {
          yield Buffer.from(content);
        };
  return { name, totalBytes: undefined, read } satisfies FeedSource;
};

const megabyte = Buffer.alloc(1024 * 1024, 'x');
let read = 0;

/** A beginning, and then 200 MB without a line's end. */
const endless = (start: string) =>
  async function* () {
    yield Buffer.from(start);
    for (read = 0; read < 200; read += 1) yield megabyte;
  };

/** What unpacks to many times its size: long empty lines, which are read soonest. */
const emptyLine = `${' '.repeat(64 * 1024 - 1)}\n`;
const emptiness = Buffer.from(`{"sku":"a"}\n${emptyLine.repeat(1_100)}`);

const rows = Array.from({ length: 2_000 }, (_, at) => `sku-${at},Name ${at},${at}.50`).join('\n');
const csv = `sku,name,price\n${rows}\n`;
const currencies = ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'HUF'];
const prices = currencies
  .map((currency, at) => `${at}\tt\thttps://a.example/\t${at}.00 ${currency}`)
  .join('\n');

const unmapped = currencies
  .map((currency, at) => `sku-${at},${at % 2 ? `${at}.00 ${currency}` : `"${currency} ${at},50"`}`)
  .join('\n');

const cases: [string, FeedSource, RegExp, ReadFeedOptions?][] = [
  [
    'gzip that was cut off',
    source('f.csv.gz', gzipSync(csv).subarray(0, -2_000)),
    /gzip data is damaged or cut off/,
  ],
  ['damaged gzip', source('f', damaged(gzipSync(csv))), /gzip data is damaged/],
  ['.gz that is none', source('f.csv.gz', csv), /named \.gz and is not gzip/],
  [
    'zip that was cut off',
    source('f.zip', zipOf({ 'f.csv': csv }).subarray(0, 3_000)),
    /zip data is damaged or cut off/,
  ],
  ['damaged zip', source('f.zip', wrongSum()), /its check sum is wrong/],
  [
    'zip with two files',
    source('f.zip', zipOf({ 'a.csv': csv, 'b.csv': csv })),
    /more than one file in it: a\.csv and b\.csv/,
  ],
  ['zip with none', source('f.zip', zipOf({ 'folder/': '' })), /has no file in it/],
  ['spreadsheet', source('f.xlsx', zipOf({ '[Content_Types].xml': 'x' })), /Office document/],
  ['gzip bomb', source('f.ndjson.gz', gzipSync(emptiness)), /more than 200 times its size/],
  ['zip bomb', source('f.ndjson.zip', zipBomb()), /more than 200 times its size/],
  [
    'bytes of another encoding',
    source(
      'f.csv',
      Buffer.concat([Buffer.from(`${csv}${'ä'.repeat(40_000)}\n`), Buffer.from([0xe4, 0x0a])]),
    ),
    /not utf-8 between bytes \d+ and \d+: save it as UTF-8/,
  ],
  [
    'page instead of CSV',
    source('f.csv', '\ufeff\n<!DOCTYPE html>\n<html><body>502</body></html>'),
    /is a web page \(HTML\)/,
  ],
  ['page instead of XML', source('f.xml', '<html><body/></html>'), /is a web page \(HTML\)/],
  ['PDF', source('f.csv', '%PDF-1.7 ...'), /is a PDF document/],
  ['no text at all', source('f.csv', Buffer.from([1, 0, 2, 0, 0, 3, 0, 0, 0, 4])), /no text/],
  ['line of 200 MB in CSV', source('f.csv', endless('sku,name\na,')), /a row is longer than/],
  [
    'line of 200 MB in NDJSON',
    source('f.ndjson', endless('{"sku":"')),
    /line 1 is longer than 16777216 bytes/,
  ],
  [
    'text of 200 MB in JSON',
    source('f.json', endless('[{"sku":"')),
    /line 1 is longer than 16777216 bytes/,
  ],
  ['text of 200 MB in XML', source('f.xml', endless('<rss><item><title>')), /no item ends within/],
  ['quote that stays open', source('f.csv', `sku,name\na,"never\n${rows}`), /never closed/],
  ['CSV that was cut off', source('f.csv', 'sku,name\na,b\nc'), /cut off in row 3/],
  ['JSON that was cut off', source('f.json', '[{"sku":"a"},{"sku":'), /cut off in line 1/],
  ['XML that was cut off', source('f.xml', '<rss><channel><item><title>x'), /not well-formed XML/],
  [
    'XML with entities of its own',
    source('f.xml', '<!DOCTYPE rss [<!ENTITY a "aa">]><rss><item>&a;</item></rss>'),
    /not well-formed XML/,
  ],
  ['file with nothing in it', source('f.csv', ''), /is empty/],
  [
    'prices in 11 currencies',
    source('f.tsv', `id\ttitle\tlink\tprice\n${prices}\n`),
    /prices in 11 currencies: USD \(1 row\).*HUF \(1 row\).*one feed for each.*say `currency`/,
  ],
  [
    'file without a mapping whose prices are in 11 currencies',
    source('f.csv', `sku,price\n${unmapped}\nextra,0.00 HUF\nplain,12\n`),
    /prices in 11 currencies: HUF \(2 rows\), USD \(1 row\).*CZK \(1 row\).*one feed for each/,
  ],
  [
    'file whose mapping reads amounts alone of several currencies',
    source('f.csv', 'sku,price\na,9 EUR\nb,7.00 USD\n'),
    /prices in 2 currencies: EUR \(1 row\), USD \(1 row\)/,
    { mapping: amounts() },
  ],
];

function amounts() {
  const checked = checkMapping({ columns: { sku: 'sku', price: { from: 'price', as: 'price' } } });
  assert.ok(checked.ok);
  return checked.mapping;
}

function damaged(bytes: Buffer): Buffer {
  bytes.fill(0xff, 200, 220);
  return bytes;
}

function wrongSum(): Buffer {
  const bytes = zipOf({ 'f.csv': csv }, false);
  bytes.writeUInt32LE(1, 14);
  return bytes;
}

function zipBomb(): Buffer {
  const name = 'f.ndjson';
  const bytes = zipOf({ [name]: '' }, false);
  const start = 30 + name.length;
  return Buffer.concat([
    bytes.subarray(0, start),
    deflateRawSync(emptiness),
    bytes.subarray(start + 2),
  ]);
}

const id = await feed();
const before = [{ sku: 'one' }, { sku: 'three' }, { sku: 'two' }];
await put(id, before);

for (const [what, file, why, options] of cases) {
  test(`a ${what} changes nothing, and is explained`, async () => {
    read = 0;
    const target = { site: { id: site.id, vertical: 'Other' }, feedId: id } as const;
    const change = putItems(ctx, target, readFeed(file, options), { allowShrink: true });
    await assert.rejects(change, (error: Error) => {
      assert.ok(error instanceof FeedFileError, String(error));
      assert.match(error.message, why);
      return true;
    });
    assert.ok(read < 20, `${read} MB were read of it`);
    assert.deepEqual(await items(id), before);
  });
}

test('rows with errors are rejected by name, and the rest of the file is taken', async () => {
  const other = await feed();
  const target = { site: { id: site.id, vertical: 'Other' }, feedId: other } as const;
  const text = 'sku;price\na;1,50\nb;2.50\nb;3\nc\n;4\nd;1;2\ne;5\n';
  const report = await putItems(ctx, target, readFeed(source('f.csv', text)));
  assert.deepEqual(report.rejections, [
    {
      item: 'a',
      message: 'price must be a number that is not negative, such as 21.95, not "1,50"',
    },
    { item: 'b', message: 'the sku comes again in #4: its last row counts' },
    { item: '#5', message: 'has 1 cells, and the header 2' },
    { item: '#6', message: 'sku is missing' },
    { item: '#7', message: 'has 3 cells, and the header 2' },
  ]);
  assert.deepEqual(await items(other), [
    { sku: 'b', price: 3 },
    { sku: 'e', price: 5 },
  ]);
});

test('one currency of several is chosen by the mapping, and rows of the others are named', async () => {
  const other = await feed();
  const target = { site: { id: site.id, vertical: 'Other' }, feedId: other } as const;
  const file = source('f.tsv', `id\ttitle\tlink\tprice\n${prices}\n`);
  const columns = { sku: 'id', price: 'price', currency: 'price' };
  const rules = Object.entries(columns).map(([column, from]) => [
    column,
    { from, as: column === 'sku' ? 'string' : column },
  ]);
  const checked = checkMapping({ columns: Object.fromEntries(rules), currency: 'EUR' });
  assert.ok(checked.ok);
  const rows = readFeed(file, { mapping: checked.mapping });
  const report = await putItems(ctx, target, rows);
  assert.deepEqual([report.accepted, report.rejected], [1, 10]);
  assert.equal(
    report.rejections[0]!.message,
    `the price is in "USD", and this feed's prices are in EUR`,
  );
});

test('a few prices with a currency are errors of their rows, and not of the file', async () => {
  const other = await feed();
  const target = { site: { id: site.id, vertical: 'Other' }, feedId: other } as const;
  const text = 'sku,price\na,9\nb,8 EUR\nc,7 USD\nd,6\n';
  const { accepted, rejected } = await putItems(ctx, target, readFeed(source('f.csv', text)));
  assert.deepEqual([accepted, rejected], [2, 2]);
});

test('too many rows are reported with the unpacked size of the file', async () => {
  const rows = async function* () {
    for (let line = 1; line <= 4; line += 1) yield { line, row: {} };
  };
  const read = async (packed: number) => {
    for await (const _ of notTooMany(rows(), () => ({ packed, unpacked: 61_000_000 }), 3));
  };
  await assert.rejects(read(300_000), {
    name: 'FeedFileError',
    message:
      'the file has more than 3 rows, and no feed holds more: ' +
      '300.0 kB of it unpacked to 61.0 MB until there',
  });
  await assert.rejects(read(61_000_000), /more than 3 rows, and no feed holds more$/);
});
