// Which files a command line names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { projectRoot } from '../project.ts';
import { isWanted, testFiles } from './select.ts';

const path = 'packages/core/src/keys/key.test.ts';

test('a file is named by a part of its path, its whole path, or a glob', () => {
  for (const pattern of ['core/src/keys', './packages/core', `${projectRoot}/${path}`]) {
    assert.ok(isWanted(path, [pattern]), pattern);
  }
  assert.ok(isWanted(path, ['packages/**/key.test.ts']));
  assert.equal(isWanted(path, ['sdk']), false);
  assert.ok(isWanted(path, ['sdk', 'keys']));
});

test('without a name all files are found, each once', () => {
  const files = testFiles([]);
  assert.ok(files.includes('scripts/test/select.test.ts'));
  assert.equal(new Set(files).size, files.length);
});
