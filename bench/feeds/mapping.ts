// What a mapping costs: a file in a shop's own columns beside one in the columns of a feed.
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { runJson } from '../../e2e/support/attune.ts';
import { cores, cpuSeconds, moveToCore } from '../support/cpu.ts';
import { median } from '../support/load.ts';
import { type Postgres, startPostgres } from '../support/servers.ts';
import { createShop } from '../support/shop.ts';
import { writeFeed } from './rows.ts';

/** As one is suggested for such a file: names, conversions, and text that is cleaned. */
const mapping = {
  columns: {
    sku: { from: 'id', as: 'string' },
    group_id: { from: ['item_group_id', 'id'], as: 'string' },
    name: { from: 'title', text: ['decode', 'trim'], as: 'string' },
    url: { from: 'link', text: ['decode'], as: 'url' },
    price: { from: 'price', as: 'price' },
    currency: { from: 'price', as: 'currency' },
    in_stock: { from: 'availability', as: 'stock' },
    image_url: { from: 'image_link', at: 0, as: 'url' },
    categories: { from: 'product_type', as: 'list', separator: '>' },
    brand: { from: 'brand', as: 'string', optional: true },
    description: { from: 'text', text: ['strip', 'decode', 'trim'], as: 'string', optional: true },
  },
  skip: [{ from: 'visible', in: ['no'] }],
  keepOthers: true,
};

interface Load {
  readonly seconds: number;
  /** Of the command, from its start to its end. */
  readonly nodeSeconds: number;
  readonly postgresSeconds: number;
}

type Way = 'without' | 'with';

/**
 * Loads both files in turn by `attune feeds push`, each into a new feed, until it is live, and
 * gives the report. The command and PostgreSQL have one core.
 */
export async function measureMapping(
  folder: string,
  wanted: { readonly count: number; readonly columns: number; readonly seed: number },
  rounds: number,
): Promise<string> {
  const { ndjson } = await writeFeed(folder, wanted, 1);
  const foreign = await writeForeign(ndjson, `${folder}/foreign.ndjson`);
  const map = `${folder}/mapping.json`;
  await writeFile(map, JSON.stringify(mapping));
  const postgres = await startPostgres();
  const loads: Record<Way, Load[]> = { without: [], with: [] };
  try {
    const env = { DATABASE_URL: postgres.url, DATA_DIR: folder, SECRET_KEY: 'bench'.repeat(8) };
    await createShop(env);
    // Commands are started on the core of this process.
    moveToCore(cores.measured, process.pid);
    const take = async (way: Way, feed: number, options: readonly string[]) => {
      const load = await pushed(String(feed), options, { env, postgres, count: wanted.count });
      console.error(`${way}: ${JSON.stringify(load)}`);
      loads[way].push(load);
    };
    for (let round = 0; round < rounds; round += 1) {
      await take('without', 100 + round, [ndjson]);
      await take('with', 200 + round, [foreign, '--map', map]);
    }
  } finally {
    await postgres.stop();
  }
  return reportOf(loads, wanted.count, rounds);
}

interface Shop {
  readonly env: Readonly<Record<string, string>>;
  readonly postgres: Postgres;
  readonly count: number;
}

/** Pushes a file into a new feed. */
async function pushed(
  feed: string,
  options: readonly string[],
  { env, postgres, count }: Shop,
): Promise<Load> {
  const site = ['--site', 'bench'];
  await runJson(['feeds', 'create', ...site, '--id', feed, '--name', feed], env);
  // PostgreSQL is a child of this process, as the commands are.
  const used = () => [cpuSeconds(process.pid), cpuSeconds(postgres.pid)] as const;
  const [all, inPostgres] = used();
  const startedAt = performance.now();
  const push = ['feeds', 'push', ...options, ...site, '--feed', feed];
  const { accepted } = await runJson<{ accepted: number }>(push, env);
  const seconds = (performance.now() - startedAt) / 1000;
  if (accepted !== count) throw new Error(`${accepted} items were accepted`);
  const [allThen, inPostgresThen] = used();
  const postgresSeconds = inPostgresThen - inPostgres;
  return { seconds, nodeSeconds: allThen - all - postgresSeconds, postgresSeconds };
}

/** The same rows in the columns of a shop, with prices, stock and categories as texts. */
async function writeForeign(from: string, to: string): Promise<string> {
  const out = createWriteStream(to, { highWaterMark: 1024 * 1024 });
  for await (const line of createInterface({ input: createReadStream(from) })) {
    const row = JSON.parse(line);
    const { sku, group_id, name, url, price, in_stock, image_url, categories, ...others } = row;
    const { description, ...rest } = others;
    const text = JSON.stringify({
      ...{ id: sku, item_group_id: group_id, title: name, link: url, price: `${price} EUR` },
      ...{ availability: in_stock ? 'in stock' : 'out of stock', image_link: image_url },
      ...{ product_type: categories.join(' > '), text: `<p>${description}</p>`, visible: 'yes' },
      ...rest,
    });
    if (!out.write(`${text}\n`)) await once(out, 'drain');
  }
  await finished(out.end());
  return to;
}

function reportOf(
  loads: Readonly<Record<Way, readonly Load[]>>,
  count: number,
  rounds: number,
): string {
  const of = (way: Way, what: (load: Load) => number) => median(loads[way].map(what));
  const cpu = ({ nodeSeconds, postgresSeconds }: Load) => nodeSeconds + postgresSeconds;
  const us = (seconds: number) => ((1e6 * seconds) / count).toFixed(1);
  const ratio = (way: Way, what: (load: Load) => number) =>
    (of(way, what) / of('without', what)).toFixed(2);
  const row = (way: Way) =>
    `| ${[
      way,
      of(way, ({ seconds }) => seconds).toFixed(1),
      ratio(way, ({ seconds }) => seconds),
      ratio(way, cpu),
      us(of(way, ({ nodeSeconds }) => nodeSeconds)),
      us(of(way, ({ postgresSeconds }) => postgresSeconds)),
    ].join(' | ')} |`;
  return `# Feeds with a mapping

\`npm run bench -- feeds --mapping --items ${count} --rounds ${rounds}\`: \`attune feeds push\` of a file of
${count.toLocaleString('en')} items of NDJSON into a new feed until it is live, in the columns of a feed, and in a shop's own
with a mapping of eleven columns. Medians of rounds in turn; command and PostgreSQL on one core of
${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}.

| mapping | s | time, without = 1, wanted at most 2 | processor time, without = 1 | node, us/row | PostgreSQL, us/row |
|---|---|---|---|---|---|
${row('without')}
${row('with')}
`;
}
