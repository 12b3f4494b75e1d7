// How skips are reported.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { projectRoot } from '../project.ts';
import { describeSkips, skipOf } from './reporter.ts';

const file = `${projectRoot}/e2e/shop.test.ts`;

test('a skip is reported with its reason, and its absence too', () => {
  assert.deepEqual(skipOf({ name: 'runs', file }), []);
  assert.deepEqual(skipOf({ name: 'a', file, skip: 'no browser' }), [
    { file: 'e2e/shop.test.ts', name: 'a', reason: 'no browser' },
  ]);
  for (const skip of [true, '']) {
    assert.equal(skipOf({ name: 'a', file, skip })[0]?.reason, 'no reason given');
  }
});

test('skips of one reason are reported together', () => {
  const skips = ['a', 'b'].map((name) => ({ file: 'f.test.ts', name, reason: 'no data' }));
  assert.equal(describeSkips(skips), 'Skipped (2):\n  no data\n    f.test.ts: a\n    f.test.ts: b');
  assert.equal(describeSkips([]), 'Nothing was skipped.');
});
