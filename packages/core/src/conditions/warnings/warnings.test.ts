// What warnings promise: never a false one, and the mistakes that people make are found.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type ConditionField, checkCondition, compileCondition } from '../index.ts';
import { valueOperators } from '../operators/table.ts';
import { conditionWarnings } from './warnings.ts';

const never: [json: unknown, pointer: string, audiences?: [number, unknown][]][] = [
  [{ a: { $in: [] } }, '/a/$in'],
  [{ a: 'x', $and: [{ a: 'y' }] }, '/$and/0/a'],
  [{ a: { $gt: 5, $lt: 5 } }, '/a/$lt'],
  [{ a: { $gte: '2026-03-01', $lt: '2026-02-01' } }, '/a/$lt'],
  [{ a: { $in: ['x', 'y'], $nin: ['y', 'x', 'z'] } }, '/a/$nin'],
  [{ a: { $in: [1, 2], $gt: 2 } }, '/a/$gt'],
  [{ a: { $exists: false, $eq: 'x' } }, '/a/$eq'],
  [{ a: 'x', $not: { a: { $in: ['x'] } } }, '/$not/a'],
  [{ a: 'x', $nor: [{ b: 1 }, { a: 'x' }] }, '/$nor/1/a'],
  [{ a: { $size: { $gt: 2, $lt: 1 } } }, '/a/$size'],
  [{ a: { $size: 2, $gt: 1 } }, '/a/$gt'],
  [{ a: { $size: { $lt: 0 } } }, '/a/$size'],
  [{ a: { $elemMatch: { b: 1, $and: [{ b: 2 }] } } }, '/a/$elemMatch'],
  [{ a: { $all: [{ $gt: 2, $lt: 1 }] } }, '/a/$all'],
  [{ a: { $type: 'string' }, $and: [{ a: { $type: 'number' } }] }, '/$and/0/a/$type'],
  [{ a: 'x', $or: [{ a: 'y' }, { a: { $regex: '^z' } }] }, '/$or'],
  [{ $and: [{ b: 1 }, { $or: [{ a: { $in: [] } }] }] }, '/$and/1/$or/0/a/$in'],
  [{ a: 'x', $audience: 1 }, '/$audience', [[1, { $and: [{ a: 'y' }] }]]],
  [{ $not: {} }, '/$not'],
  [{ 'activity.purchase.7d': { $lt: 0 } }, '/activity.purchase.7d/$lt'],
  [{ 'affinity.color.red.rank': { $lt: 1 } }, '/affinity.color.red.rank/$lt'],
  [{ only: { $in: ['x'] }, $and: [{ only: { $in: ['y'] } }] }, '/$and/0/only/$in'],
];
const fields: ConditionField[] = [
  { path: 'only', type: 'string' },
  ...['a', 'b', 'c'].map((path): ConditionField => ({ path, type: 'any' })),
  { path: 'device.type', type: 'string' },
  { path: 'pageAttributes.*', type: 'any' },
  { path: 'affinity.color.*.rank', type: 'number' },
  { path: 'activity.purchase.*', type: 'number' },
];

for (const [json, pointer, audiences = []] of never) {
  test(`a warning says that nobody matches ${JSON.stringify(json)}`, () => {
    const options = { audiences: new Map(audiences), fields };
    assert.deepEqual(checkCondition(json, options), []);
    const [warning, ...others] = conditionWarnings(json, options);
    assert.deepEqual([warning?.kind, warning?.pointer, others], ['never', pointer, []]);
    assert.match(warning!.detail, /^can never match: /);
  });
}

test('a branch that adds nobody is distinguished from a condition that nobody matches', () => {
  const json = { a: { $gte: 18 }, $or: [{ a: { $lt: 18 } }, { b: 1 }] };
  assert.deepEqual(conditionWarnings(json), [
    {
      kind: 'never-part',
      pointer: '/$or/0',
      detail: 'can never match, so it adds no users: no value of a passes $gte 18 and $lt 18',
    },
  ]);
});

test('what can match is not warned about', () => {
  for (const json of [
    {},
    { a: { $in: ['x'] }, $and: [{ a: { $in: ['y'] } }] },
    { a: { $gte: 5, $lte: 5 } },
    { a: { $ne: 'x', $nin: [] } },
    { a: { $gt: '10', $lt: '9' }, b: { $size: 0 } },
    { a: { $gt: '9', $lt: '10' } },
  ]) {
    assert.deepEqual(conditionWarnings(json, { fields }), [], JSON.stringify(json));
  }
});

test('an unknown field is named with the one that was probably meant', () => {
  const json = {
    'devise.type': 'mobile',
    'pageAttributes.anything': 1,
    $or: [{ 'affinity.colour.red.rank': 1 }, { $not: { nonsense: { $gt: 1 } } }, { device: {} }],
    'device.type.deeper': 1,
    a: { $elemMatch: { unheard: 1 } },
  };
  const reported = conditionWarnings(json, { fields }).map(({ pointer, detail }) => [
    pointer,
    /Did you mean (.*)\?$/.exec(detail)?.[1],
  ]);
  assert.deepEqual(reported, [
    ['/devise.type', 'device.type'],
    ['/$or/0/affinity.colour.red.rank', 'affinity.color.red.rank'],
    ['/$or/1/$not/nonsense', undefined],
    ['/device.type.deeper', undefined],
  ]);
});

test('a text that a field can never be is named with the one that was probably meant', () => {
  const only = ['desktop', 'mobile', 'tablet', 'tv', 'bot'];
  const closed: ConditionField[] = [{ path: 'device.type', type: 'string', only }];
  const reportedOf = (json: unknown) =>
    conditionWarnings(json, { fields: closed })
      .filter(({ kind }) => kind === 'unknown-value')
      .map(({ pointer, detail }) => [pointer, /Did you mean (.*)\?$/.exec(detail)?.[1]]);
  const wrong = {
    'device.type': 'Mobile',
    $or: [
      { 'device.type': { $in: ['tablet', 'phone', 'desktopp'] } },
      { 'device.type': { $not: { $ne: 'watch' } } },
      { $not: { 'device.type': { $ini: ['TABLET', 'TABLETS'] } } },
    ],
  };
  assert.deepEqual(reportedOf(wrong), [
    ['/device.type', 'mobile'],
    ['/$or/0/device.type/$in/1', undefined],
    ['/$or/0/device.type/$in/2', 'desktop'],
    ['/$or/1/device.type/$not/$ne', undefined],
    ['/$or/2/$not/device.type/$ini/1', 'tablet'],
  ]);
  for (const right of ['tv', { $in: ['bot', null] }, { $regex: 'phone' }, { $exists: true }]) {
    assert.deepEqual(reportedOf({ 'device.type': right }), []);
  }
});

test('audiences that refer to one another again and again take bounded time', () => {
  const audiences = new Map<number, unknown>([[40, { a: 1 }]]);
  for (let id = 0; id < 40; id += 1) {
    audiences.set(id, { $or: [{ $audience: id + 1 }, { $audience: id + 1, b: 1 }] });
  }
  assert.deepEqual(conditionWarnings({ $audience: 0 }, { audiences }), []);
  audiences.set(40, { $audience: 0 });
  assert.deepEqual(conditionWarnings({ $audience: 0 }, { audiences }), []);
});

const scalar = fc.constantFrom('a', 'b', '', '1', 0, 1, 2.5, true, null);
const value = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.dictionary(fc.constantFrom('a', 'b'), scalar), { maxLength: 2 }),
  },
);
const path = fc.constantFrom('a', 'b');
const { condition } = fc.letrec<{ condition: unknown; operators: unknown }>((tie) => ({
  operators: fc.dictionary(
    fc.constantFrom(...valueOperators.keys()),
    fc.oneof(
      { depthSize: 'small' },
      { weight: 3, arbitrary: scalar },
      { weight: 3, arbitrary: fc.array(scalar, { maxLength: 3 }) },
      fc.constantFrom('string', 'number', 'array', 'null', '^a', true, false),
      tie('operators'),
      fc.array(tie('operators'), { maxLength: 2 }),
    ),
    { minKeys: 1, maxKeys: 3 },
  ),
  condition: fc.oneof(
    { depthSize: 'small' },
    fc.dictionary(path, fc.oneof(value, tie('operators')), { maxKeys: 2 }),
    fc.record({ $and: fc.array(tie('condition'), { maxLength: 3 }), a: tie('operators') }),
    fc.record({ $or: fc.array(tie('condition'), { maxLength: 3 }), b: tie('operators') }),
    fc.record({ $nor: fc.array(tie('condition'), { maxLength: 2 }), a: value }),
    fc.record({ $not: tie('condition'), a: tie('operators') }),
    fc.record({ a: fc.record({ $elemMatch: tie('condition') }) }),
    fc.record({ $audience: fc.integer({ min: 1, max: 3 }), b: tie('operators') }),
  ),
}));
type Json = Record<string, unknown>;
const nobody = { $not: {} };
const attributes = fc.record({ a: value, b: value }, { requiredKeys: [] });

test('no warning is ever false, for any user', () => {
  let [wholes, branches] = [0, 0];
  fc.assert(
    fc.property(
      condition,
      fc.array(condition, { maxLength: 2 }),
      fc.array(attributes, { minLength: 20, maxLength: 40 }),
      (json, referred, visitors) => {
        const audiences = new Map(referred.map((one, at) => [at + 1, one]));
        const options = { audiences };
        const warnings = conditionWarnings(json, options);
        const { test: whole } = compileCondition(json, options);
        for (const { kind, pointer } of warnings) {
          if (kind === 'never') wholes += 1;
          else branches += 1;
          const { test: part } = compileCondition(resolvePointer(json, pointer), options);
          // Without a branch that adds nobody, everyone who matched still matches.
          const rest = kind === 'never' ? nobody : withNobodyAt(json, pointer);
          const { test: without } = compileCondition(rest, options);
          // Within a branch of another $or, who matches the whole may not be in that one.
          const isWithinOne = pointer.split('/').filter((key) => key === '$or').length === 1;
          for (const one of visitors) {
            const reported = `${JSON.stringify(warnings)} of ${JSON.stringify(one)}`;
            const matches = whole(one) && (kind === 'never' || (isWithinOne && part(one)));
            assert.ok(!matches, reported);
            assert.ok(!whole(one) || without(one), reported);
          }
        }
      },
    ),
    { numRuns: 1_500 },
  );
  assert.ok(wholes > 50 && branches > 3, `${wholes} wholes, ${branches} branches`);
});

const keysOf = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

function resolvePointer(json: unknown, pointer: string): unknown {
  return keysOf(pointer).reduce<unknown>((inner, key) => (inner as Json)[key], json);
}

/** A condition whose branch at a pointer nobody matches. */
function withNobodyAt(json: unknown, pointer: string): unknown {
  const copy = structuredClone(json);
  const end = pointer.lastIndexOf('/');
  const parent = resolvePointer(copy, pointer.slice(0, end)) as Json;
  parent[keysOf(pointer).at(-1) ?? ''] = nobody;
  return copy;
}
