// Several files in one process: each is told of by its name, and none is lost.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../project.ts';
import { testFiles } from './select.ts';
import { entriesOf } from './together.ts';

test('every test file is run once, whole journeys in a process of their own', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'attune-together-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const files = testFiles([]);
  const run = entriesOf(files, folder).flatMap((entry) => {
    if (!entry.startsWith(folder)) return [entry];
    const [, listed = '[]'] = /runTogether\((.*)\);/.exec(readFileSync(entry, 'utf8')) ?? [];
    return (JSON.parse(listed) as string[]).map((path) => join(projectRoot, path));
  });
  assert.deepEqual(run.sort(), files.toSorted());
  const own = run.filter((file) => /\/e2e\/(?!console)/.test(file));
  assert.ok(own.length > 0 && entriesOf(own, folder).every((entry) => own.includes(entry)));
});
