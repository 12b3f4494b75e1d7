// A temporary folder for a whole run, by which what tests leave running can be told and ended.
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

/** Makes the folder, where this process and those that it starts then put temporary files. */
export function openRunFolder() {
  const path = mkdtempSync(join(place(), 'attune-run-'));
  // PostgreSQL may run as another user than the tests.
  chmodSync(path, 0o755);
  process.env['TMPDIR'] = path;
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** A folder in memory, as Linux has one. */
const memoryFolder = '/dev/shm';
/** Far more than the tests of two processes have in files at any time. */
const roomyBytes = 8 * 1024 ** 3;

/**
 * Where there is room, files are made in memory: a database is hundreds of files, which cost a
 * file system that has just removed hundreds far more time than the tests.
 */
function place(): string {
  try {
    accessSync(memoryFolder, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryFolder);
    const isRoomy = Math.min(bavail * bsize, process.availableMemory()) >= roomyBytes;
    // Some tests start programs that they have put there, which a container may forbid.
    const mount = readFileSync('/proc/mounts', 'utf8').split(` ${memoryFolder} `)[1] ?? 'noexec';
    const [line = ''] = mount.split('\n');
    if (isRoomy && !line.includes('noexec')) return memoryFolder;
  } catch {
    // Such as macOS.
  }
  return tmpdir();
}

/**
 * Ends the other processes whose environment, or whose command line, names the folder; answers
 * their command lines. Ends nothing where there is no /proc.
 */
export function endLeftovers(folder: string, named: 'environ' | 'cmdline'): string[] {
  const others = processes().filter((pid) => pid !== process.pid);
  return others.flatMap((pid) => {
    if (!read(pid, named).includes(folder)) return [];
    const command = read(pid, 'cmdline').replaceAll('\0', ' ').trim();
    return end(pid) ? [`${pid} ${command}`] : [];
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
