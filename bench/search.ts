// How long a teammate waits for a search among a feed's items: from the database, and from memory.
//
// Run from the project's root:
// npm run bench -- search [--items 200000] [--columns 40] [--rounds 5] [--seed 1] [--explain]
import { createReadStream, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { makeFolder } from '../e2e/support/attune.ts';
import { writeFeed } from './feeds/rows.ts';
import { cores, moveToCore } from './support/cpu.ts';
import { machineName } from './support/machine.ts';
import { type Started, startApi, startPostgres } from './support/servers.ts';
import { createShop } from './support/shop.ts';

const { values: asked } = parseArgs({
  options: {
    items: { type: 'string', default: '200000' },
    columns: { type: 'string', default: '40' },
    rounds: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    explain: { type: 'boolean', default: false },
  },
});
const [items, columns, rounds, seed] = [
  ...[asked.items, asked.columns, asked.rounds, asked.seed],
].map(Number) as [number, number, number, number];

const absent = 'a name that no item has';
const searches: Readonly<Record<string, string>> = {
  'the first page, no search': '',
  'a sku that begins so': `q=SKU-${String(items - 5).padStart(8, '0')}`,
  'a word that one name in ten has': 'q=sneaker',
  'a name that one item has': `q=${Math.floor(items * 0.9) + 1}`,
  [absent]: 'q=unheard-of',
  'a brand that one item in 300 has': 'column=brand&value=Brand%20299',
  'a value that no item has': 'column=material&value=silk',
};

interface Figure {
  readonly name: string;
  /** From the first request to a page that is full, or to the end of the feed. */
  readonly ms: number;
  readonly requests: number;
  readonly found: number;
}

async function main(): Promise<void> {
  moveToCore(cores.load, process.pid);
  const folder = await makeFolder('bench-search');
  const postgres = await startPostgres();
  const env = { DATABASE_URL: postgres.url, DATA_DIR: folder, SECRET_KEY: 'bench'.repeat(8) };
  try {
    const file = await writeFeed(folder, { count: items, columns, seed }, 1);
    const key = await createShop(env);
    // The feed does not fit into so little memory.
    const small = await startApi({ ...env, FEED_MEMORY: '1' });
    await send(small, key, file.ndjson);
    const fromDatabase = await measure(small, key);
    await small.stop();
    const api = await startApi({ ...env, FEED_MEMORY: '4096' });
    await search(api, key, 'one that is slow, so that the feed is loaded', searches[absent]!);
    const loaded = await untilLoaded(api);
    const fromMemory = await measure(api, key);
    if (asked.explain) await explain(postgres.url);
    await api.stop();
    const report = reportOf(fromDatabase, fromMemory, loaded);
    console.log(report);
    writeFileSync(join(import.meta.dirname, 'results/search.md'), report);
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The median of some rounds of each search. */
async function measure(api: Started, key: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, query] of Object.entries(searches)) {
    const taken: Figure[] = [];
    for (let round = 0; round < rounds; round += 1) taken.push(await search(api, key, name, query));
    taken.sort((one, other) => one.ms - other.ms);
    figures.push(taken[Math.floor(rounds / 2)]!);
    console.error(`${name}: ${taken.map(({ ms }) => ms.toFixed(0)).join(', ')} ms`);
  }
  return figures;
}

async function search(api: Started, key: string, name: string, query: string): Promise<Figure> {
  const startedAt = performance.now();
  const limit = 20;
  let [found, requests] = [0, 0];
  for (let cursor = ''; ; ) {
    const url = `http://localhost:${api.port}/v2/feeds/1/items?limit=${limit - found}&${query}`;
    const response = await fetch(url + cursor, { headers: { 'svc-api-key': key } });
    const page = (await response.json()) as { items: unknown[]; next: string | null };
    if (!response.ok) throw new Error(JSON.stringify(page));
    requests += 1;
    found += page.items.length;
    if (page.next === null || found >= limit) break;
    cursor = `&cursor=${encodeURIComponent(page.next)}`;
  }
  return { name, ms: performance.now() - startedAt, requests, found };
}

/** Resolves when the node has the feed in memory; seconds, undefined where it does not load it. */
async function untilLoaded(api: Started): Promise<number | undefined> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < 180_000) {
    const metrics = await (await fetch(`http://localhost:${api.port}/metrics`)).text();
    if (/attune_feeds\{[^}]*status="held"[^}]*\} [1-9]/.test(metrics)) {
      return (performance.now() - startedAt) / 1_000;
    }
    await delay(200);
  }
  return undefined;
}

async function explain(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const trigrams = await client.query(
    `select name from pg_available_extensions where name = 'pg_trgm'`,
  );
  console.error(`pg_trgm is ${trigrams.rowCount === 0 ? 'not ' : ''}there`);
  const { rows } = await client.query(`
    explain (analyze, buffers)
    select sku, data from (
      select sku, data, lead(sku) over (order by sku, version) as following from item_version
      where site_id = 1 and feed_id = 1 and sku >= ''
    ) as versions
    where following is distinct from sku and data is not null
      and (strpos(lower(split_part(split_part(data, '"name":"', 2), '","', 1)), 'unheard-of') > 0
        or split_part(data, '"name":"', 3) <> '')
    order by sku limit 20`);
  console.error(rows.map((row) => row['QUERY PLAN']).join('\n'));
  await client.end();
}

async function send({ port }: Started, key: string, file: string): Promise<void> {
  const headers = { 'svc-api-key': key, 'content-type': 'application/x-ndjson' };
  const upload = request({ port, method: 'PUT', path: '/v2/feeds/svcid/1', headers });
  const answered = new Promise<string>((resolve, reject) => {
    upload.once('error', reject);
    upload.once('response', (response) => text(response).then(resolve, reject));
  });
  await Promise.all([pipeline(createReadStream(file), upload), answered]);
  const { data } = JSON.parse(await answered);
  if (data?.accepted !== items) throw new Error(await answered);
}

function reportOf(database: Figure[], memory: Figure[], loaded: number | undefined): string {
  const said = ({ ms, requests }: Figure) =>
    `${ms.toFixed(0)} ms${requests > 1 ? ` in ${requests} requests` : ''}`;
  const lines = database.map(
    (one, at) => `| ${one.name} | ${one.found} | ${said(one)} | ${said(memory[at]!)} |`,
  );
  return `# A search among a feed's items

\`npm run bench -- search\` on ${new Date().toISOString().slice(0, 10)}: ${machineName()}.

${items.toLocaleString('en')} items of ${columns} columns; one node, PostgreSQL and the node on one core. Medians of ${rounds} rounds, by the clock, from the first
request to a page of 20 items, or to the end of the feed. ${
    loaded === undefined
      ? 'The node did not load the feed.'
      : `A second node loaded the feed after its first search that was slow, within ${loaded.toFixed(1)} s.`
  }

| search | found | from the database | from memory |
| --- | --- | --- | --- |
${lines.join('\n')}
`;
}

await main();
process.exit(0);
