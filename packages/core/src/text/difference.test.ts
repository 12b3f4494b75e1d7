// Tests of differences: by id or name, none twice, none left out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Difference, differencesOf, placedDifferences } from './difference.ts';

const reported = (before: unknown, after: unknown) =>
  differencesOf(before, after).map(({ change, pointer }) => `${change} ${pointer}`);

test('members are added, removed and changed, each at its place', () => {
  const before = { a: 1, b: { c: [1, 2], 'x/y~z': 1 }, gone: null };
  const after = { b: { c: [1, 3], 'x/y~z': 2 }, a: 1, come: false };
  assert.deepEqual(reported(before, after), [
    ...['changed /b/c/1', 'changed /b/x~1y~0z', 'removed /gone', 'added /come'],
  ]);
});

test('the order of members, and what is the same, is no difference', () => {
  assert.deepEqual(differencesOf({ a: [{ b: 1, c: 2 }] }, { a: [{ c: 2, b: 1 }] }), []);
  assert.deepEqual(differencesOf({ a: undefined }, {}), []);
});

test('things with ids are followed wherever they stand; names do where there are no ids', () => {
  for (const key of ['id', 'name']) {
    const thing = (name: unknown, value: number) => ({ [key]: name, value });
    const before = { list: [thing(1, 1), thing(2, 1), thing(3, 1)] };
    const after = { list: [thing(4, 1), thing(3, 2), thing(1, 1)] };
    const [removed, added, changed, order] = differencesOf(before, after) as Difference[];
    assert.deepEqual(removed, { change: 'removed', pointer: '/list/1', before: thing(2, 1) });
    assert.deepEqual(added, { change: 'added', pointer: '/list/0', after: thing(4, 1) });
    assert.deepEqual(changed, { change: 'changed', pointer: '/list/1/value', before: 1, after: 2 });
    assert.deepEqual(order, {
      ...{ change: 'reordered', pointer: '/list', before: [1, 3], after: [3, 1] },
    });
  }
});

test('a place is described by names, and by numbers from 1 where there are none', () => {
  const steps = [{ slots: [1] }, { slots: [2] }];
  const before = { lists: [{ name: 'Men', of: [{ name: 'A', weight: 1 }, { name: 'B' }] }], steps };
  const after = {
    lists: [{ name: 'Men', of: [{ name: 'A', weight: 2 }, { name: 'C/D' }] }],
    steps: [steps[0], { slots: [3] }],
    'a/b': true,
  };
  const places = placedDifferences(before, after).map(({ change, place }) => `${change} ${place}`);
  assert.deepEqual(places, [
    ...['removed Men › B', 'changed Men › A › weight', 'added Men › C/D'],
    ...['changed steps › 2 › slots › 1', 'added a/b'],
  ]);
  assert.deepEqual(placedDifferences([1], [2])[0]?.place, '1');
});

test('lists of plain values change as a whole where their length does', () => {
  assert.deepEqual(reported({ l: ['a', 'b'] }, { l: ['b'] }), ['changed /l']);
  assert.deepEqual(reported([{ id: 1 }, { id: 1 }], [{ id: 1 }]), ['changed ']);
});

test('names that objects inherit are names like others', () => {
  const of = (text: string) => JSON.parse(text);
  assert.deepEqual(reported(of('{}'), of('{"__proto__":1,"toString":2}')), [
    ...['added /__proto__', 'added /toString'],
  ]);
});

test('equal values, and no others, have no difference', () => {
  const seed = Number(process.env['SEED'] ?? 20261121);
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      assert.deepEqual(differencesOf(one, structuredClone(one)), []);
      const isSame = sorted(one) === sorted(other);
      assert.equal(differencesOf(one, other).length === 0, isSame, `seed ${seed}`);
    }),
    { seed, numRuns: 500 },
  );
});

/** JSON text with members by name; -0 is 0. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_name, one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}
