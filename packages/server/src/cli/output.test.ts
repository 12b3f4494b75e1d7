// Tests of a command's progress: in one line, on any terminal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { progressLine } from './output.ts';

test('a line of progress fits into a terminal of any width, and shows the most important part first', () => {
  const words = ['12 s left', '345,678 rows', '12,345 a second', '1,234.5 of 2,345.6 MB'];
  const at = (columns: number, share = 0.5) => progressLine('Reading', share, words, columns);
  assert.equal(at(80), 'Reading [############............]  50 %, 12 s left, 345,678 rows');
  assert.equal(at(40), 'Reading [#####.....]  50 %, 12 s left');
  assert.ok(at(200).endsWith('12,345 a second, 1,234.5 of 2,345.6 MB'));
  for (let columns = 1; columns <= 200; columns += 1) assert.ok(at(columns).length < columns);
  assert.match(at(80, 0.999), /\[#{23}\.\] {2}99 %/);
  assert.match(at(80, 1), /\[#{24}\] 100 %/);
});
