// Where tests live, and which of them a command line names.
import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { projectRoot } from '../project.ts';

const folders = [
  'e2e/**',
  'packages/server/bin',
  'packages/*/src/**',
  'bench/**',
  'scripts/**',
] as const;

/** `proof`: what takes the machine for long, or alone; `npm run proofs` and CI run it. */
export type Kind = 'test' | 'proof';

/** Paths from the root that contain one of the patterns, or match it as a glob; all for none. */
export function testFiles(patterns: readonly string[], kind: Kind = 'test'): string[] {
  const found = folders.flatMap((folder) =>
    globSync(`${folder}/*.${kind}.ts`, { cwd: projectRoot }).sort(),
  );
  return found.filter((path) => isWanted(path, patterns));
}

/** Does a path relative to the root contain one of the patterns, or match it as a glob? */
export function isWanted(path: string, patterns: readonly string[]): boolean {
  if (patterns.length === 0) return true;
  return patterns.some((given) => {
    const pattern = given.replace(`${projectRoot}/`, '').replace(/^\.\//, '');
    return path.includes(pattern) || matchesGlob(path, pattern);
  });
}
