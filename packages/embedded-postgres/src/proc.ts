// What /proc says of a process: Linux.
import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { basename } from 'node:path';

/** Has this process ended, and is it only not reaped yet? */
export function isZombie(pid: number): boolean {
  // "<pid> (<name>) <state> ...": the name may hold anything, the last ")" ends it.
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).startsWith('Z');
}

/**
 * Is this a PostgreSQL of the cluster in `folder`? Its command line names the folder; where the
 * folder was renamed since, its working folder still is it.
 */
export function isPostgresOf(pid: number, folder: string): boolean {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  if (basename(words[0] ?? '') !== 'postgres') return false;
  return words.includes(folder) || worksIn(pid, folder);
}

/** The children of a process, by number, with their command lines. */
export function childrenOf(pid: number): Map<number, string> {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
  return new Map(children.map((child) => [Number(child), commandOf(child)]));
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
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
