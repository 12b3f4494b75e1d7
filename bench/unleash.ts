// A page of the shop on Attune, which records it, beside Unleash, which records nothing.
//
// Run from the project's root:
//   npm install --prefix /tmp/unleash unleash-server@8.2.0
//   npm run bench -- unleash /tmp/unleash
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connections, fullLoad, visitFloor, visitProduct } from './site/measure.ts';
import { askOnce, shopProducts, startProduct, waitUntilComplete } from './site/product.ts';
import { cores, moveToCore } from './support/cpu.ts';
import { applyLoad, median, userPlaceholder } from './support/load.ts';
import { machineName } from './support/machine.ts';
import { type Started, startFloor } from './support/servers.ts';
import { markdownTable } from './support/table.ts';
import {
  answerOf,
  requestOf,
  startUnleash,
  type UnleashServer,
  unleashIn,
} from './unleash/server.ts';

/** Of one server in one turn. */
interface Turn {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor microseconds a page, of all its processes. */
  readonly micros: number;
  readonly floorMicros: number;
}

interface Subject {
  readonly name: string;
  /** Of an answer. */
  readonly bytes: number;
  readonly take: (pages: number) => Promise<Turn>;
  readonly stop: () => Promise<void>;
}

const rounds = 3;
const pages = 6_000;
const warmUpPages = 18_000;
const root = join(import.meta.dirname, '..');
const results = join(root, 'bench/results/unleash.md');

const folder = process.argv[2];
if (folder === undefined) {
  console.error('usage: npm run bench -- unleash FOLDER (where npm has installed unleash-server)');
  process.exit(2);
}
const program = unleashIn(folder);
moveToCore(cores.load, process.pid);
const turns = new Map<string, { readonly bytes: number; readonly turns: Turn[] }>();
for (let round = 0; round < rounds; round += 1) {
  const starts = [startShop, () => startFlags(program, 3), () => startFlags(program, 100)];
  // Who is first in a round may have a faster machine, or a slower one.
  for (const start of round % 2 === 0 ? starts : starts.toReversed()) await measure(await start());
}
const report = reportOf(turns);
writeFileSync(results, report);
console.log(report);
process.exit(0);

/** One is alone on the measured core for as long as it runs. */
async function measure({ name, bytes, take, stop }: Subject): Promise<void> {
  await take(warmUpPages);
  const turn = await take(pages);
  await stop();
  const of = turns.get(name) ?? { bytes, turns: [] };
  of.turns.push(turn);
  turns.set(name, of);
  console.error(
    `${name}: ${turn.micros.toFixed(0)} us a page, ${turn.perSecond.toFixed(0)} pages/s`,
  );
}

async function startShop(): Promise<Subject> {
  const products = shopProducts();
  const product = await startProduct(root);
  await waitUntilComplete(product, products);
  const answer = await askOnce(product, products);
  const floor = await startFloor(answer);
  return {
    name: 'Attune, the demo shop: a hero and 8 products, recorded',
    bytes: Buffer.byteLength(answer),
    async take(count) {
      const visits = { load: fullLoad, pages: count };
      const cost = await visitProduct(product, products, visits);
      const { nodeMicros: floorMicros } = await visitFloor(floor, products, visits);
      return { ...cost, micros: cost.nodeMicros + cost.postgresMicros, floorMicros };
    },
    stop: () => stopAll(product, floor),
  };
}

async function startFlags(program: string, flags: number): Promise<Subject> {
  const server = await startUnleash(program, flags);
  const answer = await answerOf(server);
  const floor = await startFloor(answer);
  return {
    name: `Unleash, ${flags} flags, nothing recorded`,
    bytes: Buffer.byteLength(answer),
    take: (total) => askForFlags(server, floor, total),
    stop: () => stopAll(server, floor),
  };
}

async function askForFlags(server: UnleashServer, floor: Started, total: number): Promise<Turn> {
  const plan = {
    ...{ connections, seconds: 0, total, requests: [requestOf(userPlaceholder)], seed: 1 },
    users: { count: total, order: 'each' as const },
  };
  const { pid, port, postgres } = server;
  const measured = await applyLoad({ ...plan, port }, { server: pid, postgres: postgres.pid });
  const ofFloor = await applyLoad({ ...plan, port: floor.port }, { server: floor.pid });
  return {
    ...measured,
    micros: measured.cpuMicros['server']! + measured.cpuMicros['postgres']!,
    floorMicros: ofFloor.cpuMicros['server']!,
  };
}

async function stopAll(...all: readonly { readonly stop: () => Promise<void> }[]): Promise<void> {
  for (const { stop } of all) await stop();
}

function versionOf(folder: string): string {
  const file = join(folder, 'node_modules/unleash-server/package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

function reportOf(found: typeof turns): string {
  const rows = [...found].map(([name, { bytes, turns }]) => {
    const of = (figure: (turn: Turn) => number, digits = 0) =>
      median(turns.map(figure)).toFixed(digits);
    return [
      ...[name, bytes, of(({ perSecond }) => perSecond), of(({ micros }) => micros)],
      of(({ micros, floorMicros }) => micros / floorMicros, 1),
      ...[of(({ p50Ms }) => p50Ms, 1), of(({ p99Ms }) => p99Ms, 1)],
    ];
  });
  const heads = ['server', 'bytes', 'pages/s', 'us a page', 'x floor', 'p50, ms', 'p99, ms'];
  return `# What does a page cost Attune, and what Unleash?

Made by \`npm run bench -- unleash\` on ${new Date().toISOString().slice(0, 10)}: ${machineName()},
unleash-server ${versionOf(folder ?? '')}. Medians of ${rounds} rounds, in each of which every server is started on a new database.

Each server has one core with its PostgreSQL; ${connections} connections on the other core ask without a pause. Attune runs as
\`npm start\` runs it, and its pages are those of [the shop](site.md): each is one choose request, which records the page view and
what was shown, and the cost of a page is counted until all of it is in the event log. Unleash is asked for all of its flags
(\`GET /api/frontend\`), as its browser SDK asks; its limits of requests are raised out of the way. A flag is an A/B test
of two variants with one constraint, and a variant has a payload of 120 bytes. Metrics, which its SDK would send once a minute, are not sent.
"x floor" is the processor time of all processes divided by that of a bare \`node:http\` server which answers as many bytes.

${markdownTable(heads, rows)}
`;
}
