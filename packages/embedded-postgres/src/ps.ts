// What the command `ps` says of a process, with options that every Unix has: macOS has no /proc.
import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';

/** Has this process ended, and is it only not reaped yet? */
export function isZombie(pid: number): boolean {
  return ps(['-o', 'stat=', '-p', String(pid)]).startsWith('Z');
}

/**
 * Is this a PostgreSQL of the cluster in `folder`? Its command line names the folder. One whose
 * folder was renamed since is not found: PostgreSQL itself refuses a second one in that folder.
 */
export function isPostgresOf(pid: number, folder: string): boolean {
  const command = ps(['-o', 'command=', '-p', String(pid)]);
  const [program = ''] = command.split(' -D ');
  return basename(program) === 'postgres' && command.includes(` -D ${folder} -k `);
}

/** The children of a process, by number, with their command lines. */
export function childrenOf(pid: number): Map<number, string> {
  const lines = ps(['-A', '-o', 'pid=', '-o', 'ppid=', '-o', 'command=']).split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [, child, parent, command = ''] = /^ *(\d+) +(\d+) (.*)$/.exec(line) ?? [];
      return Number(parent) === pid ? [[Number(child), command] as const] : [];
    }),
  );
}

/** Answers '' where there is no such process. Throws where there is no `ps`. */
function ps(args: readonly string[]): string {
  // Wide output, whatever the terminal is.
  const { error, stdout } = spawnSync('ps', ['-ww', ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    env: { PATH: '/bin:/usr/bin', LC_ALL: 'C' },
  });
  if (error) throw error;
  return stdout.trimStart();
}
