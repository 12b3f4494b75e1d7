// CSV that spreadsheets read as data: no formula, numbers as numbers, and nothing lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CsvValue, csvLine } from './csv.ts';

/** The cells of a line, as RFC 4180 has them; whether each was quoted is not told. */
function cellsIn(line: string): string[] {
  const cells: string[] = [];
  for (let rest = line.slice(0, -2); ; ) {
    const [whole = '', quoted, plain = ''] = /^(?:"((?:[^"]|"")*)"|([^",]*))/.exec(rest)!;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (rest.length === whole.length) return cells;
    assert.equal(rest[whole.length], ',', rest);
    rest = rest.slice(whole.length + 1);
  }
}

/** Takes away what was put in front. */
const unguarded = (cell: string) =>
  /^'+\s*[=+\-@＝＋－＠\t\r\n]/.test(cell) ? cell.slice(1) : cell;

const start = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ' =', '＝', "'=", "'", ' ', '');
const text = fc.tuple(start, fc.string({ unit: 'binary' })).map((parts) => parts.join(''));

test('every text comes back as it was, and no cell begins like a formula', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (texts) => {
      const cells = cellsIn(csvLine(texts));
      assert.deepEqual(cells.map(unguarded), texts);
      for (const cell of cells) assert.doesNotMatch(cell, /^\s*[=+\-@＝＋－＠\t\r\n]/);
    }),
  );
});

test('numbers stay numbers, negative ones too; nothing is an empty cell', () => {
  const cells: CsvValue[] = [-1.5, 0, -7e-9, 12, true, null, ''];
  assert.equal(csvLine(cells), '-1.5,0,-7e-9,12,true,,\r\n');
  assert.equal(csvLine(['-1.5', '+1']), "'-1.5,'+1\r\n");
});

test('what is not plain is quoted', () => {
  assert.equal(
    csvLine(['a "b"', 'c,d', 'e;f', ' g', 'h\ni', 'j']),
    '"a ""b""","c,d","e;f"," g","h\ni",j\r\n',
  );
});
