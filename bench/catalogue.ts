// What a feed in memory costs, by its size; and how soon choose goes by a
// partial update, what recommending costs.
//
// Run from the project's root: npm run bench -- catalogue [--items N] [--seed 1] [--no-server]
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Figures, reportOf, type ServerFigures } from './catalogue/report.ts';
import { measureServer } from './catalogue/server.ts';

const { values: asked } = parseArgs({
  options: {
    items: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    'no-server': { type: 'boolean', default: false },
  },
});
const [items, seed] = [Number(asked.items), Number(asked.seed)];

/** A process for each size: what one leaves behind is in the way of the next. */
const figures = [items / 100, items / 10, items].map((size) => {
  const script = join(import.meta.dirname, 'catalogue/measure.ts');
  const args = ['--expose-gc', script, String(size), String(seed)];
  const printed = execFileSync(process.execPath, args, { encoding: 'utf8' });
  console.error(printed.trim());
  return JSON.parse(printed) as Figures;
});
const servers: ServerFigures[] = [];
if (!asked['no-server']) {
  for (const size of [items / 100, items]) servers.push(await measureServer(size, seed));
}
const report = reportOf(figures, servers);
writeFileSync(join(import.meta.dirname, 'results/catalogue.md'), report);
console.log(report);
process.exit(0);
