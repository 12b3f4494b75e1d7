// An entry is read member by member, whatever is in its details.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDetails } from './changes.ts';

test('changes are listed member by member, by path', () => {
  const details = {
    before: { vertical: 'Media', affinity: { weights: { view: 1 }, halfLifeDays: 30 } },
    after: { vertical: 'Travel', affinity: { weights: { view: 2 }, halfLifeDays: 30 } },
  };
  assert.deepEqual(readDetails(details), {
    members: [
      { path: 'vertical', before: 'Media', after: 'Travel' },
      { path: 'affinity › weights › view', before: '1', after: '2' },
    ],
    rest: undefined,
  });
});

test('what was made had no before, and what was deleted has no after', () => {
  assert.deepEqual(readDetails({ after: { name: 'Shop' } }).members, [
    { path: 'name', before: undefined, after: 'Shop' },
  ]);
  assert.deepEqual(readDetails({ before: { name: 'Shop' } }).members, [
    { path: 'name', before: 'Shop', after: undefined },
  ]);
  assert.deepEqual(readDetails({ before: 'a', after: 'b' }).members, [
    { path: '', before: 'a', after: 'b' },
  ]);
});

test('a value that became another kind of value is listed as a whole', () => {
  const { members } = readDetails({ before: { a: [1] }, after: { a: { b: null } } });
  assert.deepEqual(members, [{ path: 'a', before: '[\n  1\n]', after: '{\n  "b": null\n}' }]);
  assert.deepEqual(readDetails({ before: { a: null }, after: { a: {} } }).members, [
    { path: 'a', before: 'null', after: '{}' },
  ]);
});

test('what else there is stays readable', () => {
  assert.deepEqual(readDetails(null), { members: [], rest: undefined });
  assert.deepEqual(readDetails({ erasureId: 'x' }), {
    members: [],
    rest: '{\n  "erasureId": "x"\n}',
  });
  assert.deepEqual(readDetails('text'), { members: [], rest: 'text' });
  const hostile = JSON.parse('{"before":{"__proto__":1},"after":{"__proto__":2}}');
  assert.deepEqual(readDetails(hostile).members, [{ path: '__proto__', before: '1', after: '2' }]);
});
