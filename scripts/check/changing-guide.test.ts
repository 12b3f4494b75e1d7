// The guide to changing Attune names files that exist, and stays short enough to be read.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../project.ts';

const guide = 'docs/guides/changing-attune.md';
const text = readFileSync(join(projectRoot, guide), 'utf8');
const sections = text.split('\n## ').slice(1);

/** The code spans of a text that are paths within the project. */
function pathsIn(part: string): string[] {
  const spans = [...part.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);
  return spans.filter((span) => /^[\w.-]+(\/[\w.-]+)+$/.test(span));
}

test('every path that the guide names exists', () => {
  const gone = pathsIn(text).filter((path) => !existsSync(join(projectRoot, path)));
  assert.deepEqual(gone, [], `Say in ${guide} where these are now.`);
});

test('the guide has twelve changes, each with the files that it begins with, in few words', () => {
  assert.equal(sections.length, 12);
  const vague = sections.filter((section) => pathsIn(section).length < 3);
  assert.deepEqual(vague, []);
  assert.ok(text.split(/\s+/).length < 1_500);
});
