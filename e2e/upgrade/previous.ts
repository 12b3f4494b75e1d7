// The release before this one, taken from the history and installed in a folder of its own.
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder, projectRoot } from '../support/attune.ts';
import { atEnd } from '../support/cleanup.ts';

const run = promisify(execFile);

/** As the changelog names it, and the commit of it. */
export const previous = { version: '0.1.0', commit: '094ba662d921feaca9044965274d7225b40de1dd' };

/** Why there is no upgrade from it here; false where there is. */
export const skipPrevious: Promise<string | false> = run(
  'git',
  ['cat-file', '-e', `${previous.commit}^{commit}`],
  { cwd: projectRoot },
).then(
  () => false,
  () => `no commit of ${previous.version} in the history: try git fetch --unshallow`,
);

/** Installs its server, by `npm ci` from the registry: its `attune`. `endAll` removes it. */
export async function installPrevious(): Promise<string> {
  const folder = await makeFolder('previous');
  atEnd(() => rm(folder, { recursive: true }));
  const archive = join(folder, 'release.tar');
  await run('git', ['archive', '--output', archive, previous.commit], { cwd: projectRoot });
  await run('tar', ['-xf', archive, '-C', folder]);
  const server = ['--workspace', 'packages/server', '--omit', 'dev', '--prefer-offline'];
  await run('npm', ['ci', ...server, '--ignore-scripts', '--no-audit'], { cwd: folder });
  return join(folder, 'packages/server/bin/attune.js');
}
