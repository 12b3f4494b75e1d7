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
    ['', 'Line 1, column 1: the text ends too early: enter a value'],
    ['{\n  "a": 1,\n}', 'Line 3, column 1: delete the comma before }'],
    ['{ a: 1 }', 'Line 1, column 3: enter a name in double quotes'],
    ["['a']", 'Line 1, column 2: use double quotes'],
    ['[1 2]', 'Line 1, column 4: enter a comma or ]'],
    ['[1,]', 'Line 1, column 4: delete the comma before ]'],
    ['{"a" 1}', 'Line 1, column 6: enter a colon'],
    ['{"a": 1', 'Line 1, column 8: the text ends too early: enter a comma or }'],
    ['"a\nb"', 'Line 1, column 3: close the text with a double quote'],
    ['["a', 'Line 1, column 2: close the text with a double quote'],
    ['"\\x"', 'Line 1, column 2: write a backslash twice'],
    ['1 2', 'Line 1, column 3: unexpected text'],
    ['01', 'Line 1, column 2: unexpected text'],
    ['[tru]', 'Line 1, column 2: enter a value'],
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
        assert.notEqual(detail, 'this is not valid JSON');
      }
    }),
    { numRuns: 2_000 },
  );
});
