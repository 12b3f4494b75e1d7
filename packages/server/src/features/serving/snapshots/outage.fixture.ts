// A node on a PostgreSQL of its own that a test takes away, or makes fall silent, and gives back.
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../../../config.ts';
import { startOwnPostgres } from '../../../db/own-postgres.ts';
import { createLog } from '../../../log/log.ts';
import { startNode } from '../../../node.ts';
import { eventually } from '../../../testing.ts';
import { createKey } from '../../access/api-keys/index.ts';
import { createSite } from '../../configuration/sites/index.ts';
import { type Call, callWith } from '../../experiences/campaigns/campaigns.fixture.ts';

export interface Outage {
  /** With a key that may do everything. */
  readonly call: Call;
  readonly url: string;
  /** Stops every process of PostgreSQL where it is: connections stay, and nothing answers. */
  readonly silence: () => Promise<void>;
  readonly resume: () => void;
  /** Kills every process of PostgreSQL, and keeps it from coming back. */
  readonly kill: () => Promise<void>;
  /** Lets it come back. Resolves once it answers. */
  readonly revive: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const silent = createLog('silent');

/** Starts PostgreSQL and a node with a worker. */
export async function outageServer(): Promise<Outage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'attune-outage-'));
  // Not a throwaway one: what it has committed is there again after it was killed.
  const postgres = await startOwnPostgres({
    dataDir: join(dataDir, 'postgres'),
    log: silent,
    role: 'command',
  });
  const { host, port, user, database } = postgres.connection;
  const query = new URLSearchParams({ host, port: String(port), user });
  const databaseUrl = `postgresql://localhost/${database}?${query}`;
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: '0' });
  const { ctx, url = '', stop } = await startNode(config, silent, { api: true, worker: true });
  const { id } = await createSite(ctx, { name: 'test', vertical: 'Other' }, 'test');
  const permissions = ['serve', 'collect', 'feed', 'userprofile', 'userdata', 'manage'];
  const request = { name: 'all', source: 'Server-side', permissions };
  const { value } = await createKey(ctx, ctx.snapshots.site(id)!, request, 'test');
  const { rows } = await ctx.pool.query('show data_directory');
  const folder: string = rows[0].data_directory;
  const hidden = `${folder}.hidden`;
  let stopped: number[] = [];
  const resume = () => {
    for (const pid of stopped.splice(0)) process.kill(pid, 'SIGCONT');
  };
  // A test that ends without resuming must not leave them behind, stopped.
  process.once('exit', resume);
  return {
    call: callWith(url, value),
    url,
    silence: async () => {
      stopped = processesOf(folder);
      for (const pid of stopped) process.kill(pid, 'SIGSTOP');
    },
    resume,
    kill: async () => {
      const killed = processesOf(folder);
      // Without its folder, a new PostgreSQL does not start.
      await rename(folder, hidden);
      for (const pid of killed) process.kill(pid, 'SIGKILL');
    },
    revive: async () => {
      await rename(hidden, folder);
      await eventually(() => answers(databaseUrl));
    },
    close: async () => {
      await stop();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The postmaster, then its children; read before they are stopped one by one. */
function processesOf(folder: string): number[] {
  const postmaster = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/status`, 'utf8').includes(`\nPPid:\t${postmaster}\n`);
    } catch {
      // Gone between the listing and the look.
      return false;
    }
  });
  return [postmaster, ...children.map(Number)];
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    // Not yet: try again.
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
