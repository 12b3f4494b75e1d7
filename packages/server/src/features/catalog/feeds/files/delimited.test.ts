// Tests of CSV and TSV: quoting, delimiters, encodings, and rows or files that are not whole.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read, refuses } from './feed-file.fixture.ts';

test('CSV: quotes, line breaks and delimiters in cells, empty cells left out', async () => {
  const text =
    '\ufeffsku,name,note\r\na,"x\r\n""y"", z",\r\n\r\nb, 5" disk ,"q|r"\r\n,,\r\nc,d\r\ne,f,g';
  assert.deepEqual(await read('a.csv', text), [
    { line: 2, row: { sku: 'a', name: 'x\r\n"y", z' } },
    { line: 4, row: { sku: 'b', name: '5" disk', note: 'q|r' } },
    { line: 6, fault: 'has 2 cells, and the header 3' },
    { line: 7, row: { sku: 'e', name: 'f', note: 'g' } },
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

test('CSV: a file without header, or cut off is refused whole', async () => {
  await refuses('empty.csv', '\n\n', /no header/);
  await refuses('cut.csv', 'sku,a\nx,y\nz', /cut off in row 3/);
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

test('a table is found below titles, remarks and a line that says its delimiter', async () => {
  const expected = [{ line: 4, row: { sku: 'a', name: 'Bowl', price: '1,50' } }];
  const below = 'sku;name;price\na;Bowl;1,50\n';
  assert.deepEqual(await read('title.csv', `Products, May;;\n\n${below}`), expected);
  assert.deepEqual(await read('sep.csv', `sep=;\n\n${below}`), expected);
  const remark = '# Required | id,# Optional | name,# Optional\n\n';
  assert.deepEqual(await read('remark.csv', `${remark}sku,name,price\na,Bowl,"1,50"\n`), expected);
  assert.deepEqual(await read('one.csv', 'sku\na\nb\n'), [
    { line: 2, row: { sku: 'a' } },
    { line: 3, row: { sku: 'b' } },
  ]);
});

test('cells without a column are set aside and noted, and columns without cells are none', async () => {
  const notes = [{ column: 'column 1', message: 'has no name, and is set aside', example: '0' }];
  const index = [{ line: 2, row: { sku: 'a', name: 'x' }, notes }];
  assert.deepEqual(await read('index.csv', ',sku,name\n0,a,x\n'), index);
  const trailing = [{ line: 2, row: { sku: 'a', name: 'x' } }];
  for (const text of ['sku,name,,\na,x\n', 'sku,name\na,x,,\n', 'sku,name,\na,x,\n']) {
    assert.deepEqual(await read('trailing.csv', text), trailing);
  }
});

test('the encoding is detected by its words, also where the first of them comes late', async () => {
  const nameIn = async (bytes: number[] | Buffer) => {
    const start = Buffer.from(`sku,name\n${'a,plain words and more\n'.repeat(4_000)}b,`);
    const whole = Buffer.concat([start, Buffer.from(bytes), Buffer.from('\n')]);
    const [short] = await read(
      'short.csv',
      Buffer.concat([Buffer.from('sku,name\nb,'), whole.subarray(start.length)]),
    );
    const late = (await read('late.csv', whole)).at(-1);
    assert.ok(short && late && 'row' in short && 'row' in late);
    assert.deepEqual(short.row, late.row);
    return (short.row as { name: string }).name;
  };
  // Kana, Cyrillic, Hangul and Hanzi as the encodings of their countries have them.
  assert.equal(
    await nameIn([0x83, 0x8a, 0x83, 0x6c, 0x83, 0x93, 0x82, 0xcc, 0x83, 0x56]),
    'リネンのシ',
  );
  const russian = [0xd1, 0xe8, 0xed, 0xff, 0xff, 0x20, 0xea, 0xf0, 0xf3, 0xe6, 0xea, 0xe0];
  assert.equal(await nameIn(russian), 'Синяя кружка');
  assert.equal(
    await nameIn([0xc6, 0xc4, 0xb6, 0xf5, 0x20, 0xb8, 0xd3, 0xb1, 0xd7, 0xc4, 0xc5]),
    '파란 머그컵',
  );
  assert.equal(await nameIn([0xba, 0xec, 0xc9, 0xab, 0xc5, 0xcc, 0xd7, 0xd3]), '红色盘子');
  assert.equal(await nameIn(Buffer.from('Grüner Schuh', 'latin1')), 'Grüner Schuh');
});

test('of columns with one name the first that is filled counts, and another value is told', async () => {
  const csv = 'sku,a,b,a,a 2,a\n1,x,y,,,\n2,,y,z,,\n3,x,y,x,q,x\n4,x,y,z,,w\n';
  const told = (name: string, example: string) => ({
    ...{ column: 'a', example },
    message: `stands in the header twice: the other value is kept as ${name}`,
  });
  assert.deepEqual(await read('twice.csv', csv), [
    { line: 2, row: { sku: '1', a: 'x', b: 'y' } },
    { line: 3, row: { sku: '2', a: 'z', b: 'y' } },
    { line: 4, row: { sku: '3', a: 'x', b: 'y', 'a 2': 'q' } },
    {
      ...{ line: 5, row: { sku: '4', a: 'x', b: 'y', 'a 3': 'z', 'a 4': 'w' } },
      notes: [told('a 3', 'z'), told('a 4', 'w')],
    },
  ]);
});
