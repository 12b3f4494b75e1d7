// The embedded PostgreSQL as the operating system shows it: postmaster, backends, socket.
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

export interface Cluster {
  readonly folder: string;
  /** The postmaster's. */
  readonly pid: number;
  /** The socket's folder. */
  readonly host: string;
  /** Of the product's database. */
  readonly url: string;
}

/** The cluster of a data directory, by its postmaster.pid; undefined before it has one. */
export function clusterOf(dataDir: string): Cluster | undefined {
  const folder = folderOf(dataDir);
  const file = join(folder, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const [pid, , , port = '', host = ''] = readFileSync(file, 'utf8').split('\n');
  if (!pid || host === '') return undefined;
  const query = new URLSearchParams({ host, port, user: 'attune' });
  return { folder, pid: Number(pid), host, url: `postgresql://localhost/attune?${query}` };
}

/** As root the data lie where PostgreSQL's user can reach them, which a file says. */
function folderOf(dataDir: string): string {
  const location = join(dataDir, 'postgres-location');
  return existsSync(location) ? readFileSync(location, 'utf8').trim() : join(dataDir, 'postgres');
}

/** Every process that works in a cluster's folder: the postmaster, and what outlives it too. */
export function processesOf(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => worksIn(pid, folder))
    .map(Number);
}

function worksIn(pid: string, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}

/** The API's and the worker's processes that a node replaces, by the process that was started. */
export function replaceableOf(parent: number | undefined): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => isReplaceable(pid, parent))
    .map(Number);
}

function isReplaceable(pid: string, parent: number | undefined): boolean {
  try {
    const isChild = readFileSync(`/proc/${pid}/status`, 'utf8').includes(`\nPPid:\t${parent}\n`);
    return (
      isChild && /\0(?:api|worker)-process\0/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
    );
  } catch {
    // Gone between the listing and the look.
    return false;
  }
}
