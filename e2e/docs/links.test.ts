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

const isThere = (path: string) => existsSync(join(projectRoot, path));

test('every relative link leads to a file, and to an anchor that it has', () => {
  const broken = pages.flatMap((page) =>
    linksOf(textOf(page)).flatMap(({ target, line }) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : normalize(join(dirname(page), path));
      if (!isThere(file)) return [`${page}:${line} ${target}`];
      if (anchor === undefined || !file.endsWith('.md')) return [];
      return anchorsOf(textOf(file)).has(anchor) ? [] : [`${page}:${line} ${target}`];
    }),
  );
  assert.deepEqual(broken, []);
});

test('a page of the docs that code or another page names is there', () => {
  // A decision may name what was, and a test what is not.
  const apart = /^(docs\/decisions\/|e2e\/docs\/|scripts\/check\/vocabulary[.]test)/;
  const missing = files
    .filter((path) => /[.](c?[jt]sx?|md|json|sql)$/.test(path) && !apart.test(path))
    .flatMap((path) =>
      [...textOf(path).matchAll(/(?<![\w./-])docs\/[\w./-]*\w/g)]
        .filter(([mention]) => !files.some((file) => file.startsWith(mention)))
        .map(([mention]) => `${path} names ${mention}`),
    );
  assert.deepEqual(missing, []);
});

test('a source file that the docs name is there', () => {
  const missing = pages
    .filter((page) => !page.startsWith('docs/decisions/') && !page.startsWith('bench/'))
    .flatMap((page) =>
      [
        ...textOf(page).matchAll(
          /`((?:\w[\w.-]*\/)*\w[\w.-]*[.]test[.]ts|packages\/(?!console\/dist)[\w./-]+)`/g,
        ),
      ]
        .filter(([, path = '']) => !isThere(path) && !isThere(`packages/server/src/${path}`))
        .map(([, path]) => `${page} names ${path}`),
    );
  assert.deepEqual(missing, []);
});

test('every page of the docs is in their index, and has fewer than 1,500 words', () => {
  const index = linksOf(textOf('docs/README.md')).map(({ target }) => `docs/${target}`);
  for (const page of pages.filter((path) => /^docs\/(?!decisions\/|README)/.test(path))) {
    assert.ok(index.includes(page), `${page} is not in docs/README.md`);
    const words = textOf(page)
      .split(/\s+/)
      .filter((word) => word !== '|').length;
    assert.ok(words < 1_500, `${page} has ${words} words`);
  }
});

test('links, anchors and code are distinguished', () => {
  const text = '# One `word`: a\n## A\n# A\n[x](a.md) `[y](b.md)`\n```\n[z](c.md)\n```\n';
  assert.deepEqual([...anchorsOf(text)], ['one-word-a', 'a', 'a-1']);
  assert.deepEqual(linksOf(text), [{ target: 'a.md', line: 4 }]);
});
