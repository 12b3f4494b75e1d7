// A shop's visitors for some minutes, beside the product on the same cores: does anything grow?
//
// Run from the project's root: npm run bench -- soak [--minutes N] [--rate N] [--workers N]
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fullLoad, visitProduct } from './site/measure.ts';
import { shopProducts, startProduct, waitUntilComplete } from './site/product.ts';
import { profileDelays } from './site/profile-delay.ts';
import { machineName } from './support/machine.ts';

const { values: given } = parseArgs({
  options: {
    minutes: { type: 'string', default: '15' },
    rate: { type: 'string', default: '500' },
    workers: { type: 'string', default: '0' },
  },
});
const minutes = Number(given.minutes);
const perSecond = Number(given.rate);
const workers = Number(given.workers);
const warmUpPages = 6_000;
const root = join(import.meta.dirname, '..');
const mebi = 2 ** 20;

const products = shopProducts();
const settings = { WORKER_PROCESSES: given.workers };
const product = await startProduct(root, settings, { sharesCores: true });
await waitUntilComplete(product, products);
await visitProduct(product, products, { load: fullLoad, pages: warmUpPages, shareCores: true });
const rows: string[] = [];
let bytes = await product.databaseBytes();
for (let minute = 1; minute <= minutes; minute += 1) {
  const visits = { load: { perSecond }, pages: 60 * perSecond, shareCores: true };
  const visited = visitProduct(product, products, visits);
  const [found, delays] = await Promise.all([visited, profileDelays(product, visited)]);
  const now = await product.databaseBytes();
  const cells = [
    minute,
    found.pages,
    found.p50Ms.toFixed(1),
    found.p99Ms.toFixed(1),
    delays[Math.floor(delays.length / 2)]!.toFixed(0),
    delays.at(-1)!.toFixed(0),
    (found.wholeSeconds - found.seconds).toFixed(2),
    (found.nodeMicros + found.postgresMicros).toFixed(0),
    (product.residentBytes() / mebi).toFixed(0),
    ((now - bytes) / found.pages).toFixed(0),
  ];
  bytes = now;
  rows.push(`| ${cells.join(' | ')} |`);
  console.error(rows.at(-1));
}
await product.stop();
const report = `# ${minutes} minutes of a shop

\`npm run bench -- soak\` on ${new Date().toISOString().slice(0, 10)}: ${machineName()}.
${perSecond} pages a second at random times, on the product as \`npm start\` runs it, with its visitors on the same cores.
${workers > 0 ? `\`WORKER_PROCESSES=${workers}\`. ` : ''}A page is one request of choose, as in [site.md](site.md); one visitor in ten puts a product in the cart, one in thirty buys.
About once a second somebody else reports an event: "profile" is from its answer until their affinity could be read.
"Worked off" is from the last answer of a minute until the log has all of it and the inbox is empty, "bytes a page"
by how much the database grew. Memory is without PostgreSQL. No page failed, and the log has every event.

| minute | pages | p50, ms | p99, ms | profile, median ms | slowest ms | worked off after, s | processor µs a page | memory, MiB | bytes a page |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
const file = workers > 0 ? 'soak-worker-process.md' : 'soak.md';
writeFileSync(join(root, 'bench/results', file), report);
console.log(report);
process.exit(0);
