// Several nodes on one PostgreSQL, each a process of its own, with a site that they serve.
import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../../packages/server/src/config.ts';
import { testDatabase } from '../../packages/server/src/db/testing.ts';
import { createKey } from '../../packages/server/src/features/access/api-keys/index.ts';
import { createSite } from '../../packages/server/src/features/configuration/sites/index.ts';
import {
  type DatabaseLink,
  openLink,
} from '../../packages/server/src/http/database-link.fixture.ts';
import { withoutNotifications } from '../../packages/server/src/http/silence.fixture.ts';
import { createLog } from '../../packages/server/src/log/log.ts';
import { openResources, type Resources } from '../../packages/server/src/resources.ts';
import { type Environment, makeFolder, type Running, startAttune } from '../support/attune.ts';

export interface Cluster {
  /** The settings of a node, by its name. */
  readonly env: (name: string) => Environment;
  readonly start: (command: 'api' | 'worker', name: string, env?: Environment) => Promise<Running>;
  /** As the command line works: on the database itself. */
  readonly resources: Resources;
  readonly siteId: number;
  /** May serve, collect, read profiles and manage. */
  readonly key: string;
  /** Between the nodes and their database. */
  readonly link: DatabaseLink;
  readonly swallowed: () => number;
  readonly close: () => Promise<void>;
}

export interface ClusterOptions {
  /** Takes every notification out of what the database says to the nodes. */
  readonly isSilent?: boolean;
  readonly env?: Environment;
}

/** Makes the database and the site. No node runs yet; `close` ends those that were started. */
export async function openCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { isSilent = false, env: shared = {} } = options;
  const folder = await makeFolder('nodes');
  const database = await testDatabase();
  let swallowed = 0;
  const filter = () =>
    withoutNotifications(() => {
      swallowed += 1;
    });
  const link = await openLink(database.url, isSilent ? filter : undefined);
  const env = (name: string): Environment => ({
    DATABASE_URL: link.url,
    DATA_DIR: join(folder, name),
    SECRET_KEY: 'a secret key that all nodes of the cluster share',
    PORT: '0',
    ...shared,
  });
  const direct = { ...env('operator'), DATABASE_URL: database.url };
  const log = createLog('warn');
  const resources = await openResources(readConfig(direct), log, { role: 'command' });
  const { ctx } = resources;
  const { id: siteId } = await createSite(ctx, { name: 'shop' }, 'nodes');
  const permissions = ['serve', 'collect', 'userprofile', 'manage'];
  const request = { name: 'nodes', source: 'Server-side', permissions };
  const { value: key } = await createKey(ctx, ctx.snapshots.site(siteId)!, request, 'nodes');
  const running: Running[] = [];
  return {
    env,
    resources,
    siteId,
    key,
    link,
    swallowed: () => swallowed,
    async start(command, name, more = {}) {
      const started = await startAttune(command, { ...env(name), ...more }, { onSpawn: endWithUs });
      running.push(started);
      return started;
    },
    async close() {
      await Promise.all(running.map(({ process, stop }) => endOf(process.exitCode, stop)));
      await resources.close();
      await link.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A run that is stopped in the middle leaves no node behind. */
function endWithUs(child: ChildProcess): void {
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}

const endOf = async (exitCode: number | null, stop: () => Promise<unknown>) =>
  exitCode === null ? stop() : undefined;
