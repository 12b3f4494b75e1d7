// An installation of the previous release is upgraded under load, node by node, and taken back.
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { testDatabase } from '../../packages/server/src/db/testing.ts';
import { compareWhenFolded, startSender } from '../failover/sender.ts';
import { publishHome } from '../nodes/campaigns.ts';
import { openClient } from '../nodes/client.ts';
import type { Compared } from '../nodes/counted-events.ts';
import { mixed, startLoad, type Tally } from '../nodes/load.ts';
import { startNginx } from '../proxy/nginx.ts';
import {
  type Environment,
  launcher,
  makeFolder,
  type Running,
  runJson,
  startAttune,
} from '../support/attune.ts';
import { atEnd } from '../support/cleanup.ts';
import { installPrevious, previous } from './previous.ts';

export interface UpgradePlan {
  /** Requests a second through nginx, and half as many events whose ids are counted. */
  readonly perSecond: number;
  readonly drainSeconds: number;
}

interface Step {
  readonly name: string;
  readonly seconds: number;
}

export interface UpgradeOutcome extends Compared {
  readonly steps: readonly Step[];
  readonly load: Tally;
  readonly acknowledged: number;
  /** Answers to events that were not 2xx, each sent again. */
  readonly refused: number;
}

const names = ['first', 'second', 'third'];

/**
 * Upgrades the worker and three nodes one after the other, then takes each back. `endAll` ends what
 * it started.
 */
export async function upgradeAndBack({
  perSecond,
  drainSeconds,
}: UpgradePlan): Promise<UpgradeOutcome> {
  const steps: Step[] = [];
  async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
    const since = performance.now();
    const result = await work();
    steps.push({ name, seconds: (performance.now() - since) / 1_000 });
    return result;
  }
  const { version } = previous;
  const old = await step(`${version} installed`, installPrevious);
  const made = await step(`${version} started`, () => openInstallation(old, drainSeconds));
  const { ask, key, nodes, replace, pool } = made;
  const nginx = await startNginx(nodes);
  atEnd(nginx.close);
  const load = startLoad(perSecond, (number) => ask(nginx.url, mixed(key, number)));
  const sending = { perSecond: perSecond / 2, key, prefix: 'upgrade' };
  const sender = startSender(sending, (_, request) => ask(nginx.url, request));
  for (const to of ['this version', version]) {
    for (const name of ['worker', ...names]) {
      await pause(500);
      await step(`${name} to ${to}`, () => replace(name, to === version ? old : launcher));
    }
    await pause(1_000);
  }
  const tally = await load.stop();
  const { ids, refused } = await sender.stop();
  const compared = await step('all events folded', () => compareWhenFolded(pool, ids));
  return { steps, load: tally, acknowledged: ids.length, ...compared, refused };
}

/** An installation that a program made: three nodes and a worker on one database. */
async function openInstallation(maker: string, drainSeconds: number) {
  const folder = await makeFolder('upgrade');
  atEnd(() => rm(folder, { recursive: true }));
  const database = await testDatabase({ migrations: await mkdtemp(join(folder, 'none-')) });
  atEnd(database.close);
  const client = openClient();
  atEnd(client.close);
  const env = (name: string): Environment => ({
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, name),
    SECRET_KEY: 'a secret key that both releases are given',
    DRAIN: String(drainSeconds),
  });
  const running = new Map<string, Running>();
  async function start(name: string, program: string, port = '0'): Promise<void> {
    const role = name === 'worker' ? 'worker' : 'api';
    const onSpawn = (child: ChildProcess) => atEnd(() => child.kill('SIGKILL'));
    running.set(name, await startAttune(role, { ...env(name), PORT: port }, { program, onSpawn }));
  }
  await Promise.all(['worker', ...names].map((name) => start(name, maker)));
  const operate = <T>(command: string) => runJson<T>(command.split(' '), env('operator'), maker);
  await operate('site create --name shop');
  const { value: key } = await operate<{ value: string }>(
    'keys create --site shop --name upgrade --source server --permissions ' +
      'serve,collect,userprofile,manage',
  );
  const nodes = names.map((name) => running.get(name)!.url);
  await publishHome(client, nodes[0]!, key);
  /** Ends a node as an operator would, and starts a program in its place. */
  async function replace(name: string, program: string): Promise<void> {
    const { url, stop } = running.get(name)!;
    const code = await stop();
    if (code !== 0) throw new Error(`${name} ended with ${code}`);
    await start(name, program, url ? new URL(url).port : '0');
  }
  return { pool: database.pool, key, nodes, ask: client.ask, replace };
}
