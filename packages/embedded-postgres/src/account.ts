// Which user PostgreSQL runs as: ourselves or, as root, an unprivileged one, since it refuses root.
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import type { Product } from './product.ts';
import { startError } from './start-error.ts';

export interface Account {
  readonly uid: number;
  readonly gid: number;
  /** Someone else than this process's user: files must be given to it. */
  readonly foreign: boolean;
}

export interface Outcome {
  readonly ok: boolean;
  /** What the command wrote, both streams. */
  readonly output: string;
}

/**
 * The user for a cluster in `folder`, or for a new one when that is undefined. As root it is the
 * owner of what is there, so that a user added to the machine later changes nothing; else
 * `postgres`, which macOS calls `_postgres`, else `nobody`.
 */
export async function accountFor(
  folder: string | undefined,
  { title, urlSetting }: Product,
): Promise<Account> {
  const uid = process.getuid?.() ?? -1;
  if (uid !== 0) return { uid, gid: process.getgid?.() ?? -1, foreign: false };
  const owner = folder === undefined ? undefined : await stat(folder);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, foreign: true };
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const found = users.find((fields) => fields[0] === name);
    if (found) return { uid: Number(found[2]), gid: Number(found[3]), foreign: true };
  }
  throw startError(
    'PostgreSQL does not run as root, and this machine has neither a user "postgres" nor "nobody". ' +
      `Add one, run ${title} as an ordinary user, or set ${urlSetting}.`,
  );
}

/** How a child process is made to run as the account, from a folder that every user can enter. */
export function spawnOptions(account: Account, libraries?: string) {
  return {
    cwd: '/',
    env: {
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      LC_ALL: 'C',
      ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }),
    } as NodeJS.ProcessEnv,
    ...(account.foreign ? { uid: account.uid, gid: account.gid } : {}),
  };
}

/** Runs a command as the account to its end. A failure is an outcome, not an exception. */
export function runAs(
  account: Account,
  command: string,
  args: readonly string[],
  libraries?: string,
): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(command, args, spawnOptions(account, libraries), (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.trim() || (error?.message ?? '');
      resolve({ ok: error === null, output });
    });
  });
}

/** Can the account enter this folder, through every folder above it? */
export async function canEnter(account: Account, folder: string): Promise<boolean> {
  return (await runAs(account, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder])).ok;
}
