// How failures are told at the end of a run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { projectRoot } from '../project.ts';
import { describeFailures, failureOf } from './failures.ts';

const file = `${projectRoot}/e2e/shop.test.ts`;
const errorOf = (failureType: string, cause: unknown) =>
  Object.assign(new Error('it failed', { cause }), { failureType });

test('what failed is told by its file, its name and the first lines of why', () => {
  const cause = new Error(['', 'one', '', ...Array.from({ length: 9 }, () => 'more')].join('\n'));
  const failures = failureOf({
    name: 'a',
    file,
    details: { error: errorOf('testCodeFailure', cause) },
  });
  assert.equal(
    describeFailures(failures),
    `Failed (1):\n  e2e/shop.test.ts: a\n    one\n${'    more\n'.repeat(5)}`.trimEnd(),
  );
  const [died] = failureOf({
    name: 'a',
    file,
    details: { error: errorOf('testCodeFailure', 'x') },
  });
  assert.equal(died?.message, 'it failed');
});

test('what only has a failed test in it is not told again, nor what is still to be done', () => {
  const error = errorOf('subtestsFailed', undefined);
  assert.deepEqual(failureOf({ name: 'a', file, details: { error } }), []);
  const todo = {
    name: 'a',
    file,
    todo: '',
    details: { error: errorOf('testCodeFailure', undefined) },
  };
  assert.deepEqual(failureOf(todo), []);
  assert.equal(describeFailures([]), '');
});
