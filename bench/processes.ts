// How many pages a shop's visitors get with one API process and with more, and with workers beside
// them, on all cores together.
//
// Run from the project's root: npm run bench -- processes [API[+WORKERS]...]
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fullLoad, type PageCost, visitProduct } from './site/measure.ts';
import { shopProducts, startProduct, waitUntilComplete } from './site/product.ts';
import { median } from './support/load.ts';
import { machineName } from './support/machine.ts';
import { markdownTable } from './support/table.ts';

const rounds = 3;
const warmUpPages = 3_000;
const fullPages = 9_000;
const steady = { perSecond: 500, pages: 10_000 };
const root = join(import.meta.dirname, '..');
const results = join(root, 'bench/results/processes.md');

interface Round {
  readonly full: PageCost;
  readonly steady: PageCost;
  readonly residentMebibytes: number;
}

const given = process.argv.slice(2);
const counts = given.length > 0 ? given : ['1', '1+1', '2', '2+1', '3'];
const products = shopProducts();
const measured = new Map<string, Round[]>(counts.map((count) => [count, []]));
for (let round = 0; round < rounds; round += 1) {
  // Each order as often as the other: a machine that grows slower favours no count.
  const order = round % 2 === 0 ? counts : counts.toReversed();
  for (const count of order) measured.get(count)!.push(await measure(count));
}
const report = reportOf(measured);
writeFileSync(results, report);
console.log(report);
process.exit(0);

async function measure(count: string): Promise<Round> {
  const [api = '1', workers = '0'] = count.split('+');
  const settings = { API_PROCESSES: api, WORKER_PROCESSES: workers };
  const product = await startProduct(root, settings, { sharesCores: true });
  await waitUntilComplete(product, products);
  const visit = (load: typeof fullLoad | typeof steady, pages: number) =>
    visitProduct(product, products, { load, pages, shareCores: true });
  await visit(fullLoad, warmUpPages);
  const found = {
    full: await visit(fullLoad, fullPages),
    steady: await visit({ perSecond: steady.perSecond }, steady.pages),
    residentMebibytes: product.residentBytes() / 2 ** 20,
  };
  await product.stop();
  console.error(
    `${count} processes: ${found.full.perSecond.toFixed(0)} pages/s, p99 ${found.full.p99Ms.toFixed(1)} ms; ` +
      `at ${steady.perSecond}: p50 ${found.steady.p50Ms.toFixed(1)}, p99 ${found.steady.p99Ms.toFixed(1)} ms`,
  );
  return found;
}

function reportOf(found: ReadonlyMap<string, readonly Round[]>): string {
  const rows = [...found].map(([count, all]) => {
    const of = (figure: (round: Round) => number, digits = 0) =>
      median(all.map(figure)).toFixed(digits);
    const cpu = ({ nodeMicros, postgresMicros }: PageCost) => nodeMicros + postgresMicros;
    return [
      count,
      of(({ full }) => full.perSecond),
      of(({ full }) => full.p99Ms, 1),
      of(({ full }) => cpu(full)),
      of((round) => round.steady.p50Ms, 1),
      of((round) => round.steady.p99Ms, 1),
      of(({ residentMebibytes }) => residentMebibytes),
    ];
  });
  const heads = [
    'API processes + workers',
    'pages/s at full load',
    'p99, ms',
    'processor µs a page',
    `p50 at ${steady.perSecond} pages/s, ms`,
    'p99, ms',
    'memory, MiB',
  ];
  return `# Processes

\`npm run bench -- processes\` on ${machineName()}.
The product runs as \`attune start\` runs it (with embedded PostgreSQL; where no workers are named, work is done
in the first process), with its visitors on the same ${availableParallelism()} cores. At full load 32 connections ask
without a pause; then pages arrive at random times. Medians of ${rounds} rounds, each with a new database. Memory is
without PostgreSQL.

${markdownTable(heads, rows)}
`;
}
