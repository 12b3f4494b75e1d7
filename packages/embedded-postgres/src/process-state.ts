// What can be known of a process that is not our child, although numbers are used again.
import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { basename } from 'node:path';

/** Does a process with this number run? One that has ended but not been reaped does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  try {
    // "<pid> (<name>) <state> ...": the name may hold anything, the last ")" ends it.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return false;
  }
}

/**
 * Is this process the postmaster of the cluster in `folder`? A zombie is not, nor a process that
 * got the number later. Its command line names the folder; where the folder was renamed since, its
 * working folder still is it. Without /proc every living process passes for it.
 */
export function isPostmasterOf(pid: number, folder: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (basename(words[0] ?? '') !== 'postgres') return false;
    return words.includes(folder) || worksIn(pid, folder);
  } catch {
    return false;
  }
}

/** The number of the process that recovers for a postmaster. Throws without /proc. */
export function startupProcessOf(postmaster: number): number | undefined {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  const found = children.split(' ').find((child) => child !== '' && isStartupProcess(child));
  return found === undefined ? undefined : Number(found);
}

/** Does a postmaster have a process that recovers? Without /proc every one passes for such. */
export function hasStartupProcess(postmaster: number): boolean {
  try {
    return startupProcessOf(postmaster) !== undefined;
  } catch {
    return true;
  }
}

function isStartupProcess(pid: string): boolean {
  try {
    return /^postgres: .*\bstartup\b/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return false;
  }
}

function worksIn(pid: number, folder: string): boolean {
  try {
    const [its, ours] = [statSync(readlinkSync(`/proc/${pid}/cwd`)), statSync(folder)];
    return its.ino === ours.ino && its.dev === ours.dev;
  } catch {
    return false;
  }
}
