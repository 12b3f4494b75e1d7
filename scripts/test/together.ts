// Which test files share a process, and how one process runs many, one after the other.
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../project.ts';
import { beginBound } from './bound.ts';

/** What looks at every page is as long as several journeys. */
const sharing = [/\/e2e\/console\/(?!pages)/, /\/packages\/\w+\/src\//];

/**
 * What the runner is given: files as they are, and ones written into `folder`, a process each, that
 * run those of a kind. Loading the server takes a process a second and starting the first one
 * nearly another, the next ones a tenth: so there are no more processes than run at once, and each
 * takes the next file as it comes to it. Other journeys keep a process of their own: they are
 * processes full of others.
 */
export function entriesOf(files: readonly string[], folder: string, atOnce: number): string[] {
  const alone = files.filter((file) => !sharing.some((is) => is.test(file)));
  const shared = sharing.flatMap((is, kind) => {
    const paths = files.filter((file) => is.test(file));
    return paths.length > 1 ? share(paths, { folder, atOnce, kind }) : paths;
  });
  return [...alone, ...shared];
}

function share(
  files: readonly string[],
  { folder, atOnce, kind }: { folder: string; atOnce: number; kind: number },
): string[] {
  const own = pathToFileURL(import.meta.filename).href;
  const paths = files.map((file) => relative(projectRoot, file));
  const shared: Shared = { paths, marks: join(folder, `taken-${kind}-`) };
  return Array.from({ length: Math.min(atOnce, files.length) }, (_, nth) => {
    const entry = join(folder, `together-${kind}-${nth + 1}.test.mjs`);
    writeFileSync(
      entry,
      `import { runTogether } from ${JSON.stringify(own)};
await runTogether(${JSON.stringify(shared)});\n`,
    );
    return entry;
  });
}

export interface Shared {
  readonly paths: readonly string[];
  /** How the files begin that processes make, one for each of the paths that they have taken. */
  readonly marks: string;
}

/** The files that this process is the first to take, each when it is asked for. */
export function* takenOf({ paths, marks }: Shared): Generator<string> {
  for (const [nth, path] of paths.entries()) {
    try {
      closeSync(openSync(marks + nth, 'wx'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw error;
    }
    yield path;
  }
}

let isTogether = false;
const closings: (() => Promise<unknown>)[] = [];

/** Has closed what the files of a process share, once the last of them is done. */
export function whenAllAreDone(close: () => Promise<unknown>): void {
  if (isTogether) closings.push(close);
  else after(close);
}

/** Runs files, each as a suite: the next is loaded when all that the last one opened is closed. */
export async function runTogether(shared: Shared): Promise<void> {
  isTogether = true;
  for (const path of takenOf(shared)) {
    // Told by whoever ends a process that takes too long.
    process.title = path;
    beginBound();
    await suite(path, () =>
      import(pathToFileURL(join(projectRoot, path)).href).catch((error) => {
        test('the file can be loaded', () => Promise.reject(error));
      }),
    );
  }
  for (const close of closings) await close();
}
