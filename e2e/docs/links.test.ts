// Every page can be reached, and every link, anchor and mention of a page leads somewhere.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { ownFiles, projectRoot } from '../../scripts/project.ts';
import { anchorsOf, linksOf } from './markdown.ts';

const files = ownFiles();
const pages = files.filter((path) => path.endsWith('.md'));
const textOf = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

test('every relative link leads to a file, and to an anchor that it has', () => {
  const broken = pages.flatMap((page) =>
    linksOf(textOf(page)).flatMap(({ target, line }) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : normalize(join(dirname(page), path));
      if (!existsSync(join(projectRoot, file))) return [`${page}:${line} ${target}`];
      if (anchor === undefined || !file.endsWith('.md')) return [];
      return anchorsOf(textOf(file)).has(anchor) ? [] : [`${page}:${line} ${target}`];
    }),
  );
  assert.deepEqual(broken, []);
});

test('a page of the docs that code or another page names is there', () => {
  const here = 'e2e/docs/';
  const missing = files
    .filter((path) => /[.](c?[jt]sx?|md|json|sql)$/.test(path) && !path.startsWith(here))
    .flatMap((path) =>
      [...textOf(path).matchAll(/(?<![\w./-])docs\/[\w./-]*\w/g)]
        .filter(([mention]) => !files.some((file) => file.startsWith(mention)))
        .map(([mention]) => `${path} names ${mention}`),
    );
  assert.deepEqual(missing, []);
});

test('links, anchors and code are told apart', () => {
  const text = '# One `word`: a\n## A\n# A\n[x](a.md) `[y](b.md)`\n```\n[z](c.md)\n```\n';
  assert.deepEqual([...anchorsOf(text)], ['one-word-a', 'a', 'a-1']);
  assert.deepEqual(linksOf(text), [{ target: 'a.md', line: 4 }]);
});
