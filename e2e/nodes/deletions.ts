// How soon a deleted key is refused: on the node that deleted it, and on two others, under load.
import { setTimeout as pause } from 'node:timers/promises';
import { type Random, seededRandom } from '../../packages/server/src/demo/random.ts';
import { createKey } from '../../packages/server/src/features/access/api-keys/index.ts';
import { createSite } from '../../packages/server/src/features/configuration/sites/index.ts';
import { runJson } from '../support/attune.ts';
import { multiply, publish, publishHome } from './campaigns.ts';
import { type Client, openClient } from './client.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { type DeletingNode, startDeletingNode } from './deleting-node.ts';
import { choosing, startLoad, type Tally } from './load.ts';

export interface DeletionPlan {
  readonly seed: string;
  readonly deletions: number;
  /** Further ones, each by `attune keys delete` in a process of its own. */
  readonly byCommand: number;
  /** Requests a second to each node meanwhile. */
  readonly perSecond: number;
  /** Live campaigns of another site, which changes all the while; 0 for no such site. */
  readonly campaigns: number;
  /** Do notifications come through? */
  readonly isNotified: boolean;
}

export interface DeletionOutcome {
  /** Milliseconds from the acknowledgement, on the nodes that did not delete. */
  readonly firstRefused: readonly number[];
  readonly lastServed: readonly number[];
  /** What did not hold, in words. */
  readonly faults: readonly string[];
  readonly load: Tally;
  readonly swallowed: number;
  /** How often the other site was published anew. */
  readonly published: number;
}

const atOnce = 8;
const gapMs = 20;
const longestMs = 10_000;
/** A poll and its neighbours: where in it a deletion comes is drawn. */
const spreadMs = 600;

interface Nodes {
  readonly cluster: Cluster;
  readonly client: Client;
  readonly first: DeletingNode;
  readonly others: readonly string[];
}

/** Starts three nodes and a worker, deletes keys on the first one, and asks everywhere. */
export async function measureDeletions(plan: DeletionPlan): Promise<DeletionOutcome> {
  const cluster = await openCluster({ isSilent: !plan.isNotified, env: { DRAIN: '0' } });
  const client = openClient();
  let first: DeletingNode | undefined;
  try {
    first = await startDeletingNode(cluster.env('first'));
    const others = [await cluster.start('api', 'second'), await cluster.start('api', 'third')];
    await cluster.start('worker', 'worker');
    await publishHome(client, first.url, cluster.key);
    const urls = others.map(({ url }) => url);
    return await measure({ cluster, client, first, others: urls }, plan);
  } finally {
    client.close();
    await first?.stop();
    await cluster.close();
  }
}

async function measure(nodes: Nodes, plan: DeletionPlan): Promise<DeletionOutcome> {
  const { cluster, client, first, others } = nodes;
  const all = [first.url, ...others];
  const neighbour = await startNeighbour(nodes, plan.campaigns);
  const load = startLoad(all.length * plan.perSecond, (number) =>
    client.ask(all[number % all.length] ?? '', choosing(cluster.key, number)),
  );
  const random = seededRandom(plan.seed);
  const found: Found = { firstRefused: [], lastServed: [], faults: [] };
  const values: string[] = [];
  let left = plan.deletions;
  const lane = async () => {
    while (left-- > 0) values.push(await deleteOne(nodes, random, found));
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  for (let at = 0; at < plan.byCommand; at++) values.push(await deleteByCommand(nodes, found));
  const published = await neighbour.stop();
  const tally = await load.stop();
  for (const value of values) {
    for (const url of all) {
      const { status } = await own(client, url, value);
      if (status !== 401) found.faults.push(`${status} in the end, from ${url}`);
    }
  }
  return { ...found, load: tally, swallowed: cluster.swallowed(), published };
}

interface Found {
  readonly firstRefused: number[];
  readonly lastServed: number[];
  readonly faults: string[];
}

const own = (client: Client, url: string, key: string) =>
  client.ask(url, { method: 'GET', path: '/v2/keys/self', key });

/** Makes a key, deletes it on the first node, and watches all nodes; the key's value. */
async function deleteOne(nodes: Nodes, random: Random, found: Found): Promise<string> {
  const { cluster, client, first, others } = nodes;
  const { id, value } = await first.create(cluster.siteId);
  for (const url of [first.url, ...others]) {
    const { status } = await own(client, url, value);
    if (status !== 200) found.faults.push(`a new key was answered with ${status}`);
  }
  await pause(random.between(0, spreadMs));
  const deleted = first.delete(cluster.siteId, id);
  const watched = others.map((url) => watch(client, url, value, deleted));
  await deleted;
  const acknowledged = performance.now();
  const { status } = await own(client, first.url, value);
  if (status !== 401) found.faults.push(`the same node went on, with ${status}`);
  await note(watched, acknowledged, found);
  return value;
}

async function deleteByCommand({ cluster, client, first, others }: Nodes, found: Found) {
  const { id, value } = await first.create(cluster.siteId);
  const all = [first.url, ...others];
  const args = ['keys', 'delete', '--site', 'shop', '--id', String(id)];
  const deleted = runJson(args, cluster.env('command'));
  const watched = all.map((url) => watch(client, url, value, deleted));
  await deleted;
  await note(watched, performance.now(), found);
  return value;
}

interface Watched {
  readonly lastServed: number;
  readonly firstRefused: number;
}

/** Asks a node again and again until it has refused three times. */
async function watch(
  client: Client,
  url: string,
  key: string,
  deleted: Promise<unknown>,
): Promise<Watched | undefined> {
  let end = Number.POSITIVE_INFINITY;
  const bound = () => {
    end = performance.now() + longestMs;
  };
  deleted.then(bound, bound);
  let lastServed = Number.NEGATIVE_INFINITY;
  let firstRefused: number | undefined;
  for (let refusals = 0; refusals < 3 && performance.now() < end; ) {
    const { status } = await own(client, url, key);
    if (status === 200) lastServed = performance.now();
    else {
      firstRefused ??= performance.now();
      refusals += 1;
    }
    await pause(gapMs);
  }
  return firstRefused === undefined ? undefined : { lastServed, firstRefused };
}

async function note(
  watched: readonly Promise<Watched | undefined>[],
  acknowledged: number,
  found: Found,
): Promise<void> {
  for (const seen of await Promise.all(watched)) {
    if (!seen) found.faults.push(`a key was honoured for ${longestMs} ms and more`);
    const since = (at: number) => Math.max(0, at - acknowledged);
    found.firstRefused.push(seen ? since(seen.firstRefused) : longestMs);
    found.lastServed.push(seen ? since(seen.lastServed) : longestMs);
  }
}

/** A site of many campaigns, published again and again, so that nodes are busy loading it. */
async function startNeighbour({ cluster, client, first }: Nodes, campaigns: number) {
  if (campaigns === 0) return { stop: async () => 0 };
  const { ctx } = cluster.resources;
  const { id: siteId } = await createSite(ctx, { name: 'neighbour' }, 'nodes');
  const request = { name: 'manage', source: 'Server-side', permissions: ['manage'] };
  const { value: key } = await createKey(ctx, ctx.snapshots.site(siteId)!, request, 'nodes');
  const id = await publishHome(client, first.url, key);
  await multiply(ctx.pool, siteId, campaigns - 1);
  let isWanted = true;
  const publishing = (async () => {
    let published = 0;
    for (; isWanted; published++) {
      await publish(client, first.url, key, id);
      await pause(250);
    }
    return published;
  })();
  return {
    stop: () => {
      isWanted = false;
      return publishing;
    },
  };
}
