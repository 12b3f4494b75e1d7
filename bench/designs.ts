// Whether designs of tests keep their promises: power, error, planned users, corrected verdicts.
//
// Run from the project's root: node bench/designs.ts [--seed N] [--write]
// `npm test -- core/src/statistics/designs` is the short form.

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Aim, usersNeeded } from '@attune/core';
import {
  conversion,
  isCalledWrongly,
  isFoundOnce,
  revenue,
  type Simulated,
  usersUntilFound,
} from '../packages/core/src/statistics/designs.fixture.ts';
import { type Random, seededRandom } from '../packages/core/src/statistics/random.fixture.ts';

const { values: asked } = parseArgs({
  options: { seed: { type: 'string' }, write: { type: 'boolean', default: false } },
});

const runs = 2_000;
const aim: Omit<Aim, 'effect' | 'look'> = { power: 0.8, alpha: 0.05, comparisons: 1 };
const effects = [0.05, 0.1, 0.2];

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const whole = (number: number) => Math.round(number).toLocaleString('en');

function plannedRows(random: Random, metric: Simulated): string[] {
  return effects.map((effect) => {
    const users = usersNeeded(metric, { ...aim, effect, look: 'once' });
    let [found, wrong] = [0, 0];
    for (let run = 0; run < runs; run += 1) {
      found += Number(isFoundOnce(random, metric, users, effect));
      wrong += Number(isFoundOnce(random, metric, users, 0));
    }
    console.error(`planned: ${metric.name}, ${effect}`);
    const cells = [metric.name, percent(effect), whole(users)];
    return line([...cells, percent(found / runs), percent(wrong / runs)]);
  });
}

function anyTimeRow(random: Random, metric: Simulated, effect: number): string {
  const planned = usersNeeded(metric, { ...aim, effect, look: 'any-time' });
  const once = usersNeeded(metric, { ...aim, effect, look: 'once' });
  const how = { step: Math.ceil(planned / 100), most: 8 * planned };
  const until = Array.from({ length: runs }, () => usersUntilFound(random, metric, effect, how));
  until.sort((one, other) => one - other);
  const needed = until[Math.floor(runs * aim.power)]!;
  console.error(`any time: ${metric.name}, ${effect}`);
  return line([
    ...[metric.name, percent(effect), whole(planned), whole(needed)],
    ...[percent(needed / planned - 1), (until[runs / 2]! / once).toFixed(2)],
  ]);
}

function verdictRow(random: Random, look: 'once' | 'any-time'): string {
  const metrics = [conversion(0.05), conversion(0.2)];
  const how =
    look === 'once' ? { look, days: 1, usersADay: 5_000 } : { look, days: 28, usersADay: 1_000 };
  let [corrected, raw] = [0, 0];
  for (let run = 0; run < runs; run += 1) {
    const called = isCalledWrongly(random, metrics, how);
    corrected += Number(called.corrected);
    raw += Number(called.raw);
  }
  console.error(`verdicts: ${look}`);
  const looks = look === 'once' ? 'planned, one look' : 'any time, 28 daily looks';
  return line([looks, percent(corrected / runs), percent(raw / runs)]);
}

function main(): void {
  const seed = Number(asked.seed ?? 20_261_128);
  const random = seededRandom(seed);
  const spending = { rate: 0.05, location: 4, shape: 1, cap: 560 };
  const metrics = [conversion(0.02), conversion(0.1), revenue(random, spending)];
  const text = `# Do designs of tests keep their promises?

Made by \`npm run bench -- designs --write\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}; seed ${seed}; ${whole(runs)} runs a row.
Methods: docs/reference/test-designs.md. The plan is for a power of 80 % at alpha 5 %.

## Planned: one look

| metric | effect | users a variation | found (stated 80 %) | called without effect (stated 5 %) |
| --- | --- | --- | --- | --- |
${[metrics[0]!, metrics[1]!].flatMap((metric) => plannedRows(random, metric)).join('\n')}
${plannedRows(random, metrics[2]!).slice(2).join('\n')}

## Any time: users until four in five tests have found the effect

| metric | effect | planned | needed | off by (stated 15 %) | median, in users of one look |
| --- | --- | --- | --- | --- | --- |
${metrics.flatMap((metric, at) => (at === 2 ? [0.2] : effects).map((effect) => anyTimeRow(random, metric, effect))).join('\n')}

## Five variations, two metrics, no difference

| design | verdicts that are wrong (stated 5 %) | without correction |
| --- | --- | --- |
${verdictRow(random, 'once')}
${verdictRow(random, 'any-time')}
`;
  if (asked.write) writeFileSync(new URL('results/designs.md', import.meta.url), text);
  console.log(text);
}

main();
