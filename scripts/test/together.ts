// Which test files share a process, and how one process runs several, one after the other.
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../project.ts';

/**
 * Loading the server takes a second and starting the first one nearly another, whatever is tested
 * then; the next ones start in a third of that. More at once would leave a process without work
 * while the last one is still busy. What looks at every page is as long as several journeys.
 */
const sharing = [
  { is: /\/packages\/\w+\/src\//, most: 10 },
  { is: /\/e2e\/console\/(?!pages)/, most: 4 },
];

/**
 * What the runner is given: files as they are, or ones written into `folder` that run several.
 * Other journeys keep a process of their own: they are processes full of others.
 */
export function entriesOf(files: readonly string[], folder: string): string[] {
  const alone = files.filter((file) => !sharing.some(({ is }) => is.test(file)));
  const hands = sharing.flatMap(({ is, most }) =>
    deal(
      files.filter((file) => is.test(file)),
      most,
    ),
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

/** Dealt out, so that the heavy ones of a folder do not meet. */
function deal(files: readonly string[], most: number): string[][] {
  const count = Math.ceil(files.length / most);
  return Array.from({ length: count }, (_, nth) => files.filter((_, at) => at % count === nth));
}

let isTogether = false;
const closings: (() => Promise<unknown>)[] = [];

/** Has closed what the files of a process share, once the last of them is done. */
export function whenAllAreDone(close: () => Promise<unknown>): void {
  if (isTogether) closings.push(close);
  else after(close);
}

/** Runs files, each as a suite: the next is loaded when all that the last one opened is closed. */
export async function runTogether(paths: readonly string[]): Promise<void> {
  isTogether = true;
  for (const path of paths) {
    // Told by whoever ends a process that takes too long.
    process.title = path;
    await suite(path, () =>
      import(pathToFileURL(join(projectRoot, path)).href).catch((error) => {
        test('the file can be loaded', () => Promise.reject(error));
      }),
    );
  }
  for (const close of closings) await close();
}
