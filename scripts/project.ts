// Where the project is, and which files are its own.
import { execFileSync } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const projectRoot = resolve(import.meta.dirname, '..');

/** Paths relative to the root of the files that are tracked, or new and not ignored. */
export function ownFiles(): string[] {
  const git = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const options = { cwd: projectRoot, encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
  const names = execFileSync('git', git, options).split('\0').slice(0, -1);
  return names.filter((path) =>
    lstatSync(join(projectRoot, path), { throwIfNoEntry: false })?.isFile(),
  );
}
