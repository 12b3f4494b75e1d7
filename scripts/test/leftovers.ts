// A temporary folder for a whole run, by which processes that tests leave running are found.
import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes the folder for all temporary files of a run. */
export function openRunFolder() {
  const path = mkdtempSync(join(place(), 'attune-run-'));
  // PostgreSQL may run as another user than the tests.
  chmodSync(path, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

const memoryFolder = '/dev/shm';
/** Far more than the tests of two processes have in files at any time. */
const roomyBytes = 8 * 1024 ** 3;

/** In memory where there is room: a database is hundreds of files, made and removed again. */
function place(): string {
  try {
    accessSync(memoryFolder, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryFolder);
    const isRoomy = Math.min(bavail * bsize, process.availableMemory()) >= roomyBytes;
    // Some tests start programs that they have put there, which a container may forbid.
    const mount = readFileSync('/proc/mounts', 'utf8').split(` ${memoryFolder} `)[1] ?? 'noexec';
    if (isRoomy && !mount.split('\n')[0]?.includes('noexec')) return memoryFolder;
  } catch {
    // Such as macOS.
  }
  return tmpdir();
}

/**
 * Ends the processes whose environment or command line names the folder; answers their command
 * lines. Ends nothing where there is no /proc.
 */
export function endLeftovers(folder: string): string[] {
  return processes().flatMap((pid) => {
    const command = read(pid, 'cmdline');
    if (!`${command}${read(pid, 'environ')}`.includes(folder)) return [];
    return end(pid) ? [`${pid} ${command.replaceAll('\0', ' ').trim()}`] : [];
  });
}

function processes(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function read(pid: number, what: 'environ' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch {
    // It has ended, or is another user's.
    return '';
  }
}

function end(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}
