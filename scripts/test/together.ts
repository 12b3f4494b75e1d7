// Which test files share a process, and how one process runs several, one after the other.
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../project.ts';

/**
 * Loading the server takes a second and starting the first one nearly another, whatever is tested
 * then; the next ones start in a third of that. More at once would leave a process without work
 * while the last one is still busy.
 */
const mostTogether = 10;

/**
 * What the runner is given: files as they are, or ones written into `folder` that run several.
 * Whole journeys keep a process of their own: they are processes full of others.
 */
export function entriesOf(files: readonly string[], folder: string): string[] {
  const [alone, sharing] = [
    files.filter((file) => !isSharing(file)),
    files.filter((file) => isSharing(file)),
  ];
  const count = Math.ceil(sharing.length / mostTogether);
  // Dealt out, so that the heavy ones of a folder do not meet.
  const hands = Array.from({ length: count }, (_, nth) =>
    sharing.filter((_, at) => at % count === nth),
  );
  const entries = hands.map((hand, nth) => {
    const [only = ''] = hand;
    if (hand.length === 1) return only;
    const entry = join(folder, `together-${nth + 1}.test.mjs`);
    const own = pathToFileURL(import.meta.filename).href;
    const paths = hand.map((file) => relative(projectRoot, file));
    writeFileSync(
      entry,
      `import { runTogether } from ${JSON.stringify(own)};
await runTogether(${JSON.stringify(paths)});\n`,
    );
    return entry;
  });
  return [...alone, ...entries];
}

const isSharing = (file: string) => /\/packages\/\w+\/src\//.test(file);

/** Runs files, each as a suite: the next is loaded when all that the last one opened is closed. */
export async function runTogether(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    // Told by whoever ends a process that takes too long.
    process.title = path;
    await suite(path, () =>
      import(pathToFileURL(join(projectRoot, path)).href).catch((error) => {
        test('the file can be loaded', () => Promise.reject(error));
      }),
    );
  }
}
