// Which test files share a process: loading the server takes a process a second.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../project.ts';

/** Other files start processes of their own, or take as long as many. */
const sharing = [/^e2e\/console\/(?!pages)/, /^packages\/\w+\/src\//];
const mostInProcess = 12;

/**
 * What the runner is given, relative to the root: files as they are, and entries that each run some
 * of a kind, one after another. `remove` removes the entries.
 */
export function shareProcesses(files: readonly string[]) {
  // The runner takes files in the order of their paths: these last, the long ones of e2e before.
  const parent = join(projectRoot, 'tmp');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'test-'));
  const alone = files.filter((file) => !sharing.some((is) => is.test(file)));
  const shared = sharing.flatMap((is, kind) => {
    const those = files.filter((file) => is.test(file));
    const count = Math.ceil(those.length / mostInProcess);
    return Array.from({ length: count }, (_, nth) => {
      const entry = join(folder, `shared-${kind}-${nth}.test.mjs`);
      // Every count-th, so that the long ones of a folder are not together.
      writeFileSync(entry, entryOf(those.filter((_, at) => at % count === nth)));
      return relative(projectRoot, entry);
    });
  });
  return {
    entries: [...alone, ...shared],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * A program that runs test files, each as a suite: `after` in a file is the end of its suite. Where
 * something is still open a while after the last, as a test that fails may leave it, it fails.
 */
export function entryOf(files: readonly string[], patienceMs = 20_000): string {
  const named = files.map((file) => [file, pathToFileURL(join(projectRoot, file)).href]);
  return `import { suite } from 'node:test';
for (const [file, url] of ${JSON.stringify(named)}) await suite(file, () => import(url));
const end = () => {
  console.error('A test has left something open.');
  process.exit(1);
};
setTimeout(end, ${patienceMs}).unref();
`;
}
