// Knows what conditions promise beside their answers: laziness, sharing, and limits.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCondition, compileCondition, explainCondition } from './index.ts';
import { compilePattern, MAX_INPUT_LENGTH } from './pattern/pattern.ts';

test('an attribute that is a getter is read when it is asked for, and only then', () => {
  let reads = 0;
  const attributes = Object.defineProperty({ country: 'DE' }, 'device', {
    enumerable: true,
    get: () => {
      reads += 1;
      return { type: 'phone' };
    },
  });
  const { test: matches } = compileCondition({ country: 'DE', 'device.type': 'phone' });
  assert.equal(compileCondition({ country: 'DE' }).test(attributes), true);
  assert.equal(reads, 0);
  assert.equal(matches({ ...attributes, country: 'FR' }), false);
  reads = 0;
  assert.equal(matches(attributes), true);
  assert.equal(reads, 1);
});

test('attributes without a prototype are as good as others', () => {
  const attributes = Object.assign(Object.create(null), { country: 'DE' });
  assert.equal(compileCondition({ country: 'DE' }).test(attributes), true);
});

test('an audience is compiled once for everyone who refers to it', () => {
  const audiences = new Map([[1, { country: 'DE' }]]);
  const [one, other] = [1, 2].map(() => compileCondition({ $audience: 1 }, { audiences }));
  assert.equal(one?.test, other?.test);
});

test('the same audiences with other saved groups are compiled anew', () => {
  const audiences = new Map([[1, { id: { $inGroup: 'testers' } }]]);
  const answers = [[7], []].map((testers) =>
    compileCondition({ $audience: 1 }, { audiences, savedGroups: { testers } }).test({ id: 7 }),
  );
  assert.deepEqual(answers, [true, false]);
});

test('a condition that can never match says why', () => {
  const { fault } = compileCondition({ $audience: 9 }, { audiences: new Map() });
  assert.equal(fault, 'audience 9 is unknown');
});

test('nesting of any depth is refused without exhausting the stack', () => {
  let json: unknown = {};
  for (let depth = 0; depth < 50_000; depth += 1) json = { $not: json };
  assert.equal(compileCondition(json).test({}), false);
  assert.equal(checkCondition(json).length, 1);
});

test('500 parts may be saved, 501 may not', () => {
  const parts = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, at]));
  assert.deepEqual(checkCondition(parts(500)), []);
  assert.deepEqual(checkCondition(parts(501)), [
    { pointer: '', detail: 'has 501 parts, more than 500' },
  ]);
  assert.deepEqual(checkCondition({ $and: new Array(500).fill({}) }), [
    { pointer: '', detail: 'has 501 parts, more than 500' },
  ]);
});

test('a list may have 1,000 entries and no more', () => {
  const among = (count: number) => ({ id: { $in: Array.from({ length: count }, (_, at) => at) } });
  assert.deepEqual(checkCondition(among(1_000)), []);
  assert.equal(checkCondition(among(1_001))[0]?.pointer, '/id/$in');
});

test('a pattern sees the first 1,000 characters of a text', () => {
  const matches = compilePattern('b', '');
  assert.equal(matches(`${'a'.repeat(MAX_INPUT_LENGTH - 1)}b`), true);
  assert.equal(matches(`${'a'.repeat(MAX_INPUT_LENGTH)}b`), false);
});

test('the costliest patterns that are accepted answer hostile text within a second', () => {
  const hostile = ['a'.repeat(2_000), 'ab'.repeat(1_000), 'a1'.repeat(1_000)];
  for (const pattern of ['iPhone.*Mobile Safari', '.*[ab]{0,9}!', '(a)*?\\w?((\\w?)){2}x']) {
    assert.deepEqual(checkCondition({ url: { $regex: pattern } }), []);
    const matches = compilePattern(pattern, '');
    for (const text of hostile) {
      const before = process.cpuUsage();
      matches(text);
      assert.ok(process.cpuUsage(before).user < 1_000_000, pattern);
    }
  }
});

test('a trace shows each part with its path, what was expected and what was read', () => {
  const condition = { country: 'DE', $or: [{ age: { $gt: 30, $lt: 60 } }, { $audience: 1 }] };
  const audiences = new Map([[1, { 'cart.total': { $exists: true } }]]);
  const trace = explainCondition(condition, { audiences }, { country: 'FR', age: 70 });
  const age = { path: 'age', actual: 70 };
  const total = { pass: false, operator: '$exists', path: 'cart.total', expected: true };
  assert.deepEqual(trace, {
    pass: false,
    operator: '$and',
    children: [
      { pass: false, operator: '$eq', path: 'country', expected: 'DE', actual: 'FR' },
      {
        pass: false,
        operator: '$or',
        children: [
          {
            pass: false,
            operator: '$and',
            path: 'age',
            children: [
              { ...age, pass: true, operator: '$gt', expected: 30 },
              { ...age, pass: false, operator: '$lt', expected: 60 },
            ],
          },
          { pass: false, operator: '$audience', expected: 1, children: [total] },
        ],
      },
    ],
  });
});
