// Any number that JSON can write comes back exactly, or is told with its pointer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  isHeld,
  isRawNumber,
  parseExact,
  parseWritten,
  resolveNumbers,
  type Unheld,
} from './index.ts';

const digits = (most: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: most });
/** Every text that JSON takes for a number. */
const numberTexts = fc
  .record({
    sign: fc.constantFrom('', '-'),
    whole: fc.oneof(
      fc.constant('0'),
      digits(25).map((text) => text.replace(/^0+(?=.)/, '')),
    ),
    fraction: fc.option(digits(25), { nil: undefined }),
    exponent: fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'E-'), fc.nat(420)), {
      nil: undefined,
    }),
  })
  .map(
    ({ sign, whole, fraction, exponent }) =>
      sign + whole + (fraction === undefined ? '' : `.${fraction}`) + (exponent?.join('') ?? ''),
  );

/** Digits and exponent of ten, by BigInt: an oracle that knows nothing of doubles. */
function exactly(text: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(text)!;
  let power = Number(exponent) - fraction.length;
  let value = BigInt(whole + fraction);
  if (value === 0n) return '0';
  for (; value % 10n === 0n; power += 1) value /= 10n;
  return `${sign}${value}e${power}`;
}

test('a number is read as what it says, or stays as it is written', () => {
  fc.assert(
    fc.property(numberTexts, (text) => {
      const [read] = parseExact(`[${text}]`) as unknown[];
      if (isRawNumber(read)) return assert.equal(JSON.stringify([read]), `[${text}]`);
      assert.equal(exactly(String(read)), exactly(text));
    }),
    { numRuns: 5_000 },
  );
});

test('where no JSON is kept, a number is exactly what it was, or told with its pointer', () => {
  fc.assert(
    fc.property(numberTexts, fc.boolean(), (text, isWritten) => {
      const read = isWritten ? parseWritten : parseExact;
      const unheld: Unheld[] = [];
      const value = read(`{"a/b":[true,${text},null]}`);
      const { 'a/b': list } = resolveNumbers(value, undefined, unheld) as Record<string, unknown[]>;
      assert.equal(unheld.length === 0, isHeld(text));
      if (unheld.length === 0) return assert.equal(exactly(String(list![1])), exactly(text));
      assert.deepEqual([list, unheld[0]!.pointer], [[true, null], '/a~1b/1']);
    }),
    { numRuns: 5_000 },
  );
});

const names = fc.oneof(
  fc.nat(99).map(String),
  fc.constantFrom('a', 'b', '__proto__', '01', '-1', '4294967294', '4294967295', '"1":', 'x\\"'),
  fc.string().map((text) => text.replaceAll('\0', '')),
);
/** JSON texts without white space, with names in any order and numbers in any form. */
const { json: jsonTexts } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    numberTexts,
    fc.constantFrom('true', 'null', '0', '-0', '1.0', '1e3', '0.0000001', '9007199254740993'),
    fc.string().map((text) => JSON.stringify(text.replaceAll('\0', ''))),
    fc.array(tie('json'), { maxLength: 4 }).map((elements) => `[${elements}]`),
    fc
      .uniqueArray(fc.tuple(names, tie('json')), { maxLength: 6, selector: ([name]) => name })
      .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`)}}`),
  ),
}));
test('JSON that is kept as it is written comes back to the character, names in their order', () => {
  fc.assert(
    fc.property(jsonTexts, (text) => {
      assert.equal(JSON.stringify(parseWritten(text)), text);
      const unheld: Unheld[] = [];
      const kept = resolveNumbers(parseWritten(`{"data":${text}}`), { data: true }, unheld);
      assert.deepEqual([unheld, JSON.stringify(kept)], [[], `{"data":${text}}`]);
    }),
    { numRuns: 5_000 },
  );
});

test('white space and escapes are read as anywhere', () => {
  const text = '{ "b" : 1.50 , "\\u0031" : -0 ,\n"0"\t: [ 1E2 ] }';
  assert.equal(JSON.stringify(parseWritten(text)), '{"b":1.50,"1":-0,"0":[1E2]}');
  assert.deepEqual(parseExact(text), { b: 1.5, 1: -0, 0: [100] });
});

test('what no database would store is told, also where JSON is kept', () => {
  const unheld: Unheld[] = [];
  const texts = ['1e10001', '1'.repeat(1_001), '-1E+99999999999999999999', '1e-10000'];
  const left = resolveNumbers(parseWritten(`[${texts}]`), true, unheld);
  assert.equal(JSON.stringify(left), '[1e-10000]');
  assert.deepEqual(
    unheld.map(({ pointer }) => pointer),
    ['/0', '/1', '/2'],
  );
});

test('ordinary bodies are read by the plain parser, and no text takes long', () => {
  const plain = parseWritten('{"price":12.95,"at":1790000000000,"id":"00","n":[0,-1,1e+21]}');
  assert.deepEqual(plain, { price: 12.95, at: 1_790_000_000_000, id: '00', n: [0, -1, 1e21] });
  for (const part of ['1', '.0', '"', ' ', '\\\\u003', '0', ':-', '[1e']) {
    const began = process.cpuUsage();
    for (const read of [parseExact, parseWritten]) {
      try {
        read(part.repeat(2_000_000 / part.length));
      } catch {
        // Most of these are no JSON.
      }
    }
    assert.ok(process.cpuUsage(began).user < 2_000_000, part);
  }
});
