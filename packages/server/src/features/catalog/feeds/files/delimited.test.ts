// Tests of CSV and TSV: quoting, delimiters, encodings, and rows or files that are not whole.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read, refuses } from './feed-file.fixture.ts';

test('CSV: quotes, line breaks and delimiters in cells, empty cells left out', async () => {
  const text =
    '\ufeffsku,name,note\r\na,"x\r\n""y"", z",\r\n\r\nb, 5" disk ,"q|r"\r\n,,\r\nc,d\r\ne,f,g';
  assert.deepEqual(await read('a.csv', text), [
    { line: 2, row: { sku: 'a', name: 'x\r\n"y", z' } },
    { line: 5, row: { sku: 'b', name: '5" disk', note: 'q|r' } },
    { line: 7, fault: 'has 2 cells, and the header 3' },
    { line: 8, row: { sku: 'e', name: 'f', note: 'g' } },
  ]);
});

test('CSV: the delimiter is the one that the header has', async () => {
  const expected = [{ line: 2, row: { sku: 'a', price: '5' } }];
  assert.deepEqual(await read('semicolon.csv', 'sku;price\na;5\n'), expected);
  assert.deepEqual(await read('tab.csv', 'sku\tprice\na\t5\n'), expected);
  assert.deepEqual(await read('comma.csv', '"sku",price\na,5\n'), expected);
});

test('CSV: columns named __proto__ and constructor are data', async () => {
  const [line] = await read('proto.csv', 'sku,__proto__,constructor\na,b,c\n');
  assert.ok(line && 'row' in line);
  assert.deepEqual(Object.entries(line.row as object), [
    ['sku', 'a'],
    ['__proto__', 'b'],
    ['constructor', 'c'],
  ]);
});

test('CSV: a file without header, with a column twice, or cut off is refused whole', async () => {
  await refuses('empty.csv', '', /no header/);
  await refuses('twice.csv', 'sku,a,a\nx,y,z\n', /names a twice/);
  await refuses('cut.csv', 'sku,a\nx,y\nz', /cut off in line 3/);
  await refuses('quote.csv', 'sku,a\nx,"y\nz,1\n', /never closed/);
  await refuses('long.csv', `sku,a\nx,"${'y\n'.repeat(1_000_000)}`, /never closed/);
});

test('text that is not UTF-8 is refused, and UTF-16 with its mark is read', async () => {
  await refuses('latin.csv', Buffer.from('sku,name\na,caf\xe9\n', 'latin1'), /save it as UTF-8/);
  const utf16 = Buffer.from('\ufeffsku\tname\na\tcafé\n', 'utf16le');
  assert.deepEqual(await read('utf16.tsv', utf16), [{ line: 2, row: { sku: 'a', name: 'café' } }]);
});

test('TSV: cells keep their quotes where they do not enclose them', async () => {
  assert.deepEqual(await read('a.tsv', 'sku\tname\tx\na\t"Best" shirt\t\nb\t"t\tu"\t1\n'), [
    { line: 2, row: { sku: 'a', name: '"Best" shirt' } },
    { line: 3, row: { sku: 'b', name: 't\tu', x: '1' } },
  ]);
});

test('TSV with the columns of Google Merchant is mapped', async () => {
  const text =
    'id\tTitle\tlink\timage link\tavailability\tprice\tproduct type\tcolor\n' +
    'A1\tShirt\thttps://a.example/1\thttps://a.example/1.jpg\t' +
    'out of stock\t15.00 USD\tMen > Shirts\tred\n';
  const row = {
    sku: 'A1',
    group_id: 'A1',
    name: 'Shirt',
    url: 'https://a.example/1',
    price: 15,
    currency: 'USD',
    in_stock: false,
    image_url: 'https://a.example/1.jpg',
    categories: ['Men', 'Shirts'],
    color: 'red',
  };
  assert.deepEqual(await read('google.txt', text), [{ line: 2, row }]);
});
