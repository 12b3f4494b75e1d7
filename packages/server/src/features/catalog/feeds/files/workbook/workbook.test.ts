// Tests of workbooks: cells of every kind, the sheet that is meant, and what means harm.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkMapping } from '@attune/core';
import { source, suggestedItems } from '../../suggested.fixture.ts';
import { read, refuses, zipOf } from '../feed-file.fixture.ts';
import { bookOf, head, inline, number } from './workbook.fixture.ts';

test('cells of every kind are read, in the rows and columns in which they stand', async () => {
  const texts = [
    '<t>A &amp; B</t>',
    '<r><t>Te</t></r><r><t xml:space="preserve">xt </t></r><rPh><t>x</t></rPh>',
  ];
  const rows = [
    head(1, 'sku', 'name', 'n', 'on', 'at', 'f', 'day', 'x'),
    `<row r="3">${number('A3', '12345678901234567890')}<c r="B3" t="s"><v>0</v></c>${number('C3', '19.989999999999998')}`,
    `<c r="D3" t="b"><v>1</v></c>${number('E3', '46347.375', 1)}<c r="F3" t="str"><f>A3&amp;"x"</f><v>cached</v></c>`,
    `${number('G3', '46347', 2)}<c r="H3" t="e"><v>#N/A</v></c></row>`,
    `<row><c t="s"><v>1</v></c>${number('C4', '1.89E+18')}${number('G4', '59', 2)}${number('H4', '3', 3)}</row>`,
  ];
  const found = await read('a.xlsx', bookOf({ sheets: [['Sheet', rows.join('')]], texts }));
  const row = { sku: '12345678901234567890', name: 'A & B', n: '19.99', on: 'true' };
  assert.deepEqual(found, [
    { line: 3, row: { ...row, at: '2026-11-21T09:00:00', f: 'cached', day: '2026-11-21' } },
    { line: 4, row: { sku: 'Text', n: '1890000000000000000', day: '1900-02-28', x: '3' } },
  ]);
});

test('the first visible sheet with products is read, or the one of a name, in either count of days', async () => {
  const rows = (sku: string) =>
    `${head(1, 'sku', 'd')}<row r="2">${inline('A2', sku)}${number('B2', '1', 2)}</row>`;
  const sheets = [
    ['Old', rows('old'), 'state="hidden"'],
    ['Items', rows('new')],
    ['More', rows('more')],
  ] as const;
  const skus = async (book: Buffer, sheet?: string) =>
    (await read('b.xlsx', book, { sheet })).map((one) => 'row' in one && one.row);
  const book = bookOf({ sheets });
  assert.deepEqual(await skus(book), [{ sku: 'new', d: '1900-01-01' }]);
  assert.deepEqual(await skus(book, ' more'), [{ sku: 'more', d: '1900-01-01' }]);
  assert.deepEqual(await skus(bookOf({ sheets, is1904: true }), 'old'), [
    { sku: 'old', d: '1904-01-02' },
  ]);
  await assert.rejects(skus(book, 'none'), /no sheet none; it has Old, Items, More/);
});

test('of several sheets the first with products is read, whatever stands before it, and is told', async () => {
  const notes = `${head(1, 'Our prices of 2026')}${head(2, 'Ask Kim')}`;
  const stock = `${head(1, 'sku', 'Qty')}${head(2, 'S', '3')}`;
  const items = (name: string) =>
    `${head(1, 'sku', 'name', 'price')}${head(2, name, 'Lamp', '12.50')}${head(3, 'z', 'Z', '1')}`;
  const sheets = [
    ['Notes', notes],
    ['Old', items('hidden'), 'state="hidden"'],
    ['Stock', stock],
    ['Empty', ''],
    ['Products', items('P')],
    ['More', items('M')],
  ] as const;
  const file = source('many.xlsx', bookOf({ sheets }));
  const { detection } = await suggestedItems({ ...file, isOnce: true });
  assert.deepEqual(
    [detection.sheet, detection.sheets],
    ['Products', ['Notes', 'Stock', 'Empty', 'Products', 'More']],
  );
  // Named by the suggestion, it is read also where another would be the first.
  const { mapping } = checked(detection.suggestedMapping);
  const swapped = bookOf({ sheets: [sheets[5], sheets[4]] });
  const skus = async (options: { sheet?: string }) =>
    (await read('s.xlsx', swapped, { mapping, ...options })).flatMap((one) =>
      'row' in one ? [(one.row as { sku: string }).sku] : [],
    );
  assert.deepEqual(await skus({}), ['P', 'z']);
  assert.deepEqual(await skus({ sheet: 'More' }), ['M', 'z']);
  const none = bookOf({ sheets: [sheets[0], sheets[3]] });
  assert.equal((await suggestedItems(source('none.xlsx', none))).detection.sheet, 'Notes');
  const gone = bookOf({ sheets: [sheets[0], sheets[5]] });
  await assert.rejects(
    read('gone.xlsx', gone, { mapping }),
    /no sheet Products; it has Notes, More/,
  );
});

function checked(file: unknown) {
  const result = checkMapping(file);
  assert.ok(result.ok);
  return result;
}

test('a workbook with a title and German columns loads with its suggestion, also read once', async () => {
  const names = [
    'Artikelnummer',
    'Bezeichnung',
    'Preis',
    'Verfügbarkeit',
    'Link',
    'Bild',
    'Kategorie',
  ];
  const cells = [
    'A-1',
    'Lampe',
    '1.299,00 €',
    'ja',
    'https://shop.example/a',
    'https://cdn.example/a.jpg',
    'Licht',
  ];
  const rows = `<row r="1">${inline('A1', 'Unsere Artikel')}</row>${head(3, ...names)}${head(4, ...cells)}`;
  const file = source('artikel.xlsx', bookOf({ sheets: [['Tabelle1', rows]] }));
  for (const one of [file, { ...file, isOnce: true }]) {
    const { detection, items, rejected } = await suggestedItems(one);
    assert.deepEqual([detection.format, detection.missing, rejected], ['xlsx', [], []]);
    assert.equal(items[0]?.['price'], 1299);
  }
});

test('a workbook that means harm, or is none, is refused', async () => {
  const sheets = [['A', head(1, 'sku')]] as const;
  const bomb = { 'docProps/app.xml': ' '.repeat(70_000_000) };
  await refuses('bomb.xlsx', bookOf({ sheets, more: bomb }), /more than 200 times its size/);
  const laughs =
    '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><sst><si><t>&b;</t></si></sst>';
  await refuses(
    'laughs.xlsx',
    bookOf({ sheets, more: { 'xl/sharedStrings.xml': laughs } }),
    /not well-formed.*entity/s,
  );
  const endless = `<row r="1"><c t="inlineStr"><is><t>${'x'.repeat(3_000_000)}</t></is></c></row>`;
  await refuses('endless.xlsx', bookOf({ sheets: [['A', endless]] }), /no row of the sheet ends/);
  const wide = `<row r="1">${inline('ZZZ1', 'x')}</row>`;
  await refuses('wide.xlsx', bookOf({ sheets: [['A', wide]] }), /more than 2000 columns/);
  await refuses('empty.xlsx', bookOf({ sheets: [['A', '']] }), /no header/);
  await refuses(
    'letter.docx',
    zipOf({ '[Content_Types].xml': '<a/>', 'word/document.xml': '<a/>' }),
    /without a table/,
  );
  const book = bookOf({ sheets });
  await refuses('cut.xlsx', book.subarray(0, book.length - 900), /damaged or cut off/);
  await assert.rejects(read('text.csv', 'sku\n1\n', { format: 'xlsx' }), /no workbook/);
});
