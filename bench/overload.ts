// What the product answers while more is requested than it can answer, and afterwards.
//
// Run from the project's root on a quiet machine with two cores: npm run bench -- overload
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { faultsOf } from './overload/bounds.ts';
import { measureOverload } from './overload/measure.ts';
import { reportOf } from './overload/report.ts';
import { machineName } from './support/machine.ts';

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '60' },
    tree: { type: 'string', default: resolve(import.meta.dirname, '..') },
    results: { type: 'string', default: join(import.meta.dirname, 'results/overload.md') },
  },
});
const result = await measureOverload(resolve(values.tree), {
  ...{ warmUpSeconds: 20, ratingSeconds: 10, calmSeconds: 15 },
  ...{ overloadSeconds: Number(values.seconds), times: Number(values.times) },
});
const report = reportOf(machineName(), result);
console.log(report);
writeFileSync(resolve(values.results), report);
process.exit(faultsOf(result).length === 0 ? 0 : 1);
