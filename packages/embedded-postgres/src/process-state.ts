// What can be known of a process that is not our child, although numbers are used again.
import { existsSync } from 'node:fs';
import * as proc from './proc.ts';
import * as ps from './ps.ts';

const system: typeof proc = existsSync('/proc/self/stat') ? proc : ps;

/** Does a process with this number run? One that has ended but not been reaped does not. */
export function isAlive(pid: number, by = system): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  try {
    return !by.isZombie(pid);
  } catch {
    return true;
  }
}

/**
 * Is this process the postmaster of the cluster in `folder`? A zombie is not, nor a process that
 * got the number later.
 */
export function isPostmasterOf(pid: number, folder: string, by = system): boolean {
  try {
    return isAlive(pid, by) && by.isPostgresOf(pid, folder);
  } catch {
    return false;
  }
}

/** The number of the process that recovers for a postmaster. Throws where that cannot be told. */
export function startupProcessOf(postmaster: number, by = system): number | undefined {
  const children = [...by.childrenOf(postmaster)];
  return children.find(([, command]) => /^postgres: .*\bstartup\b/.test(command))?.[0];
}

/** Has a postmaster a process that recovers? Where that cannot be told, it is taken to have. */
export function hasStartupProcess(postmaster: number): boolean {
  try {
    return startupProcessOf(postmaster) !== undefined;
  } catch {
    return true;
  }
}
