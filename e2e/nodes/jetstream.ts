// Nodes whose inbox is JetStream on three servers, under a steady load: each server is killed in
// turn, PostgreSQL is away for a while, then two of three servers are.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type NatsServer,
  startNatsCluster,
} from '../../packages/server/src/features/events/collect/inbox/jetstream/nats-server.fixture.ts';
import { countInbox } from '../../packages/server/src/features/events/collect/index.ts';
import { eventually } from '../../packages/server/src/testing.ts';
import { publishHome } from './campaigns.ts';
import { type Answer, type Client, openClient } from './client.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { type Compared, compareEvents, reporting, type SentEvents } from './counted-events.ts';
import { choosing } from './load.ts';

/** What became of the events that were sent during a phase, and of choose. */
export interface Phase {
  readonly name: string;
  readonly seconds: number;
  readonly acknowledged: number;
  /** By status and code. */
  readonly refused: Readonly<Record<string, number>>;
  readonly chooses: number;
  readonly chooseErrors: Readonly<Record<string, number>>;
  readonly longestMs: number;
}

export interface Outcome extends Compared {
  readonly phases: readonly Phase[];
  readonly acknowledged: number;
  /** From the last phase to an empty inbox. */
  readonly foldedMs: number;
}

export interface Plan {
  readonly perSecond: number;
  readonly awaySeconds: number;
  /** How long each server is away. */
  readonly killedSeconds: number;
}

const replicatedMs = 60_000;
const foldedWithinMs = 180_000;
/** While two of three are away: longer than an answer waits for them. */
const stalledSeconds = 26;
const mostUnderWay = 8_000;

/** Does it all, and counts. */
export async function surviveOutages(plan: Plan): Promise<Outcome> {
  const servers = await startNatsCluster(3);
  const env = { NATS_URL: servers.map(({ url }) => url).join(), DRAIN: '0' };
  const cluster = await openCluster({ env });
  const client = openClient(mostUnderWay);
  try {
    return await runPhases(cluster, client, servers, plan);
  } finally {
    client.close();
    await cluster.close();
    for (const { stop } of servers) await stop();
  }
}

async function runPhases(
  cluster: Cluster,
  client: Client,
  servers: readonly NatsServer[],
  { perSecond, awaySeconds, killedSeconds }: Plan,
): Promise<Outcome> {
  const [node] = await Promise.all([cluster.start('api', 'api'), cluster.start('worker', 'work')]);
  await publishHome(client, node.url, cluster.key);
  const load = startLoad(client, node.url, cluster.key, perSecond);
  const phases: Phase[] = [];
  const phase = async (name: string, work: () => Promise<unknown>) => {
    const ended = load.phase(name);
    // Also where that fails: what is sent on would keep the cluster from closing.
    await work().finally(async () => phases.push(await ended()));
  };
  await phase('nothing', () => delay(3_000));
  for (const [at, server] of servers.entries()) {
    await phase(`server ${1 + at} killed and started`, async () => {
      await server.kill();
      await delay(1_000 * killedSeconds);
      await server.start();
      await isReplicated(cluster);
    });
  }
  await phase(`PostgreSQL away for ${awaySeconds} s`, async () => {
    cluster.link.cut();
    await delay(1_000 * awaySeconds);
    cluster.link.mend();
  });
  const [first, second] = servers as [NatsServer, NatsServer];
  await phase('two of three servers killed', async () => {
    await Promise.all([first.kill(), second.kill()]);
    await delay(1_000 * stalledSeconds);
  });
  await phase('both started', async () => {
    await Promise.all([first.start(), second.start()]);
    await isReplicated(cluster);
  });
  const sent = await load.stop();
  const stoppedAt = performance.now();
  const { ctx } = cluster.resources;
  const mark = await ctx.inbox.mark();
  await eventually(async () => (await countInbox(ctx.db, mark)) === 0, foldedWithinMs);
  const foldedMs = performance.now() - stoppedAt;
  return {
    phases,
    acknowledged: sent.acknowledged.length,
    foldedMs,
    ...(await compareEvents(ctx.pool, sent)),
  };
}

/** Resolves when the stream is on all of its servers again. */
function isReplicated({ resources: { ctx } }: Cluster): Promise<unknown> {
  const isOnAll = async () => / on 3 of 3 servers/.test((await ctx.inbox.report()).what);
  return eventually(isOnAll, replicatedMs);
}

function startLoad(client: Client, url: string, key: string, perSecond: number) {
  const [ids, acknowledged]: [string[], string[]] = [[], []];
  const underWay = new Set<Promise<unknown>>();
  let number = 0;
  /** Between phases nothing is sent: a request belongs to one. */
  let now: MutablePhase | undefined;
  const send = async (phase: MutablePhase, at: number) => {
    const id = randomUUID();
    ids.push(id);
    const began = performance.now();
    const answer = await client.ask(url, reporting(key, id, at));
    phase.longestMs = Math.max(phase.longestMs, performance.now() - began);
    if (answer.status === 204) {
      acknowledged.push(id);
      phase.acknowledged += 1;
    } else countOf(phase.refused, answer);
  };
  const choose = async (phase: MutablePhase, at: number) => {
    const answer = await client.ask(url, choosing(key, at));
    phase.chooses += 1;
    if (answer.status !== 200) countOf(phase.chooseErrors, answer);
  };
  const timer = setInterval(() => {
    if (!now || underWay.size >= mostUnderWay) return;
    number += 1;
    for (const one of [send(now, number), choose(now, number)]) {
      underWay.add(one);
      one.catch(() => undefined).finally(() => underWay.delete(one));
    }
  }, 1_000 / perSecond).unref();
  return {
    phase(name: string) {
      const own = newPhase(name);
      const began = performance.now();
      now = own;
      return async (): Promise<Phase> => {
        now = undefined;
        const seconds = Math.round((performance.now() - began) / 1_000);
        await Promise.allSettled(underWay);
        return { ...own, seconds };
      };
    },
    async stop(): Promise<SentEvents> {
      clearInterval(timer);
      await Promise.allSettled(underWay);
      return { ids, acknowledged };
    },
  };
}

type MutablePhase = { -readonly [Field in keyof Phase]: Phase[Field] } & {
  refused: Record<string, number>;
  chooseErrors: Record<string, number>;
};

function countOf(by: Record<string, number>, { status, text }: Answer): void {
  const [, code = ''] = /"code":"(\w+)"/.exec(text) ?? [];
  const name = `${status} ${code}`;
  by[name] = (by[name] ?? 0) + 1;
}

const newPhase = (name: string): MutablePhase => ({
  ...{ name, seconds: 0, acknowledged: 0, refused: {}, chooses: 0 },
  ...{ chooseErrors: {}, longestMs: 0 },
});
