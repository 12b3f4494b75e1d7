// An Attune on a data directory of its own: processes that are started, killed, and started again.
import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isAlive } from '../../packages/embedded-postgres/src/index.ts';
import { type Environment, makeFolder } from '../support/attune.ts';
import { atEnd } from '../support/cleanup.ts';
import type { Boundary } from './boundaries.ts';
import { keepNodes, type Role } from './nodes.ts';
import { clusterOf, processesOf, replaceableOf } from './processes.ts';

/** Everything in one process, or an API node and a worker that share the data directory. */
export type Topology = 'start' | 'api+worker';

export interface InstallationOptions {
  /** Made, and removed at the end, unless given. */
  readonly folder?: string;
  /** Settings, beside those that the harness needs. */
  readonly env?: Readonly<Record<string, string>>;
  /** Further modules that are preloaded into every process. */
  readonly preload?: readonly string[];
  /** Leave the folder where it is, to be looked into. */
  readonly keep?: boolean;
}

export type Installation = Awaited<ReturnType<typeof openInstallation>>;

const secret = 'a secret that every process of the harness shares';

/** Makes a data directory. Nothing runs on it yet. */
export async function openInstallation(options: InstallationOptions = {}) {
  const folder = options.folder ?? (await makeFolder('crash'));
  const dataDir = join(folder, 'data');
  const planFile = join(folder, 'plan.json');
  let env: Environment = {
    DATA_DIR: dataDir,
    SECRET_KEY: secret,
    CRASH_PLAN: planFile,
    NODE_OPTIONS: ['./die-at.ts', ...(options.preload ?? [])].map(importOf).join(' '),
    ...options.env,
  };
  const nodes = keepNodes(() => env);
  const { running, start, kill } = nodes;
  const cluster = () => clusterOf(dataDir);

  async function killAll(): Promise<void> {
    await nodes.killAll();
    await killPostgres();
  }

  async function killPostgres(): Promise<void> {
    const found = cluster();
    if (!found || !isAlive(found.pid)) return;
    process.kill(found.pid, 'SIGKILL');
    while (isAlive(found.pid)) await pause(5);
  }

  atEnd(async () => {
    await nodes.close();
    await killPostgres();
    await endBackends(cluster()?.folder);
    if (options.keep) console.log(`Kept: ${dataDir}`);
    else if (!options.folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  return {
    ...{ folder, dataDir, secret, running, start, kill, killAll, killPostgres, cluster },
    /** Starts whatever of a topology does not run; the API first, which owns PostgreSQL. */
    async ensure(topology: Topology): Promise<void> {
      for (const role of rolesOf(topology)) if (!running.has(role)) await start(role);
    },
    /** Stops in good order; rejects unless each ends with 0. */
    async stop(): Promise<void> {
      for (const [role, node] of [...running].reverse()) {
        const code = await node.stop();
        if (code !== 0) throw new Error(`${role} ended with ${code}`);
      }
    },
    /** The address of the API; undefined while it does not run. */
    url: () => (running.get('start') ?? running.get('api'))?.url,
    /** The process dies when it reaches a boundary, in whatever transaction is next; null: none. */
    arm(role: Role, boundary: Boundary | null): void {
      writeFileSync(planFile, JSON.stringify(boundary));
      running.get(role)?.process.kill('SIGURG');
    },
    /** Settings for what is started from now on. */
    set(settings: Readonly<Record<string, string>>): void {
      env = { ...env, ...settings };
    },
    /** Processes that are gone by themselves since this was asked last. */
    deaths: nodes.deaths,
    /** Is one gone since then? */
    hasDeath: nodes.hasDeath,
    /** The processes of a node that has several, beside the one that replaces them. */
    replaceable: (role: Role) => replaceableOf(running.get(role)?.process.pid),
    /** The last lines of every process's standard error. */
    said: nodes.said,
  };
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Backends outlive their postmaster for a moment, and write; one that is stopped does for ever. */
async function endBackends(folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  for (let left = processesOf(folder); left.length > 0; left = processesOf(folder)) {
    for (const pid of left) killIfThere(pid);
    await pause(10);
  }
}

/** The API first: it owns PostgreSQL. */
export function rolesOf(topology: Topology): readonly Role[] {
  return topology === 'start' ? ['start'] : ['api', 'worker'];
}

/** Some time passes. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function importOf(module: string): string {
  return `--import=${pathToFileURL(join(import.meta.dirname, module)).href}`;
}
