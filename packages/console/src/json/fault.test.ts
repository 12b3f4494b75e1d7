// Every text that is not JSON has an error with its place, and no other text has one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseJson, sayFault } from './fault.ts';

const said = (text: string) => {
  const { fault } = parseJson(text);
  return fault && sayFault(fault);
};

test('an error names its line and column', () => {
  const cases = [
    ['', 'Line 1, column 1: the text ends, but a value belongs here'],
    ['{\n  "a": 1,\n}', 'Line 3, column 1: no comma may stand before }'],
    ['{ a: 1 }', 'Line 1, column 3: a name in double quotes'],
    ["['a']", 'Line 1, column 2: texts stand in double quotes'],
    ['[1 2]', 'Line 1, column 4: a comma or ]'],
    ['[1,]', 'Line 1, column 4: no comma may stand before ]'],
    ['{"a" 1}', 'Line 1, column 6: a colon'],
    ['{"a": 1', 'Line 1, column 8: the text ends, but a comma or }'],
    ['"a\nb"', 'Line 1, column 3: a double quote must end this text'],
    ['["a', 'Line 1, column 2: a double quote must end this text'],
    ['"\\x"', 'Line 1, column 2: a backslash is written twice'],
    ['1 2', 'Line 1, column 3: nothing may follow'],
    ['01', 'Line 1, column 2: nothing may follow'],
    ['[tru]', 'Line 1, column 2: a value belongs here'],
  ] as const;
  for (const [text, words] of cases) assert.ok(said(text)?.startsWith(words), String(said(text)));
  assert.deepEqual(parseJson(' {"a":[1,-2.5e3,"\\u00e9"]} '), { json: { a: [1, -2500, 'é'] } });
});

test('a place is found in every text that is not JSON, never after its end', () => {
  const text = fc.oneof(
    fc.json(),
    fc.string({ unit: fc.constantFrom(...'{}[]",:1-0.e\\u tnf'), maxLength: 12 }),
    fc.tuple(fc.json(), fc.nat(30), fc.constantFrom('', ',', '"', '}')).map(([json, at, put]) => {
      return json.slice(0, at) + put + json.slice(at + 1);
    }),
  );
  fc.assert(
    fc.property(text, (one) => {
      const parsed = parseJson(one);
      if (parsed.fault) {
        const { line, column, detail } = parsed.fault;
        assert.ok(line >= 1 && column >= 1 && column <= one.length + 1, one);
        assert.notEqual(detail, 'this is not JSON');
      }
    }),
    { numRuns: 2_000 },
  );
});
