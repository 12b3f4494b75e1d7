// Which errors are a passing state of the database, and what of it callers may see.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diskFaultOf, isShortOfResources, isUnavailable } from './errors.ts';

const withCode = (code: string) => Object.assign(new Error(code), { code });

test('a database that lacks something can be tried again, but was reached', () => {
  for (const code of ['53200', '53300', '53100']) {
    const wrapped = new Error('a query failed', { cause: withCode(code) });
    for (const error of [withCode(code), wrapped]) {
      assert.deepEqual([isUnavailable(error), isShortOfResources(error)], [true, true], code);
    }
  }
  for (const code of ['ECONNREFUSED', '08006', '57P01', '58030']) {
    assert.deepEqual(
      [isUnavailable(withCode(code)), isShortOfResources(withCode(code))],
      [true, false],
    );
  }
  assert.equal(isShortOfResources(withCode('23505')), false);
});

test('a disk that is full is told from one that fails, and from all else', () => {
  assert.deepEqual(['53100', '58030', '53200', undefined].map(diskFaultOf), [
    ...['full', 'failing'],
    ...[undefined, undefined],
  ]);
});
