// Runs the house rules that no tool knows over every file that is or would be committed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownFiles, projectRoot } from '../project.ts';
import type { Finding } from './run-tool.ts';
import { untidyIn } from './tidy-rules.ts';

/** Applies every rule to every file. */
export async function tidy(): Promise<Finding> {
  // A picture says nothing that a rule could read.
  const files = ownFiles().filter((path) => !path.endsWith('.png'));
  if (files.length === 0) return 'git names no file, so nothing was checked.';
  const faults = files.flatMap((path) =>
    untidyIn(path, readFileSync(join(projectRoot, path), 'utf8')),
  );
  return faults.length === 0 ? undefined : faults.join('\n');
}
