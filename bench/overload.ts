// What a node answers while it is asked for more than it can, and while others misbehave.
//
// Run on a machine that is quiet:
//   node bench/overload.ts [--profile 2x,5x,10x,calm,flood,feed,slow,bare,bare-flood,bare-slow]
//     [--rounds 3]
// The node and PostgreSQL have one core, all who ask the other. Arrivals are Poisson processes that
// wait for no answer; goodput is answers of 200 against the rated rate. A node is rated at what it
// answers in the calm, just before each measurement: a shared machine is not as fast as it was some
// minutes ago. PostgreSQL's log has its files already, as on a node that has run for an hour, and
// what a profile puts beside choose was there before, until its code was compiled.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { byTurns, courseOf, figuresOf } from './overload/course.ts';
import { type ArrivalPlan, type ArrivalResult, type Stream, summaryOf } from './overload/plan.ts';
import { type Row, reportOf } from './overload/report.ts';
import type { SlowPlan, SlowResult } from './overload/slow-clients.ts';
import type { UploadPlan, UploadResult } from './overload/upload.ts';
import { bodyOf } from './speed/test-bed.ts';
import { cores, moveToCore, onCore, residentBytes } from './support/cpu.ts';
import { applyLoad, requestText } from './support/load.ts';
import { roundCount } from './support/rounds.ts';
import {
  insertFloor,
  makeLogFiles,
  type Started,
  startApi,
  startFloor,
  startPostgres,
} from './support/servers.ts';
import { chooseRequests, createShop, publishCampaigns, writeProfiles } from './support/shop.ts';

const campaigns = 100;
const users = 1_000;
/** Of what a few connections get that ask without a pause. */
const ratedShares = [0.7, 0.6, 0.5, 0.4];
const ratedAnswered = 0.99;
const ratedP99Ms = 10;
type Rating = Pick<Row, 'most' | 'rated'>;
/** Open at once by one stream: what is beyond goes away as it comes. */
const connections = 1_000;
/** Nothing else starts before the client that asks for pages. */
const seconds = { most: 4, rating: 8, starting: 0.5 } as const;
const slowConnections = 5_000;
const items = 1_000_000;
/**
 * Before the first rating, of a profile that puts something beside choose. Many crowds: V8 compiles
 * for 80 ms in the seventh still, in pieces of up to 12 ms on the core of who answers.
 */
const warmUps: Readonly<Record<string, () => Promise<unknown>>> = {
  flood: () => {
    const phases = [{ seconds: 40, factors: { events: 1 } }];
    return generate({ port: api.port, seed: 1, streams: [eventsOf(10_000)], phases });
  },
  feed: () => upload(items / 5, 0),
  slow: async () => {
    for (let crowd = 0; crowd < 8; crowd += 1) await startSlowClients(api.port);
  },
};
/**
 * Clients that misbehave yield their core to the client that is measured: at
 * once (sched(7), SCHED_IDLE), and not when the time is over that even the nicest has in one go.
 */
const yielding = ['chrt', '--idle', '0'];

const { values } = parseArgs({
  options: {
    profile: {
      type: 'string',
      default: '2x,5x,10x,calm,flood,feed,slow,bare,bare-flood,bare-slow',
    },
    rounds: { type: 'string', default: String(roundCount) },
  },
});
// What it sends itself, a feed, is not to be made on the node's core; it has no children yet.
moveToCore(cores.load, process.pid);
const postgres = await startPostgres();
await makeLogFiles(postgres);
const env = { DATABASE_URL: postgres.url, DATA_DIR: `${postgres.folder}/node` };
const key = await createShop(env);
const api = await startApi(env);
const url = `http://127.0.0.1:${api.port}`;
await publishCampaigns(url, key, 0, campaigns);
await writeProfiles(postgres.url, 0, users);
const requests = chooseRequests(key, campaigns);
const rows: Row[] = [];
let crowds: ReturnType<typeof startPart> | undefined;
for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const profile of values.profile.split(',')) {
    if (round === 0) await warmUps[profile]?.();
    const row = await measure(profile, await rate());
    rows.push(row);
    console.log(JSON.stringify(row));
  }
}
await api.stop();
await postgres.stop();
const machine = `${cpus()[0]?.model} x ${cpus().length}, Node ${process.versions.node}`;
const report = reportOf({ machine, shares: ratedShares, rows });
console.log(report);
writeFileSync(join(import.meta.dirname, 'results/overload.md'), report);
process.exit(0);

/** What the node answers in a second to a few connections that ask without a pause. */
async function saturated(): Promise<number> {
  const plan = {
    connections: 32,
    requests,
    users: { count: users, order: 'any' as const },
    seed: 1,
  };
  const processes = { server: api.pid };
  await applyLoad({ ...plan, port: api.port, seconds: seconds.most }, processes);
  return (await applyLoad({ ...plan, port: api.port, seconds: seconds.most }, processes)).perSecond;
}

/** What it answers at most, and what of arrivals that wait for no answer, in the calm. */
async function rate(): Promise<Rating> {
  const most = await saturated();
  for (const share of ratedShares) {
    const rated = share * most;
    const stream = { name: 'choose', perSecond: rated, connections, requests, users };
    const phases = [{ seconds: seconds.rating, factors: { choose: 1 } }];
    const { streams } = await generate({ port: api.port, seed: 1, streams: [stream], phases });
    const { perSecond, p99Ms } = summaryOf(streams[0]!.seconds.slice(2));
    const answered = perSecond.good / perSecond.arrivals;
    console.log(JSON.stringify({ rated: Math.round(rated), share, answered, p99Ms }));
    if (answered >= ratedAnswered && p99Ms <= ratedP99Ms) return { most, rated };
  }
  throw new Error('The machine is too busy: the node keeps up with no share of what it answers');
}

async function measure(profile: string, rating: Rating): Promise<Row> {
  if (profile.startsWith('bare')) return bare(profile, rating);
  if (profile === 'slow') return whileOthers(profile, rating, () => startSlowClients(api.port));
  if (profile === 'feed') {
    return whileOthers(profile, rating, () => upload(items, 1, courseOf(profile).during));
  }
  if (profile === 'calm') return arrivals(profile, rating, 0.5, {});
  // Requests at the rate that choose is rated at, ten events each: more than can be taken in.
  if (profile === 'flood') return arrivals(profile, rating, 0.5, { events: 1 });
  return arrivals(profile, rating, 1, { choose: Number(profile.replace('x', '')) });
}

/** A server that does nothing instead of the node, beside what the node has beside it. */
async function bare(profile: string, rating: Rating): Promise<Row> {
  const server = await startFloor(await bodyOf(api.port, key, requests[0]!));
  const beside: Readonly<Record<string, () => Promise<string>>> = {
    ...{ bare: insertEvents, 'bare-slow': () => startSlowClients(server.port) },
  };
  const others = beside[profile];
  const row = await (others
    ? whileOthers(profile, rating, others, server)
    : arrivals(profile, rating, 0.5, { events: 1 }, server));
  await server.stop();
  return row;
}

/** Choose alone, then with what the profile brings, by turns, and alone at the end. */
async function arrivals(
  profile: string,
  rating: Rating,
  base: number,
  during: Readonly<Record<string, number>>,
  server: Started = api,
): Promise<Row> {
  const { rated } = rating;
  const course = courseOf(profile);
  const choose = { name: 'choose', perSecond: base * rated, connections, requests, users };
  const streams = [choose, ...(during['events'] ? [eventsOf(rated)] : [])];
  const calm = { choose: 1 };
  const turn = [
    { seconds: course.calm, factors: calm },
    { seconds: course.during, factors: { ...calm, ...during } },
  ];
  const turns = Array.from({ length: course.times }, () => turn).flat();
  const phases = [...turns, { seconds: course.calm, factors: calm }];
  const memory = watchMemory(server.pid);
  const result = await generate({ port: server.port, seed: 1, streams, phases });
  return {
    profile,
    ...rating,
    base,
    ...figuresOf(result.streams[0]!.seconds, course),
    memory: memory.end(),
  };
}

/** Choose at half of what it is rated at, and others beside it. */
async function whileOthers(
  profile: string,
  rating: Rating,
  start: () => Promise<string>,
  server: Started = api,
): Promise<Row> {
  const { times, calm, during } = courseOf(profile);
  const others = Array.from({ length: times }, async (_, turn) => {
    await delay(1000 * (seconds.starting + turn * (calm + during) + calm));
    return start();
  });
  const row = await arrivals(profile, rating, 0.5, {}, server);
  return { ...row, others: await Promise.all(others) };
}

function watchMemory(pid: number) {
  const before = residentBytes(pid);
  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, residentBytes(pid));
  }, 250);
  return {
    end: () => {
      clearInterval(watching);
      return { before, most };
    },
  };
}

/** Each stream in a process of its own. */
async function generate(plan: ArrivalPlan): Promise<ArrivalResult> {
  const running = plan.streams.map(async (stream) => {
    const command = stream.name === 'choose' ? [] : yielding;
    return (await runPart(
      'open-loop.ts',
      { ...plan, streams: [stream] },
      command,
    )) as ArrivalResult;
  });
  return { streams: (await Promise.all(running)).flatMap(({ streams }) => streams) };
}

async function startSlowClients(port: number): Promise<string> {
  const plan: SlowPlan = {
    ...{ port, key, connections: slowConnections, perSecond: 1_250, seconds: 8 },
  };
  crowds ??= startPart('slow-clients.ts', yielding);
  const { kinds } = (await crowds(plan)) as SlowResult;
  return Object.entries(kinds)
    .map(([kind, { shed, left, lastSeconds }]) => {
      return `${kind}: ${shed} shed, the last after ${lastSeconds.toFixed(1)} s, ${left} left`;
    })
    .join('; ');
}

async function runPart(
  file: string,
  plan: unknown,
  before: readonly string[] = [],
): Promise<unknown> {
  const child = spawnPart(file, before);
  child.stdin.end(JSON.stringify(plan));
  return JSON.parse(await text(child.stdout));
}

/** A process that stays, and carries out one plan after the other. */
function startPart(file: string, before: readonly string[]): (plan: unknown) => Promise<unknown> {
  const child = spawnPart(file, before);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async (plan) => {
    child.stdin.write(`${JSON.stringify(plan)}\n`);
    return JSON.parse((await lines.next()).value as string);
  };
}

function spawnPart(file: string, before: readonly string[]) {
  const script = join(import.meta.dirname, 'overload', file);
  const [command, args] = onCore(cores.load, [...before, process.execPath, script]);
  return spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
}

/** Requests of ten events each. */
function eventsOf(perSecond: number): Stream {
  const requests = Array.from({ length: 16 }, (_, at) => {
    const events = Array.from({ length: 10 }, (_, one) => ({
      name: 'Product view',
      properties: { svcType: 'product-view-v1', productId: `sku-${at}-${one}` },
    }));
    const body = { user: { svcid: `10000000000000${1000 + at}` }, events };
    return requestText({ method: 'POST', path: '/v2/collect/user/event', key }, body);
  });
  return { name: 'events', perSecond, connections, requests, users };
}

/** Batches of events by one connection, on the core of who answers. */
async function insertEvents(): Promise<string> {
  const perSecond = await insertFloor(postgres.url, byTurns.during);
  return `${Math.round(perSecond)} events a second inserted`;
}

/** Uploads a feed, of which all items change with another `raise`; aborts it on request. */
async function upload(items: number, raise: number, mostSeconds?: number): Promise<string> {
  const plan: UploadPlan = { url: `${url}/v2/feeds/svcid/1`, key, items, raise, mostSeconds };
  const { seconds, answered } = (await runPart('upload.ts', plan, yielding)) as UploadResult;
  return `${items} items: ${answered} after ${seconds.toFixed(0)} s`;
}
