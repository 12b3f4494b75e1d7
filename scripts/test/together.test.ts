// Several files in one process: each is run once, whoever takes it, and none is lost.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../project.ts';
import { testFiles } from './select.ts';
import { entriesOf, type Shared, takenOf } from './together.ts';

test('every test file is run once, whole journeys in a process of their own', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'attune-together-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const files = testFiles([]);
  const entries = entriesOf(files, folder, 2);
  const shared = entries.filter((entry) => entry.startsWith(folder));
  const alone = entries.filter((entry) => !entry.startsWith(folder));
  const takers = shared.map((entry) => {
    const [, given = ''] = /runTogether\((.*)\);/.exec(readFileSync(entry, 'utf8')) ?? [];
    return takenOf(JSON.parse(given) as Shared);
  });
  assert.equal(takers.length, 4);
  const taken: string[] = [];
  // In turns, of which the first one takes two.
  for (let found = takers; found.length > 0; ) {
    found = [...takers, takers[0]!].filter((taker) => {
      const { value } = taker.next();
      if (value !== undefined) taken.push(join(projectRoot, value));
      return value !== undefined;
    });
  }
  assert.deepEqual([...alone, ...taken].sort(), files.toSorted());
  const own = alone.filter((file) => /\/e2e\/(?!console)/.test(file));
  assert.ok(own.length > 0 && entriesOf(own, folder, 2).every((entry) => own.includes(entry)));
});
