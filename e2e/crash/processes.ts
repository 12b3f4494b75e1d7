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
export const processesOf = (folder: string): number[] =>
  processesWhere((proc) => readlinkSync(join(proc, 'cwd')) === folder);

/** The API's and the worker's processes that a node replaces, by the process that was started. */
export const replaceableOf = (parent: number | undefined): number[] =>
  processesWhere(
    (proc) =>
      readFileSync(join(proc, 'status'), 'utf8').includes(`\nPPid:\t${parent}\n`) &&
      /\0(?:api|worker)-process\0/.test(readFileSync(join(proc, 'cmdline'), 'utf8')),
  );

/** The processes that are meant, by their folders in /proc. */
function processesWhere(isMeant: (proc: string) => boolean): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      return isMeant(`/proc/${pid}`);
    } catch {
      // Gone between the listing and the look.
      return false;
    }
  });
}
