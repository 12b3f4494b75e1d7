// What is shown of a table, as an address has it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareValues, optionsOf } from './column.ts';
import { changed, emptyState, isFiltered, pressed, stateIn, withState } from './state.ts';

const filterIds = ['status', 'label'];

test('an address keeps search, filters, order and page, and what else it had', () => {
  const state = {
    q: 'hero ü',
    filters: { status: 'live' },
    sort: { column: 'changed', isDescending: true },
    page: 3,
  };
  const search = withState(new URLSearchParams('new=&label=old'), state, filterIds);
  assert.equal(search.toString(), 'new=&q=hero+%C3%BC&status=live&sort=-changed&page=4');
  assert.deepEqual(stateIn(search, filterIds), state);
  assert.equal(withState(search, emptyState, filterIds).toString(), 'new=');
});

test('an address that says nonsense shows the beginning', () => {
  for (const page of ['-1', '0', 'x', '1.5']) {
    assert.equal(stateIn(new URLSearchParams({ page }), []).page, 0, page);
  }
  assert.deepEqual(stateIn(new URLSearchParams('status=live'), []), emptyState);
});

test('whatever changes what is listed begins at the first page', () => {
  const last = { ...emptyState, page: 7 };
  assert.equal(changed(last, { q: 'a' }).page, 0);
  assert.equal(changed(last, { page: 8 }).page, 8);
  assert.equal(isFiltered(changed(last, { q: '  ' })), false);
  assert.equal(isFiltered(changed(last, { filters: { status: 'live' } })), true);
});

test('a head that is pressed sorts one way, the other, and not', () => {
  const first = pressed({ column: 'name', isDescending: true }, 'used', true);
  assert.deepEqual(first, { column: 'used', isDescending: true });
  const second = pressed(first, 'used', true);
  assert.deepEqual(second, { column: 'used', isDescending: false });
  assert.equal(pressed(second, 'used', true), undefined);
});

test('names sort as people count, and numbers as numbers', () => {
  const names = ['Test 10', 'test 9', 'Änderung', 'Zebra'];
  assert.deepEqual(names.toSorted(compareValues), ['Änderung', 'test 9', 'Test 10', 'Zebra']);
  assert.deepEqual([10, 9, -1].toSorted(compareValues), [-1, 9, 10]);
});

test('a filter offers what the rows have, and what is chosen already', () => {
  const filter = { any: 'Any label', valuesOf: (row: string[]) => row };
  assert.deepEqual(optionsOf(filter, [['b', 'a'], ['a']], 'gone'), ['a', 'b', 'gone']);
  assert.deepEqual(optionsOf({ ...filter, options: ['x'] }, [['b']], ''), ['x']);
});
