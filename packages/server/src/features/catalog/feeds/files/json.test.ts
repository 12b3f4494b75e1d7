// Tests of NDJSON and JSON: what a bad row spoils, and which documents are refused whole.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { read, refuses } from './feed-file.fixture.ts';
import type { FileLine } from './feed-line.ts';
import { readJsonItems } from './json-items.ts';

const abc = [
  { line: 1, row: { sku: 'a' } },
  { line: 2, row: { sku: 'b' } },
];

test('NDJSON: a bad line spoils only itself', async () => {
  const bad = Buffer.concat([
    Buffer.from('{"sku":"a"}\n\n{"sku":\n'),
    Buffer.from([0xff, 10]),
    Buffer.from(`"${'x'.repeat(1_100_000)}"\n{"sku":"b"}`),
  ]);
  const lines = await read('a.ndjson', bad);
  assert.deepEqual(lines[0], { line: 1, row: { sku: 'a' } });
  const errors = lines.flatMap((line) => ('fault' in line ? [[line.line, line.fault]] : []));
  assert.equal(errors.length, 3);
  assert.match(String(errors[0]), /^3,is not JSON/);
  assert.deepEqual(errors.slice(1), [
    [4, 'is not UTF-8'],
    [5, 'is longer than 1048576 bytes'],
  ]);
  assert.deepEqual(lines.at(-1), { line: 6, row: { sku: 'b' } });
});

test('NDJSON: a broken last line without a line end is a file cut off', async () => {
  await refuses('cut.ndjson', '{"sku":"a"}\n{"sku":', /cut off in line 2/);
});

test('JSON: an array, an object of items, or an object a line', async () => {
  const array = '[\n {"sku":"a","t":"],\\"{"}\n,{"sku":"b"},{"x":},\n 5]';
  const lines = await read('a.json', array);
  assert.deepEqual(lines[0], { line: 1, row: { sku: 'a', t: '],"{' } });
  assert.deepEqual(lines[1], { line: 2, row: { sku: 'b' } });
  assert.ok(lines[2] && 'fault' in lines[2] && lines[2].line === 3);
  assert.deepEqual(lines[3], { line: 4, row: 5 });
  const wrapped = '{"items":[{"sku":"a"},\n{"sku":"b"}], "other": {"items": [1]}}';
  assert.deepEqual(await read('wrapped.json', wrapped), abc);
  const deep = '{"meta":{"tags":[{"a":1}]},"data":{"products":[{"sku":"a"},{"sku":"b"}]}}';
  assert.deepEqual(await read('deep.json', deep), abc);
  const late =
    '{"meta": {"items": [1, 2], "n": "items"}, "items" : [ {"sku":"a"},\n{"sku":"b"}]}\n';
  assert.deepEqual(await read('late.json', late), abc);
  assert.deepEqual(await read('lines.json', '{"sku":"a"}\n{"sku":"b"}\n'), abc);
  assert.deepEqual(await read('guess', '[{"sku":"a"},\n{"sku":"b"}]'), abc);
  assert.deepEqual(await read('none.json', ' [ ] \n'), []);
});

test('JSON: what is cut off or holds no items is refused whole', async () => {
  await refuses('cut.json', '[{"sku":"a"},{"sku"', /cut off in line 1/);
  await refuses('cut2.json', '{"items":[{"sku":"a"}]', /cut off/);
  await refuses('quote.json', '[{"sku":"a},{"sku":"b"}]', /cut off/);
  await refuses('other.json', '{"products":{"sku":"a"}}', /no array of items/);
  await refuses('after.json', '[{"sku":"a"}] x', /no array of items/);
  await refuses('two.json', '[1][2]', /no array of items/);
  await refuses('empty.json', '', /is empty/);
  await refuses('close.json', ']', /no array of items/);
});

test('JSON: any array of values is read as JSON.parse reads it', async () => {
  const rows = fc.array(fc.jsonValue(), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom(0, 2), async (values, indent) => {
      const got = await read(
        'any.json',
        JSON.stringify({ n: values, items: values }, null, indent),
      );
      const expected = JSON.parse(JSON.stringify(values));
      assert.deepEqual(
        got.map((line) => ('row' in line ? line.row : line)),
        expected,
      );
    }),
    { numRuns: 100 },
  );
});

test('JSON: where the chunks are cut changes nothing', async () => {
  const text =
    '{"a": ["b", {"items": 1}],\n"items": [{"sku":"\\"a]"},\n\n {"sku":}, 7 ], "z": "[" }';
  const inPieces = async (size: number) => {
    const lines: FileLine[] = [];
    const pieces = async function* () {
      for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
    };
    for await (const line of readJsonItems(pieces())) lines.push(line);
    return lines;
  };
  const whole = await inPieces(text.length);
  assert.deepEqual(whole[0], { line: 1, row: { sku: '"a]' } });
  assert.equal(whole.length, 3);
  for (const size of [1, 2, 3, 7]) assert.deepEqual(await inPieces(size), whole);
});

test('a hundred thousand items on one line are as many rows, in JSON and in XML', async () => {
  const skus = Array.from({ length: 100_000 }, (_, at) => `sku-${at}`);
  const files = {
    'one.json': `[${skus.map((sku) => `{"id":"${sku}"}`)}]`,
    'one.xml': `<rss>${skus.map((sku) => `<item><id>${sku}</id></item>`).join('')}</rss>`,
  };
  for (const [name, text] of Object.entries(files)) {
    const lines = await read(name, text);
    assert.equal(lines.length, 100_000, name);
    assert.deepEqual(new Set(lines.map(({ line }) => line)).size, 100_000);
    assert.equal(lines.at(-1)?.line, 100_000);
  }
});
