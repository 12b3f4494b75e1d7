// Words that are gone, in each of the places where they are looked for, and where they are not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsGoneIn } from './vocabulary.ts';

const isClean = (path: string, text: string) => assert.deepEqual(wordsGoneIn(path, text), [], text);

test('an exported name, a file and a metric are found by their words', () => {
  const code = '// What it knows.\nexport const openLanes = 1;\nexport class Portrait {}\n';
  assert.deepEqual(wordsGoneIn('packages/core/src/a.ts', code), [
    'packages/core/src/a.ts:2 "lanes": say "worker, semaphore or loader"',
    'packages/core/src/a.ts:3 "portrait": say "profile view"',
  ]);
  const [file] = wordsGoneIn('packages/server/src/site-wall.ts', '');
  assert.equal(file, 'packages/server/src/site-wall.ts:1 "site wall": say "tenant guard"');
  const labels = 'export const wordsOf = 1;\n';
  assert.deepEqual(wordsGoneIn('packages/core/src/words.ts', labels), [
    'packages/core/src/words.ts:1 "words": say "labels"',
  ]);
  const metric = "gauge({ name: 'attune_anteroom_lanes' });";
  assert.deepEqual(
    wordsGoneIn('a.ts', metric).map((fault) => fault.split(':')[1]),
    ['1 "anteroom"', '1 "lanes"'],
  );
});

test('a heading is found, and prose in pages and comments, over the end of a line too', () => {
  const page = '# The sieve\n\nText.\n\nHe keeps his own key.\n';
  assert.deepEqual(wordsGoneIn('docs/a.md', page), [
    'docs/a.md:1 "sieve": say "filter index"',
    'docs/a.md:5 "his own": say "their own"',
    'docs/a.md:1 "sieve": say "filter index"',
  ]);
  const [comment, ...others] = wordsGoneIn('a.ts', '/**\n * Tells who\n * asks for it.\n */');
  assert.equal(comment, 'a.ts:3 "who asks": say "the caller"');
  assert.deepEqual(others, []);
  assert.equal(wordsGoneIn('a.sql', '-- For whom it is.\n').length, 1);
});

test('code, local names and words of another place are left alone', () => {
  isClean(
    'docs/a.md',
    'Text.\n\n    whoever --whom\n\n```sh\nwhoever\n```\n\n`whoever` is a name.\n',
  );
  isClean('packages/core/src/a.ts', "const whom = 'stranger';\nconst anteroom = whoever(whom);\n");
  isClean('packages/server/src/demo/visits.ts', '// A guest buys without an account.\n');
  isClean('packages/core/src/affinity/rank.ts', 'export const rank = 1;\n');
  isClean('packages/core/src/affinity/half-life.ts', 'export const halfLife = 1;\n');
  isClean('packages/core/src/a.ts', 'export const wordsOf = 1;\n// Those who ask; guesthouse.\n');
});
