// The house rules, each on text that breaks it and on text that does not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { untidyIn } from './tidy-rules.ts';

const knows = '// What it knows.\n';
const faults = (path: string, text: string) => untidyIn(path, text).join('\n');

test('a tidy file has no faults', () => {
  const text = `${knows}export const only = [1];\n// (todo lists are what the shop sells)\n`;
  assert.equal(faults('packages/core/src/feeds/change-set.ts', text), '');
  assert.equal(
    faults('docs/guides/operate.md', 'See ~/attune, $HOME/work/ and /var/lib/attune.\n'),
    '',
  );
});

test('what is unfinished, or keeps other tests from running, is found with its line', () => {
  assert.match(faults('a.ts', `${knows}// ${'TO'}${'DO'}: later\n`), /^a[.]ts:2 .* is unfinished/);
  assert.match(faults('a.test.ts', `${knows}test${'.only'}('a');\n`), /^a[.]test[.]ts:2 /);
  assert.match(faults('a.test.ts', `${knows}test('a', { ${'only'}: true });\n`), /:2 /);
});

test('folders of one machine, registries and download addresses are found', () => {
  assert.match(faults('README.md', `cd /${'home'}/ada/attune\n`), /^README[.]md:1 /);
  assert.match(faults('.ci/run', `#!/bin/sh\n# a\ncurl https://${'registry'}.npmjs.org\n`), /:3 /);
  const entry = '  "resolved": "https://packages.example/a.tgz"\n';
  assert.match(faults('package-lock.json', entry), /^package-lock[.]json:1 /);
  assert.equal(faults('package-lock.json', '  "resolved": "packages/core"\n'), '');
});

test('long files, long front doors and long comments are found', () => {
  assert.match(faults('a.ts', knows.repeat(301)), /has 301 lines; 300/);
  assert.match(
    faults('packages/server/src/features/catalog/feeds/index.ts', knows.repeat(21)),
    /21 lines/,
  );
  assert.match(faults('a.ts', `${knows}  // ${'x'.repeat(96)}\n`), /:2 has 101 columns/);
  assert.match(faults('a.sql', `-- What\n${'x'.repeat(101)}\n`), /:2 has 101 columns/);
  assert.equal(faults('a.ts', `${knows}const url = '${'x'.repeat(120)}';\n`), '');
});

test('a file without its first line, or with a bad name, is found', () => {
  assert.match(faults('a.ts', "import 'node:fs';\n"), /^a[.]ts:1 does not begin/);
  assert.equal(faults('a.js', `#!/usr/bin/env node\n${knows}`), '');
  assert.match(faults('src/ChangeSet.ts', knows), /kebab-case/);
  assert.match(faults('src/utils/text.ts', knows), /named after nothing/);
  assert.match(faults('src/feed-helper.ts', knows), /named after nothing/);
});

test('a dependency that is not pinned is found', () => {
  const manifest = (version: string) => JSON.stringify({ devDependencies: { pg: version } });
  for (const version of ['^8.1.0', '~8.1.0', '8', '*', 'latest', 'git+ssh://a']) {
    assert.match(faults('packages/server/package.json', manifest(version)), /asks for pg/, version);
  }
  assert.equal(faults('package.json', manifest('18.4.0-beta.17')), '');
});
