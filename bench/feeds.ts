// How fast a whole feed is taken, against a bare COPY of the same rows in the same run.
//
// Run from the project's root:
// node bench/feeds.ts [--items 1000000] [--columns 15] [--rounds 3] [--seed 1] [--mapping]
// With --mapping: what a mapping costs when a file is pushed by the command, without a server.
// The server and PostgreSQL have one core, the sender has another. Each round makes a new feed and
// sends it three times: first, unchanged, and with every row changed; the COPY goes before each.

import { createReadStream, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { cpus } from 'node:os';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { makeFolder } from '../e2e/support/attune.ts';
import { measureMapping } from './feeds/mapping.ts';
import { writeFeed } from './feeds/rows.ts';
import { cores, cpuSeconds, moveToCore, residentBytes } from './support/cpu.ts';
import { median } from './support/load.ts';
import { type Postgres, type Started, startApi, startPostgres } from './support/servers.ts';
import { createShop } from './support/shop.ts';

interface Figure {
  readonly seconds: number;
  readonly nodeSeconds: number;
  readonly postgresSeconds: number;
  /** How much more memory the server held at most than before, in MB. */
  readonly grownMb: number;
}

const tables = {
  'COPY into (sku text, data jsonb)': '',
  'the same with a primary key': ', primary key (sku)',
} as const;
const uploads = { 'first load': 2, 'unchanged reload': 2, 'every row changed': 3 } as const;
type Subject = keyof typeof tables | keyof typeof uploads;

const { values: asked } = parseArgs({
  options: {
    items: { type: 'string', default: '1000000' },
    columns: { type: 'string', default: '15' },
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    mapping: { type: 'boolean', default: false },
  },
});
const [items, columns, rounds, seed] = [
  ...[asked.items, asked.columns, asked.rounds, asked.seed],
].map(Number) as [number, number, number, number];
const [floor, keyed] = Object.keys(tables) as [Subject, Subject];

async function main(): Promise<void> {
  moveToCore(cores.load, process.pid);
  const folder = await makeFolder('bench-feeds');
  const postgres = await startPostgres();
  const env = { DATABASE_URL: postgres.url, DATA_DIR: folder, SECRET_KEY: 'bench'.repeat(8) };
  try {
    const files = [
      await writeFeed(folder, { count: items, columns, seed }, 1),
      await writeFeed(folder, { count: items, columns, seed }, 2),
    ];
    const key = await createShop(env);
    let api = await startApi(env);
    const figures = new Map<Subject, Figure[]>();
    const take = async (name: Subject, work: () => Promise<void>) => {
      await onDatabase(postgres, 'checkpoint');
      const figure = await measure(api, postgres, work);
      figures.set(name, [...(figures.get(name) ?? []), figure]);
      const { seconds, nodeSeconds, postgresSeconds } = figure;
      const used = `node ${nodeSeconds} s, PostgreSQL ${postgresSeconds} s`;
      console.error(`${name}: ${seconds.toFixed(2)} s; ${used}`);
    };
    let delays = '';
    for (let round = 0; round < rounds; round += 1) {
      const feed = await createFeed(api, key);
      const sent = { 'first load': 0, 'unchanged reload': 0, 'every row changed': 1 } as const;
      for (const name of Object.keys(uploads) as (keyof typeof uploads)[]) {
        const { ndjson, copy } = files[sent[name]]!;
        await take(floor, () => copyTo(postgres, copy, tables[floor as keyof typeof tables]));
        await eventLoopDelay(api);
        await take(name, () => put(api, key, feed, ndjson));
        delays = await eventLoopDelay(api);
      }
      await take(keyed, () =>
        copyTo(postgres, files[0]!.copy, tables[keyed as keyof typeof tables]),
      );
    }
    await api.stop();
    const startedAt = performance.now();
    api = await startApi(env);
    await untilReady(api, key);
    const start = (performance.now() - startedAt) / 1000;
    const report = reportOf(figures, files[0]!.bytes / items, start, delays);
    await api.stop();
    writeFileSync(
      new URL(`results/feeds${columns === 15 ? '' : `-${columns}`}.md`, import.meta.url),
      report,
    );
    console.log(report);
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function mapping(): Promise<void> {
  const folder = await makeFolder('bench-feeds');
  try {
    const report = await measureMapping(folder, { count: items, columns, seed }, rounds);
    writeFileSync(new URL('results/feeds-mapping.md', import.meta.url), report);
    console.log(report);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(
  api: Started,
  postgres: Postgres,
  work: () => Promise<void>,
): Promise<Figure> {
  const before = { node: cpuSeconds(api.pid), postgres: cpuSeconds(postgres.pid) };
  const resident = residentBytes(api.pid);
  let most = resident;
  const watch = setInterval(() => {
    most = Math.max(most, residentBytes(api.pid));
  }, 100);
  const startedAt = performance.now();
  await work().finally(() => clearInterval(watch));
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    seconds,
    nodeSeconds: round2(cpuSeconds(api.pid) - before.node),
    postgresSeconds: round2(cpuSeconds(postgres.pid) - before.postgres),
    grownMb: (most - resident) / 1024 ** 2,
  };
}

async function copyTo({ url }: Postgres, file: string, key: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create table copied (sku text, data jsonb${key})`);
    const source = createReadStream(file, { highWaterMark: 256 * 1024 });
    await pipeline(source, client.query(copyFrom('copy copied from stdin')));
    await client.query('drop table copied');
  } finally {
    await client.end();
  }
}

async function onDatabase({ url }: Postgres, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function createFeed({ port }: Started, key: string): Promise<string> {
  const response = await fetch(`http://localhost:${port}/v2/feeds`, {
    method: 'POST',
    headers: { 'svc-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Measured', affinity: [] }),
  });
  if (response.status !== 201) throw new Error(await response.text());
  return ((await response.json()) as { id: string }).id;
}

async function put({ port }: Started, key: string, feed: string, file: string): Promise<void> {
  const headers = { 'svc-api-key': key, 'content-type': 'application/x-ndjson' };
  const path = `/v2/feeds/svcid/${feed}`;
  const upload = request({ host: 'localhost', port, method: 'PUT', path, headers });
  const answered = new Promise<string>((resolve, reject) => {
    upload.once('error', reject);
    upload.once('response', (response) => text(response).then(resolve, reject));
  });
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  await Promise.all([pipeline(source, upload), answered]);
  const { data } = JSON.parse(await answered);
  if (data?.accepted !== items) throw new Error(await answered);
}

/** What the server's own timer says since it was asked last. */
async function eventLoopDelay({ port }: Started): Promise<string> {
  const metrics = await (await fetch(`http://localhost:${port}/metrics`)).text();
  const [p99, max] = ['p99', 'max'].map((name) => {
    const found = new RegExp(`^attune_nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(
      metrics,
    );
    return found ? `${name} ${(1000 * Number(found[1])).toFixed(0)} ms` : `${name} unknown`;
  });
  return `${p99}, ${max}`;
}

async function untilReady({ port }: Started, key: string): Promise<void> {
  const ready = await fetch(`http://localhost:${port}/readyz`);
  const chosen = await fetch(`http://localhost:${port}/v2/serve/user/choose`, {
    method: 'POST',
    headers: { 'svc-api-key': key, 'content-type': 'application/json' },
    body: '{}',
  });
  if (!ready.ok || !chosen.ok) throw new Error(`${ready.status} ${await chosen.text()}`);
}

function reportOf(
  figures: ReadonlyMap<Subject, readonly Figure[]>,
  rowBytes: number,
  start: number,
  delays: string,
): string {
  const of = (name: Subject, what: (figure: Figure) => number) =>
    median((figures.get(name) ?? []).map(what));
  const floorSeconds = of(floor, ({ seconds }) => seconds);
  const cpu = ({ nodeSeconds, postgresSeconds }: Figure) => nodeSeconds + postgresSeconds;
  const floorCpu = of(floor, cpu);
  const rows = [...figures.keys()].map((name) => {
    const seconds = of(name, (one) => one.seconds);
    const wanted = name in uploads ? `at most ${uploads[name as keyof typeof uploads]}` : '';
    return `| ${[
      name,
      Math.round(items / seconds).toLocaleString('en'),
      (seconds / floorSeconds).toFixed(2),
      (of(name, cpu) / floorCpu).toFixed(2),
      wanted,
      ((1e6 * of(name, (one) => one.nodeSeconds)) / items).toFixed(1),
      ((1e6 * of(name, (one) => one.postgresSeconds)) / items).toFixed(1),
      Math.max(...figures.get(name)!.map((one) => one.grownMb)).toFixed(0),
    ].join(' | ')} |`;
  });
  return `# Feeds

\`node bench/feeds.ts --columns ${columns}\`: ${items.toLocaleString('en')} items of ${Math.round(rowBytes)} bytes on
average, sent as NDJSON; medians of ${rounds} rounds, seed ${seed}. Server and PostgreSQL on one core, the sender
on another, of ${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}.

| | rows/s | time, COPY = 1 | processor time, COPY = 1 | wanted | node, us/row | PostgreSQL, us/row | memory, MB more |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}

Delay of the server's event loop during the last upload: ${delays}. Started again with what it
holds, \`/readyz\` and choose answered after ${start.toFixed(2)} s.
`;
}

const round2 = (value: number) => Math.round(100 * value) / 100;

await (asked.mapping ? mapping() : main());
