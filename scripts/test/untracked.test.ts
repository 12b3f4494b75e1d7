// The runner knows which test, and which file of many, the code that runs is of.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const preload = ['--import', `${import.meta.dirname}/untracked.ts`];
const pause = 'await new Promise((resolve) => setTimeout(resolve, 5))';

/** What running a test file says and ends with. */
function run(script: string) {
  const options = ['--input-type=module', '--test-reporter=tap', '-e', script];
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return spawnSync(process.execPath, [...preload, ...options], { encoding: 'utf8', env });
}

test('an error that nobody catches fails the test that it came of', () => {
  const { status, stdout } = run(`
    import { test } from 'node:test';
    test('one', async () => { ${pause}; setTimeout(() => { throw new Error('lost') }); ${pause} });
    test('two', async () => { ${pause}; Promise.reject(new Error('gone')); ${pause} });
    test('three', async () => { ${pause} });`);
  assert.equal(status, 1);
  assert.match(stdout, /not ok 1 - one[\s\S]*lost[\s\S]*not ok 2 - two[\s\S]*gone[\s\S]*ok 3 - th/);
});

test('what a file that is imported opens is closed before the next file is', () => {
  const fileOf = (name: string) => {
    const text = `import { after, test } from 'node:test';
      ${pause}; after(() => console.error('${name} closed')); console.error('${name} opened');
      test('of ${name}', async () => {
        ${pause}; after(() => console.error('${name} tested')); ${pause};
      });`;
    return `suite('${name}', () => import('data:text/javascript,' + ${JSON.stringify(encodeURIComponent(text))}))`;
  };
  const { status, stdout, stderr } = run(`
    import { suite } from 'node:test';
    await ${fileOf('a')};
    await ${fileOf('b')};`);
  const said = ['opened', 'tested', 'closed'];
  assert.equal(
    stderr,
    ['a', 'b'].flatMap((name) => said.map((one) => `${name} ${one}\n`)).join(''),
  );
  assert.equal(status, 0);
  assert.match(stdout, /^ {4}ok 1 - of a$/m);
});
