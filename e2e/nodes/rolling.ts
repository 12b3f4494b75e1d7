// Three nodes are restarted one by one while they are asked: no request may fail.
import { setTimeout as pause } from 'node:timers/promises';
import type { Running } from '../support/attune.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { publishHome } from './campaigns.ts';
import {
  type Answer,
  type Client,
  type ClientRequest,
  isUnconnected,
  openClient,
} from './client.ts';
import { openCluster } from './cluster.ts';
import { mixed, startLoad, type Tally } from './load.ts';

export interface RollingPlan {
  /** Requests a second through the balancer, and as many from clients that know the nodes. */
  readonly perSecond: number;
  readonly drainSeconds: number;
  /** How often each node is restarted. */
  readonly times: number;
  /** Starts what stands before the nodes; absent: the balancer of this folder. */
  readonly balance?: (nodes: readonly string[]) => Promise<Balancer>;
}

export interface RollingOutcome {
  readonly balanced: Tally;
  readonly direct: Tally;
  readonly restarts: number;
  /** Exit codes that are not 0, as words. */
  readonly faults: readonly string[];
  /** From SIGTERM to the end of the process. */
  readonly stopMs: readonly number[];
}

/** Restarts each node in turn by SIGTERM, on the port that it had, once the others are ready. */
export async function rollRestart(plan: RollingPlan): Promise<RollingOutcome> {
  const cluster = await openCluster({ env: { DRAIN: String(plan.drainSeconds) } });
  const clients = [openClient(), openClient(), openClient()];
  const [first] = clients as [Client, ...Client[]];
  try {
    const names = ['first', 'second', 'third'];
    const nodes = await Promise.all(names.map((name) => cluster.start('api', name)));
    await cluster.start('worker', 'worker');
    const urls = nodes.map(({ url }) => url);
    await publishHome(first, urls[0] ?? '', cluster.key);
    const balancer = await (plan.balance ?? startBalancer)(urls);
    const loads = [
      startLoad(plan.perSecond, (number) => first.ask(balancer.url, mixed(cluster.key, number))),
      startLoad(plan.perSecond, (number) =>
        askAny(
          clients[number % 2 === 0 ? 1 : 2] ?? first,
          urls,
          mixed(cluster.key, number),
          number,
        ),
      ),
    ];
    const faults: string[] = [];
    const stopMs: number[] = [];
    for (let restart = 0; restart < plan.times * names.length; restart++) {
      await pause(1_000);
      const at = restart % names.length;
      const since = performance.now();
      const code = await (nodes[at] as Running).stop();
      stopMs.push(performance.now() - since);
      if (code !== 0) faults.push(`the node ${names[at]} ended with ${code}`);
      const { port } = new URL(urls[at] ?? '');
      nodes[at] = await cluster.start('api', names[at] ?? '', { PORT: port });
    }
    await pause(1_000);
    const [balanced, direct] = (await Promise.all(loads.map((load) => load.stop()))) as [
      Tally,
      Tally,
    ];
    await balancer.close();
    return { balanced, direct, restarts: stopMs.length, faults, stopMs };
  } finally {
    for (const client of clients) client.close();
    await cluster.close();
  }
}

/** Asks the nodes in turn; goes to the next one only where no connection can be made. */
async function askAny(
  client: Client,
  urls: readonly string[],
  asked: ClientRequest,
  turn: number,
): Promise<Answer> {
  let failure: unknown;
  for (let tries = 0; tries < urls.length; tries++) {
    try {
      return await client.ask(urls[(turn + tries) % urls.length] ?? '', asked);
    } catch (error) {
      if (!isUnconnected(error)) throw error;
      failure = error;
    }
  }
  throw failure;
}
