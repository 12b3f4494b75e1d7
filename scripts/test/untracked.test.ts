// An error that nobody catches fails the file that it came of, and is told of with its place.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const preload = ['--import', `${import.meta.dirname}/untracked.ts`];

for (const [what, fault] of [
  ['thrown', `setTimeout(() => { throw new Error('lost') })`],
  ['rejected', `Promise.reject(new Error('lost'))`],
] as const) {
  test(`an error that is ${what} in the back of a test that passes fails the file`, () => {
    const script = `
      import { test } from 'node:test';
      test('passes', async () => {
        await new Promise((resolve) => setTimeout(resolve));
        ${fault};
        await new Promise((resolve) => setTimeout(resolve, 10));
      });`;
    const options = ['--input-type=module', '--test-reporter=spec', '-e', script];
    const { status, stderr } = spawnSync(process.execPath, [...preload, ...options], {
      encoding: 'utf8',
      env: { ...process.env, NODE_TEST_CONTEXT: 'child' },
    });
    assert.equal(status, 1, stderr);
    assert.match(stderr, /Nobody caught, in .*: Error: lost\n\s+at /);
  });
}
