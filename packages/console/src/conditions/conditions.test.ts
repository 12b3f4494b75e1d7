// Rows and conditions say the same: nothing is lost on the way there and back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileCondition } from '@attune/core';
import fc from 'fast-check';
import { pathOfActivity, readActivity } from './activity.ts';
import { operators, valueFor } from './operators.ts';
import { readCondition } from './read.ts';
import { everybody, type Group, type Row } from './rows.ts';
import { writeCondition } from './write.ts';

const back = (json: unknown) => writeCondition(readCondition(json)).condition;
/** With the order of members. */
const same = (one: unknown, other: unknown) =>
  assert.equal(JSON.stringify(one), JSON.stringify(other));

const names = fc.constantFrom('a', 'b', 'a.b', '__proto__', 'constructor', '7', '', '~/', '\\$and');
const scalar = fc.constantFrom<unknown>(0, 1, 5, 'x', ' ', '', 'true', true, false, null);
const operand = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(
    fc.oneof(fc.constantFrom(...Object.keys(operators), '$size', '$not', '$elemMatch'), names),
    fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.constant({ $gt: 1 })),
    { maxKeys: 3, noNullPrototype: true },
  ),
);
const { condition: json } = fc.letrec((tie) => ({
  condition: fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: fc.tuple(names, operand) },
        fc.tuple(fc.constant('$audience'), fc.constantFrom<unknown>(7, 8, null, 'x')),
        fc.tuple(fc.constant('$not'), fc.oneof(tie('condition'), scalar)),
        fc.tuple(
          fc.constantFrom('$and', '$or', '$nor'),
          fc.array(fc.oneof({ weight: 9, arbitrary: tie('condition') }, scalar), { maxLength: 3 }),
        ),
      ),
      { maxLength: 3 },
    )
    .map((entries) => Object.fromEntries(entries)),
}));

test('any condition comes back from the rows as it was, member by member', () => {
  fc.assert(
    fc.property(json, (condition) => same(back(condition), condition)),
    { numRuns: 2_000 },
  );
  assert.equal(readCondition({}), everybody);
});

const value = fc.constantFrom<unknown>(1, 2, 'x', 'y', true);
const attributeRow = fc
  .tuple(fc.constantFrom('a', 'b'), fc.constantFrom(...Object.keys(operators)), value)
  .map(([path, operator, before]): Row => {
    const kind = typeof before === 'number' ? 'number' : 'text';
    return { kind: 'attribute', path, operator, value: valueFor(operator, kind, before as string) };
  });
const { group } = fc.letrec<{ group: Group }>((tie) => ({
  group: fc.record({
    kind: fc.constant('group' as const),
    of: fc.constantFrom('all' as const, 'any' as const, 'none' as const),
    form: fc.constantFrom('members' as const, 'list' as const, 'not' as const),
    rows: fc.array(
      fc.oneof(
        { maxDepth: 3 },
        attributeRow,
        fc.record({
          kind: fc.constant('audience' as const),
          id: fc.constantFrom(7, 8),
          isIn: fc.boolean(),
        }),
        fc
          .constantFrom<unknown>({ a: { $size: 1 } }, { a: 1, b: 2 }, {})
          .map((one) => ({ kind: 'json' as const, json: one })),
        tie('group'),
      ),
      { maxLength: 3 },
    ),
  }),
}));

const audiences = new Map<number, unknown>([
  [7, { a: 1 }],
  [8, { b: 'x' }],
]);
const holds = (condition: unknown, visitor: Record<string, unknown>) =>
  compileCondition(condition, { audiences }).test(visitor);

/** What rows mean, each evaluated by itself. */
function means(row: Row, visitor: Record<string, unknown>): boolean {
  if (row.kind !== 'group') {
    return holds(writeCondition({ ...everybody, rows: [row] }).condition, visitor);
  }
  const results = row.rows
    .filter((one) => one.kind !== 'group' || one.rows.length > 0)
    .map((one) => means(one, visitor));
  if (results.length === 0 || row.of === 'all') return results.every(Boolean);
  return row.of === 'any' ? results.some(Boolean) : !results.some(Boolean);
}

test('rows are written as a condition that means what they say, wherever they were moved', () => {
  const visitor = fc.record({ a: fc.constantFrom(1, 2, 'x', 'y', ['x']), b: value });
  // Groups without a row are left out when written; so they are here.
  const isFull = (row: Row): boolean =>
    row.kind !== 'group' || (row.rows.length > 0 && row.rows.every(isFull));
  fc.assert(
    fc.property(group.filter(isFull), visitor, (root, who) => {
      const { condition } = writeCondition(root);
      assert.equal(holds(condition, who), means(root, who), JSON.stringify(condition));
      same(back(condition), condition);
    }),
    { numRuns: 2_000 },
  );
});

test('each row is known by its place in the condition', () => {
  const rows = readCondition({ 'a~/b': { $gte: 1, $lt: 5 }, $or: [{ c: 1 }, { $audience: 7 }] });
  const { places } = writeCondition(rows);
  const found = [...places].map(([row, at]) => `${row.kind} ${at}`);
  assert.deepEqual(found, [
    'group ',
    'attribute /a~0~1b',
    'attribute /a~0~1b',
    'group /$or',
    'attribute /$or/0/c',
    'audience /$or/1/$audience',
  ]);
});

test('what a user did is a path, whatever the names in it are', () => {
  const asked = [
    { of: 'purchase', days: 30 },
    { of: 'event', name: 'sign.up', days: 1 },
    { of: 'view', property: 'categories', value: 'Shoes \\ 7d.', days: 366 },
  ];
  for (const one of asked) assert.deepEqual(readActivity(pathOfActivity(one)), one);
  for (const path of ['activity', 'activity.view.30d.x', 'user.id', 'activity.view.a.b.c.3d']) {
    assert.equal(readActivity(path), undefined, path);
  }
});

test('a value is kept when the operator or the kind of attribute becomes another one', () => {
  assert.deepEqual(valueFor('$in', 'text', 'x'), ['x']);
  assert.equal(valueFor('$gte', 'number', '12'), 12);
  assert.equal(valueFor('is', 'text', ['x', 'y']), 'x');
  assert.deepEqual(valueFor('$in', 'number', ['1', 'x']), [1]);
  assert.equal(valueFor('$exists', 'text', 'x'), true);
  assert.equal(valueFor('is', 'boolean', 'x'), true);
});
