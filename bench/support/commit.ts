// Which version of the product a checkout is.
import { execFileSync } from 'node:child_process';

/** Of a checkout the last commit that changed the product, and whether there is more in it. */
export function commitOf(tree: string): string {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', tree, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();
  try {
    const isChanged = git('status', '--porcelain', '--', 'packages') !== '';
    return `${git('log', '-1', '--format=%h %cs %s', '--', 'packages')}${isChanged ? ', with changes' : ''}`;
  } catch {
    return tree;
  }
}
