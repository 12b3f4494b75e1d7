// What the product answers while more is requested than it can answer, and afterwards.
//
// Run from the project's root on a quiet machine with two cores: npm run bench -- overload
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { violationsOf } from './overload/bounds.ts';
import { measureOverload } from './overload/measure.ts';
import { reportOf } from './overload/report.ts';
import { machineName } from './support/machine.ts';

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '3' },
    tree: { type: 'string', default: resolve(import.meta.dirname, '..') },
    results: { type: 'string', default: join(import.meta.dirname, 'results/overload.md') },
    // Seconds instead of a minute, and without a look at latencies: for the test suite.
    short: { type: 'boolean', default: false },
  },
});
const { short: isShort } = values;
const seconds = isShort
  ? { warmUpSeconds: 1, ratingSeconds: 2, calmSeconds: 2, overloadSeconds: 5, settlingSeconds: 3 }
  : {
      warmUpSeconds: 20,
      ratingSeconds: 10,
      calmSeconds: 15,
      overloadSeconds: 60,
      settlingSeconds: 5,
    };
const plan = { ...seconds, isShort, times: Number(values.times) };
const result = await measureOverload(resolve(values.tree), plan);
const report = reportOf(machineName(), result);
console.log(report);
writeFileSync(resolve(values.results), report);
const faults = violationsOf(result);
for (const fault of faults) console.error(`DOES NOT HOLD: ${fault}`);
process.exit(faults.length === 0 ? 0 : 1);
