// Where the product's processor time goes while a shop is visited, by area of the code.
//
// Run from the project's root: npm run bench -- site-profile [--tree DIR]...
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeFolder } from '../e2e/support/attune.ts';
import { fullLoad, type PageCost, visitProduct } from './site/measure.ts';
import { shopProducts, startProduct, waitUntilComplete } from './site/product.ts';
import { commitOf } from './support/commit.ts';
import { machineName } from './support/machine.ts';
import { markdownTable } from './support/table.ts';

const root = join(import.meta.dirname, '..');
const pages = 12_000;
const warmUpPages = 12_000;
/** Areas with less are one row. */
const leastMicros = 4;

interface Profile {
  readonly startTime: number;
  readonly nodes: readonly { id: number; callFrame: { functionName: string; url: string } }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface Profiled {
  readonly cost: PageCost;
  /** Microseconds a page. */
  readonly byArea: ReadonlyMap<string, number>;
}

const { values } = parseArgs({
  options: { tree: { type: 'string', multiple: true, default: [root] } },
});
const products = shopProducts();
const sections: string[] = [];
for (const tree of values.tree.map((one) => resolve(one))) {
  sections.push(sectionOf(tree, await profile(tree)));
}
const report = `# What a page's processor time is spent on

\`npm run bench -- site-profile\` on ${new Date().toISOString().slice(0, 10)}: ${machineName()}.
V8's sampling profile of the process that answers and works off, under the full load of [site.md](site.md), by where the
function is that runs; what is inlined counts for its caller. A checkout that was built runs as one file of \`server\`. Profiling itself makes a page dearer than it is there.

${sections.join('\n')}`;
writeFileSync(join(root, 'bench/results/site-profile.md'), report);
console.log(report);
process.exit(0);

async function profile(tree: string): Promise<Profiled> {
  const folder = await makeFolder('bench-profile');
  const settings = { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` };
  const product = await startProduct(tree, settings);
  await waitUntilComplete(product, products);
  await visitProduct(product, products, { load: fullLoad, pages: warmUpPages });
  const from = monotonicMicros();
  const cost = await visitProduct(product, products, { load: fullLoad, pages });
  const until = monotonicMicros();
  await product.stop();
  const all = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  rmSync(folder, { recursive: true });
  // The launcher has a profile too, a short one.
  const longest = all.reduce((one, other) => (one.length > other.length ? one : other));
  return { cost, byArea: microsByArea(JSON.parse(longest) as Profile, from, until) };
}

/** As V8's profiler counts. */
function monotonicMicros(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

function microsByArea(found: Profile, from: number, until: number): Map<string, number> {
  const areas = new Map(found.nodes.map(({ id, callFrame }) => [id, areaOf(callFrame)]));
  const micros = new Map<string, number>();
  let at = found.startTime;
  for (const [place, id] of found.samples.entries()) {
    at += found.timeDeltas[place]!;
    const area = areas.get(id)!;
    if (at < from || at > until || area === '(idle)') continue;
    micros.set(area, (micros.get(area) ?? 0) + found.timeDeltas[place]! / pages);
  }
  return micros;
}

function areaOf({ functionName, url }: Profile['nodes'][number]['callFrame']): string {
  if (url === '') return functionName.startsWith('(') ? functionName : 'V8 and C++';
  if (url.startsWith('node:')) return 'node';
  const library = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  if (library !== undefined) return library;
  const [, own = 'other'] =
    /\/packages\/(?:server\/src\/)?((?:features\/)?[^/]+)\//.exec(url) ?? [];
  return own;
}

function sectionOf(tree: string, { cost, byArea }: Profiled): string {
  const sorted = [...byArea].sort(([, one], [, other]) => other - one);
  const large = sorted.filter(([, micros]) => micros >= leastMicros);
  const rest = sorted.slice(large.length).reduce((sum, [, micros]) => sum + micros, 0);
  const rows = [
    ...large,
    ['all else', rest] as const,
    ['PostgreSQL', cost.postgresMicros] as const,
  ];
  const table = markdownTable(
    ['area', 'µs a page'],
    rows.map(([area, micros]) => [area, micros.toFixed(0)]),
  );
  return `## ${commitOf(tree)}: ${(cost.nodeMicros + cost.postgresMicros).toFixed(0)} µs a page\n\n${table}\n`;
}
