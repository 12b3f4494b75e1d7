// A primary with a synchronous standby, and two nodes and a worker of Attune that know both.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  openServers,
  programs15,
  type ReplicatedServer,
} from '../../packages/embedded-postgres/src/testing.ts';
import { readConfig } from '../../packages/server/src/config.ts';
import { createKey } from '../../packages/server/src/features/access/api-keys/index.ts';
import { createSite } from '../../packages/server/src/features/configuration/sites/index.ts';
import { createLog } from '../../packages/server/src/log/log.ts';
import { openResources } from '../../packages/server/src/resources.ts';
import { eventually } from '../../packages/server/src/testing.ts';
import { publishHome } from '../nodes/campaigns.ts';
import { type Client, openClient } from '../nodes/client.ts';
import { makeFolder, type Running, startAttune } from '../support/attune.ts';
import { atEnd } from '../support/cleanup.ts';

export interface Installation {
  /** In the order of the URL; the first is the primary now. */
  readonly pair: readonly [ReplicatedServer, ReplicatedServer];
  /** The API nodes that requests may be sent to. */
  readonly nodes: () => readonly Running[];
  /** Takes a node out, stops it, and starts it on the data directory that it had. */
  readonly restartOne: () => Promise<void>;
  readonly client: Client;
  /** May serve and collect. */
  readonly key: string;
}

/** Starts all of it; `endAll` ends it. */
export async function openInstallation(): Promise<Installation> {
  const folder = await makeFolder('failover');
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const servers = await openServers(programs15);
  atEnd(servers.close);
  const pair = [await servers.make(), await servers.reserve()] as const;
  await attach(pair[1], pair[0]);
  const env = (name: string) => ({
    DATABASE_URL: servers.url(pair.map(({ address }) => address)),
    DATA_DIR: join(folder, name),
    SECRET_KEY: 'a secret key that all nodes of the installation share',
    LOG_LEVEL: 'error',
  });
  const config = readConfig({ ...env('operator'), PORT: '0' });
  const resources = await openResources(config, createLog('error'), { role: 'command' });
  const { ctx } = resources;
  const { id } = await createSite(ctx, { name: 'shop' }, 'failover');
  const request = {
    name: 'all',
    source: 'Server-side',
    permissions: ['serve', 'collect', 'manage'],
  };
  const { value: key } = await createKey(ctx, ctx.snapshots.site(id)!, request, 'failover');
  await resources.close();
  const start = async (command: string, name: string) => {
    const onSpawn = (child: Running['process']) => atEnd(() => void child.kill('SIGKILL'));
    return startAttune(command, env(name), { onSpawn });
  };
  const nodes = [await start('api', 'first'), await start('api', 'second')];
  await start('worker', 'worker');
  const client = openClient();
  atEnd(client.close);
  await publishHome(client, nodes[0]!.url, key);
  return {
    ...{ pair, client, key },
    nodes: () => nodes,
    async restartOne() {
      const [one] = nodes.splice(0, 1);
      await one!.stop();
      nodes.unshift(await start('api', 'first'));
    },
  };
}

/** Makes a server the synchronous standby of another; resolves when commits wait for it. */
export async function attach(standby: ReplicatedServer, primary: ReplicatedServer): Promise<void> {
  await standby.cloneFrom(primary);
  await standby.start();
  await waitForStandbys(primary, '*');
  await eventually(async () => {
    const { rows } = await primary.query('select sync_state from pg_stat_replication');
    return rows[0]?.sync_state === 'sync';
  }, 60_000);
}

/** Promotes a standby as failover software does: it waits for no standby until it has one. */
export async function promote(standby: ReplicatedServer): Promise<void> {
  await waitForStandbys(standby, '');
  await standby.promote();
}

async function waitForStandbys(server: ReplicatedServer, names: string): Promise<void> {
  await server.query(`alter system set synchronous_standby_names = '${names}'`);
  await server.query('select pg_reload_conf()');
}
