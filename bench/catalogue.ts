// What a feed in memory costs, by its size; and how soon a node goes by a partial update.
//
// Run from the project's root: npm run bench -- catalogue [--items N] [--seed 1] [--no-server]
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Figures, reportOf } from './catalogue/report.ts';
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
const server = asked['no-server'] ? undefined : await measureServer(items, seed);
const report = reportOf(figures, server);
writeFileSync(join(import.meta.dirname, 'results/catalogue.md'), report);
console.log(report);
process.exit(0);
