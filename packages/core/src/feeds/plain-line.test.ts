// Tests that a line taken byte by byte gives what parsing it and reading it as an item gives.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { codePoint } from '../text/code-points.fixture.ts';
import { itemReader } from './item.ts';
import { plainLines } from './plain-line.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const verticals = ['Other', 'E-commerce'] as const;

/** The sku and the text of a line; nothing where it is not taken. Something stands around it. */
function take(line: string, columns: readonly string[], vertical = 'Other') {
  const lines = plainLines(vertical);
  lines.learn(columns);
  const [before, behind] = ['{"sku":"before"}\n', '\n,"sku":"behind"}\n'];
  const source = Buffer.from(before + line + behind);
  const target = new Uint8Array(source.length).fill(64);
  const bytes = lines.read(source, before.length, source.length - behind.length, target, 5);
  if (bytes === 0) return undefined;
  assert.ok(target.subarray(5 + bytes).every((byte) => byte === 64) && target[4] === 64);
  const { start: from, end } = lines.sku;
  return {
    sku: decoder.decode(source.subarray(from, end)),
    text: decoder.decode(target.subarray(5, 5 + bytes)),
  };
}

/** What is taken must be what is read; what cannot be read is not taken. */
function assertAgrees(line: string, columns: readonly string[], vertical: string): boolean {
  const taken = take(line, columns, vertical);
  if (!taken) return false;
  const read = itemReader(vertical)(JSON.parse(line));
  assert.ok(read.ok, `${line} was taken, but ${read.ok || read.message}`);
  assert.deepEqual(taken, { sku: read.item.sku, text: read.text }, line);
  return true;
}

test('plain lines are taken, in the order of the columns and without spaces', () => {
  const columns = ['sku', 'price', 'categories', 'brand', 'n', 'in_stock', 'publish_time'];
  for (const [line, text] of [
    ['{"sku":"a","price":1.5}', '{"price":1.5,"sku":"a"}'],
    [
      '{ "sku": "a b", "price": 0, "categories": ["x y", "Обувь"] }\r',
      '{"categories":["x y","Обувь"],"price":0,"sku":"a b"}',
    ],
    ['{"sku":"Ü","brand":null,"n":null}', '{"n":null,"sku":"Ü"}'],
    ['{"sku":"a","n":[1, -2.5,"", true]}', '{"n":[1,-2.5,"",true],"sku":"a"}'],
    [
      '{"sku":"a","in_stock":false,"publish_time":"2026-11-21T08:00:00Z"}',
      '{"in_stock":false,"publish_time":"2026-11-21T08:00:00Z","sku":"a"}',
    ],
    ['{"sku":"a","publish_time":1763712000}', '{"publish_time":1763712000,"sku":"a"}'],
  ] as const) {
    assert.equal(take(line, columns)?.text, text, line);
    assert.ok(assertAgrees(line, columns, 'Other'));
  }
});

test('what may be kept in other words, or be at fault, is left to be parsed', () => {
  const columns = ['sku', 'price', 'categories', 'brand', 'n', 'in_stock', 'publish_time'];
  for (const rest of [
    '"price":"1.5"',
    '"price":-1',
    ...['1.50', '1e3', '01', '-0', '1.', '.5', '+1', '0.0000001', '1234567890123456', '1 2', '-'],
    ...['"a\\n"', '{}', '[[1]]', '[1,]', '[', 'nul', 'nulls', '"x', `"${'x'.repeat(1_001)}"`, '1x'],
    '"categories":[]',
    '"categories":[" a"]',
    '"categories":["a\u00a0"]',
    '"categories":["\u3000a"]',
    '"categories":["a",1]',
    '"categories":"a|b"',
    '"brand":" "',
    '"brand":""',
    '"brand":"\ufeff"',
    '"in_stock":"true"',
    '"publish_time":"soon"',
    '"n":1,"n":2',
    '"unknown":1',
    '"n":1,',
    '"n":1}{',
  ]) {
    const line = `{"sku":"a",${rest.startsWith('"') && rest.includes('":') ? rest : `"n":${rest}`}}`;
    assert.equal(take(line, columns), undefined, line);
  }
  for (const line of [
    '',
    '{}',
    '[]',
    '{"price":1}',
    '{"sku":""}',
    '{"sku":" a"}',
    '{"sku":null}',
  ]) {
    assert.equal(take(line, columns), undefined, line);
  }
  assert.equal(take('{"sku":"a"}', columns, 'E-commerce'), undefined);
  assert.equal(take('{"1":1,"sku":"a"}', ['1', 'sku']), undefined);
  assert.equal(take('{"sku":"a","__proto__":1}', ['sku', '__proto__']), undefined);
});

const names = ['sku', 'group_id', 'name', 'url', 'price', 'in_stock', 'image_url', 'categories'];
const others = ['description', 'publish_time', 'keywords', 'a', 'B', 'lng:de:name', 'lng:x', '7'];
const text = fc.oneof(
  fc.constantFrom('a', ' ', '', 'x y', 'é', '\u00a0', '\u3000あ', 'あ', '😀', '"', '\\', '\u2028z'),
  fc.string({ unit: codePoint, maxLength: 8 }),
);
const scalar = fc.oneof(
  text,
  fc.constantFrom('1.5', 'TRUE', 'a|b', '2026-11-21', true, false, null, 0, -0, 1e21, 1e-7, 0.1),
  fc.double(),
  fc.integer(),
);
const cell = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(text, { maxLength: 3 }) },
  fc.array(scalar, { maxLength: 3 }),
  fc.jsonValue(),
);
const row = fc
  .uniqueArray(fc.constantFrom(...names, ...others), { maxLength: 16 })
  .chain((columns) => fc.tuple(...columns.map((column) => fc.tuple(fc.constant(column), cell))));

test('of any line, what is taken is what is read', () => {
  let taken = 0;
  fc.assert(
    fc.property(row, fc.boolean(), fc.constantFrom(...verticals), (cells, isSpaced, vertical) => {
      const shop = { sku: 's', group_id: 'g', name: 'n', url: 'u', price: 1, in_stock: true };
      const base =
        vertical === 'Other' ? { sku: 's' } : { ...shop, image_url: 'i', categories: ['c'] };
      const object = { ...base, ...Object.fromEntries(cells) };
      const [comma, colon] = isSpaced ? [', ', ': '] : [',', ':'];
      const members = Object.entries(object).map(([key, value]) => {
        const json = JSON.stringify(value);
        const isList = Array.isArray(value) && value.every((one) => typeof one !== 'object');
        const spaced = isList ? `[${value.map((one) => JSON.stringify(one)).join(comma)}]` : json;
        return `${JSON.stringify(key)}${colon}${spaced}`;
      });
      const columns = Object.keys(object);
      if (assertAgrees(`{${members.join(comma)}}`, columns, vertical)) taken += 1;
    }),
    { numRuns: 3_000 },
  );
  assert.ok(taken > 100, `${taken} lines were taken`);
});

test('of a line with damaged bytes, what is taken is what is read', () => {
  const line = '{"sku":"a-1","price":12.5,"categories":["x","y z"],"n":-3,"b":true,"brand":null}';
  const columns = ['sku', 'price', 'categories', 'n', 'b', 'brand'];
  const mark = fc.constantFrom(...'{}[],:"\\ 0-.eE1ntf\u00a0é'.split(''));
  const edit = fc.tuple(fc.nat(line.length - 1), fc.nat(2), fc.array(mark, { maxLength: 2 }));
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
      const damaged = edits.reduce(
        (before, [at, gone, marks]) =>
          before.slice(0, at) + marks.join('') + before.slice(at + gone),
        line,
      );
      assertAgrees(damaged, columns, 'Other');
    }),
    { numRuns: 3_000 },
  );
});
