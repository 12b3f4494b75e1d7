// Files that share a process: none is lost, and each is over before the next one begins.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../project.ts';
import { testFiles } from './select.ts';
import { entryOf, shareProcesses } from './shared.ts';

test('every test file is run once, whole journeys in a process of their own', (t) => {
  const files = testFiles([]);
  const { entries, remove } = shareProcesses(files);
  t.after(remove);
  const shared = entries.filter((entry) => entry.endsWith('.mjs'));
  const texts = shared.map((entry) => readFileSync(join(projectRoot, entry), 'utf8'));
  const taken = texts.flatMap((text) =>
    [...text.matchAll(/\["([^"]*)",/g)].map(([, file]) => file),
  );
  const alone = entries.filter((entry) => !entry.endsWith('.mjs'));
  assert.deepEqual([...alone, ...taken].sort(), files.toSorted());
  assert.ok(alone.includes('e2e/start.test.ts'));
  assert.ok(taken.length > 100 && shared.length > 10);
});

test('what a file opens is closed before the next begins; what cannot be loaded, or stays open, is told', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'attune-shared-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return relative(projectRoot, join(folder, name));
  };
  const pause = 'await new Promise((resolve) => setTimeout(resolve, 5))';
  const texts = ['a', 'b'].map((name) =>
    write(
      `${name}.mjs`,
      `import { after, test } from 'node:test';
      ${pause}; after(() => console.error('${name} closed')); console.error('${name} opened');
      test('of ${name}', async () => {
        ${pause}; after(() => console.error('${name} tested')); ${pause};
      });`,
    ),
  );
  const broken = write(
    'broken.mjs',
    `import { createServer } from 'node:net';
    createServer().listen(0, '127.0.0.1');
    throw new Error('cannot be loaded');`,
  );
  const entry = join(folder, 'entry.mjs');
  writeFileSync(entry, entryOf([...texts, broken], 500));
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const options = { encoding: 'utf8', env } as const;
  const run = spawnSync(process.execPath, ['--test-reporter=tap', entry], options);
  const wanted = ['a', 'b'].flatMap((name) => ['opened', 'tested', 'closed'].map((d) => [name, d]));
  const left = 'A test has left something open.\n';
  assert.equal(run.stderr, wanted.map((words) => `${words.join(' ')}\n`).join('') + left);
  assert.equal(run.status, 1);
  assert.match(run.stdout, /^ {4}ok 1 - of a$/m);
  assert.match(run.stdout, /^not ok 3 - .*broken[\s\S]*cannot be loaded/m);
});
