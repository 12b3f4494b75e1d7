// What senders who mean harm, or who are broken, put where a string, a name or a number belongs.
import fc from 'fast-check';
import { codePoint } from '../../packages/core/src/text/code-points.fixture.ts';
import { Verbatim } from './json-text.ts';

/** No answer repeats it and no log line holds it: it stands for what a body may say of a person. */
export const canary = 'canary-0f3a';

/** Strings, names and parts of an address alike. */
const hostileStrings: readonly string[] = [
  '',
  ' ',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '$where',
  '$regex',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u202eright to left\u202c',
  '\u200b\ufeff\u2028\u2029',
  'e\u0301'.repeat(600),
  '\u{1f600}'.repeat(600),
  'x'.repeat(1_001),
  'x'.repeat(70_000),
  "' or 1=1; drop table site; --",
  "$1 \\' \\\\ E'\\\\x00'",
  '<script>alert(1)</script>',
  '%s%n%d%x {0} $' + '{jndi:ldap://x} #{7*7} {{7*7}}',
  '../../../../etc/passwd',
  'a/b~0~1/c',
  '\r\nsvc-injected: 1',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '0x10',
  '9223372036854775808',
  '-9223372036854775809',
  '2024-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  'null',
  canary,
];

const hostileNumbers: readonly unknown[] = [
  0,
  -1,
  0.1,
  1e21,
  -1e21,
  5e-324,
  Number.MAX_SAFE_INTEGER + 2,
  2 ** 31,
  2 ** 32 + 1,
  2 ** 63,
  ...['-0', '1e400', '-1e400', `1${'0'.repeat(400)}`, `0.${'0'.repeat(400)}1`].map(
    (text) => new Verbatim(text),
  ),
];

/** What is not JSON at all. */
const notJson = [
  'NaN',
  'undefined',
  "'single'",
  '01',
  '+1',
  '.5',
  '"\t"',
  '"\\x41"',
  '"\\u12"',
  '[1,]',
  '{"a":1,}',
  '{a:1}',
  '/**/1',
  '1 1',
  '"open',
  '{"open":',
  ']',
  '\u00a01',
].map((text) => new Verbatim(text));

const nested = (open: string, close: string, depth: number) =>
  new Verbatim(`${open.repeat(depth)}1${close.repeat(depth)}`);

const deep = [
  ...[9, 33, 99, 101, 5_000].map((depth) => nested('[', ']', depth)),
  ...[9, 33, 99, 101, 5_000].map((depth) => nested('{"a":', '}', depth)),
  nested('{"$not":', '}', 60),
  nested('{"$and":[', ']}', 60),
  nested('[', '', 2_000),
];

export const hostileString = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostileStrings) },
  { weight: 1, arbitrary: fc.string({ unit: codePoint, maxLength: 40 }) },
);

/** Names of members. */
export const hostileName = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostileStrings) },
  { weight: 1, arbitrary: fc.string({ maxLength: 10 }) },
);

/** Anything in the place of a value. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileString },
  { weight: 4, arbitrary: fc.constantFrom(...hostileNumbers) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null]) },
  { weight: 1, arbitrary: fc.constantFrom(...deep) },
  { weight: 1, arbitrary: fc.constantFrom(...notJson) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);
