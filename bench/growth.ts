// What a page costs a small shop, and the same shop with many users, campaigns, items or events.
//
// Run from the project's root: npm run bench -- growth [users|campaigns|items|events...]
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { generateProducts } from '../packages/server/src/demo/products.ts';
import { logEvents } from './models/log.ts';
import { fullLoad, idleCost, type PageCost, visitProduct } from './site/measure.ts';
import { type Product, shopProducts, startProduct, waitUntilComplete } from './site/product.ts';
import { cores, moveToCore } from './support/cpu.ts';
import { median } from './support/load.ts';
import { machineName } from './support/machine.ts';
import { checkpoint, publishCampaigns, writeProfiles } from './support/shop.ts';
import { markdownTable } from './support/table.ts';

interface Growth {
  /** In words, from which number to which. */
  readonly from: string;
  readonly to: string;
  readonly grow: (product: Product) => Promise<unknown>;
}

const rounds = 5;
const pages = 6_000;
const warmUpPages = 24_000;
/** Of a second's processor time: what is planted has been worked off. */
const idleShare = 0.15;
const settledMs = 30 * 60_000;
const root = join(import.meta.dirname, '..');
const results = join(root, 'bench/results/growth.md');
/** Of the demo shop. */
const [site, feed] = ['demo', '777'];
const products = shopProducts();

const growths: Readonly<Record<string, Growth>> = {
  users: {
    ...{ from: '300', to: '1,000,000' },
    grow: ({ databaseUrl }) => writeProfiles(databaseUrl, 0, 1_000_000, site),
  },
  campaigns: {
    ...{ from: '4', to: '1,000' },
    grow: ({ port, key }) => publishCampaigns(`http://127.0.0.1:${port}`, key, 0, 1_000),
  },
  items: { from: String(products.length), to: '1,000,000', grow: addItems },
  events: { from: '30,000', to: '30,000,000', grow: addEvents },
};

const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : Object.keys(growths);
const unknown = names.find((name) => !(name in growths));
if (unknown !== undefined) {
  console.error(`usage: npm run bench -- growth [${Object.keys(growths).join('|')}...]`);
  process.exit(2);
}
moveToCore(cores.load, process.pid);
for (const name of names) {
  const line = await measure(name, growths[name]!);
  const earlier = existsSync(results) ? readFileSync(results, 'utf8') : '';
  writeFileSync(results, reportOf(name, line, earlier));
  console.log(line);
}
process.exit(0);

/** Both shops share the core, and have their turns on it. */
async function measure(name: string, growth: Growth): Promise<string> {
  const grown = await startShop();
  console.error(`${name}: growing`);
  await growth.grow(grown);
  const small = await startShop();
  for (const shop of [small, grown]) await settle(shop);
  const visit = (shop: Product, count = pages) =>
    visitProduct(shop, products, { load: fullLoad, pages: count });
  for (const shop of [small, grown]) await visit(shop, warmUpPages);
  const found: [PageCost, PageCost][] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) found.push([await visit(small), await visit(grown)]);
    else found.push([await visit(grown), await visit(small)].reverse() as [PageCost, PageCost]);
  }
  for (const shop of [small, grown]) await shop.stop();
  return lineOf(name, growth, found);
}

async function startShop(): Promise<Product> {
  const product = await startProduct(root);
  await waitUntilComplete(product, products);
  return product;
}

async function settle(product: Product): Promise<void> {
  await checkpoint(product.databaseUrl);
  const end = Date.now() + settledMs;
  while ((await idleCost(product, 5)) > idleShare) {
    if (Date.now() > end) throw new Error(`not worked off after ${settledMs / 60_000} minutes`);
    await delay(1_000);
  }
  await waitUntilComplete(product, products);
}

/** The shop's own items, and copies of them until there are a million. */
async function addItems({ port, key }: Product): Promise<void> {
  const own = generateProducts('demo-1');
  const copies = function* () {
    for (let copy = 0, left = 1_000_000; left > 0; copy += 1) {
      const some = own.slice(0, left);
      left -= some.length;
      yield some.map((item) => `${JSON.stringify(copyOf(item, copy))}\n`).join('');
    }
  };
  const response = await fetch(`http://127.0.0.1:${port}/v2/feeds/svcid/${feed}`, {
    method: 'PUT',
    headers: { 'svc-api-key': key, 'content-type': 'application/x-ndjson' },
    body: Readable.toWeb(Readable.from(copies())) as ReadableStream,
    duplex: 'half',
  });
  if (!response.ok) throw new Error(await response.text());
}

type Item = ReturnType<typeof generateProducts>[number];

function copyOf(item: Item, copy: number): Item {
  if (copy === 0) return item;
  return { ...item, sku: `${item.sku}-${copy}`, group_id: `${item.group_id}-${copy}` };
}

async function addEvents({ databaseUrl }: Product): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, options: '-c statement_timeout=0' });
  const skus = products.map(({ sku }) => sku);
  const size = { events: 30_000_000, days: 60, items: skus.length - 16, users: 500_000, skus };
  console.error(await logEvents(pool, size));
  await pool.end();
}

function lineOf(
  name: string,
  { from, to }: Growth,
  found: readonly (readonly [PageCost, PageCost])[],
): string {
  const micros = ({ nodeMicros, postgresMicros }: PageCost) => nodeMicros + postgresMicros;
  const of = (figure: (round: readonly [PageCost, PageCost]) => number, digits = 0) =>
    median(found.map(figure)).toFixed(digits);
  const ratios = found.map(([small, grown]) => micros(grown) / micros(small));
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  const cells = [
    ...[name, `${from} to ${to}`, of(([small]) => micros(small)), of(([, grown]) => micros(grown))],
    `**${median(ratios).toFixed(2)}** (${range})`,
    ...[of(([small]) => small.p50Ms, 1), of(([, grown]) => grown.p50Ms, 1)],
    new Date().toISOString().slice(0, 10),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** A line replaces the earlier one of its name. */
function reportOf(name: string, line: string, earlier: string): string {
  const isOther = (row: string) =>
    Object.keys(growths).some((one) => one !== name && row.startsWith(`| ${one} |`));
  const lines = [...earlier.split('\n').filter(isOther), line];
  const heads = [
    ...['what grows', 'from, to', 'us a page: small', 'grown', '**x**', 'p50, ms: small', 'grown'],
    'measured',
  ];
  return `# Does a page cost more when the shop has grown?

Made by \`npm run bench -- growth\`: ${machineName()}.

Two demo shops run as \`npm start\` runs them (API and worker in one process, an embedded PostgreSQL
each) on one core; the [visitors](site.md) are on the other. One of the two has grown in one respect, and has come to
rest. By turns, visitors ask for ${pages} pages on each at full load. The cost of a page is the processor
time of all the product's processes until what was recorded is worked off. Medians of ${rounds} rounds; **x** is grown to small within
a round, in brackets the least and the most.

${[markdownTable(heads, []), ...lines].join('\n')}
`;
}
