// A day of a shop: what a page costs on the whole product as `npm start` runs it, against a floor.
//
// Run from the project's root: npm run bench -- site [--help]
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Options, readOptions, usage } from './site/options.ts';
import { askOnce, shopProducts, startProduct, waitUntilComplete } from './site/product.ts';
import { reportOf } from './site/report.ts';
import { measureRounds, type Subject } from './site/rounds.ts';
import { commitOf } from './support/commit.ts';
import { cores, moveToCore } from './support/cpu.ts';
import { machineName } from './support/machine.ts';
import { startFloor } from './support/servers.ts';

const options = optionsOrExit();
const products = shopProducts();
moveToCore(cores.load, process.pid);
const subjects: Subject[] = [];
for (const tree of options.trees) {
  console.error(`starting ${tree}`);
  const product = await startProduct(tree);
  await waitUntilComplete(product, products);
  subjects.push({ tree, product });
}
const floor = await startFloor(await askOnce(subjects[0]!.product, products));
const measured = await measureRounds(options, subjects, floor, products);
await floor.stop();
for (const { product } of subjects) await product.stop();
const earlier = existsSync(options.results) ? readFileSync(options.results, 'utf8') : '';
const report = reportOf(
  {
    date: new Date().toISOString().slice(0, 10),
    machine: machineName(),
    rounds: options.rounds,
    commits: new Map(options.trees.map((tree) => [tree, commitOf(tree)])),
    measured,
  },
  earlier,
);
writeFileSync(options.results, report);
console.log(report);
process.exit(0);

function optionsOrExit(): Options {
  try {
    const read = readOptions(process.argv.slice(2), join(import.meta.dirname, '..'));
    if (read !== 'help') return read;
    console.log(usage);
    return process.exit(0);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    return process.exit(2);
  }
}
