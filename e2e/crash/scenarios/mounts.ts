// File systems of the harness's own, which it may fill, copy and throw away.
import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../support/attune.ts';
import { atEnd } from '../../support/cleanup.ts';

/** Runs a command; throws what it says when it fails. */
export function sh(command: string, ...args: string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Is a program there? */
export function has(program: string): boolean {
  try {
    sh('sh', '-c', `command -v ${program}`);
    return true;
  } catch {
    return false;
  }
}

/** Mounts something on a new folder, which is unmounted and removed at the end. */
export async function mount(name: string, ...args: string[]): Promise<string> {
  const parent = await makeFolder(name);
  const folder = join(parent, 'mounted');
  mkdirSync(folder);
  atEnd(() => rmSync(parent, { recursive: true, force: true }));
  sh('mount', ...args, folder);
  atEnd(() => sh('umount', folder));
  chmodSync(folder, 0o755);
  return folder;
}

/** Why nothing can be mounted here; undefined when it can. */
export function mountObstacle(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root mounts file systems';
  try {
    sh('unshare', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt');
    return undefined;
  } catch {
    return 'this machine does not let file systems be mounted';
  }
}

/** Writes a file until its disk has no room; what is freed meanwhile is taken the next time. */
export function fill(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (const size of [1 << 20, 1 << 12]) {
      const zeros = Buffer.alloc(size);
      try {
        while (writeSync(file, zeros) === size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    closeSync(file);
  }
}
