// How soon any test could find that conversion has halved, where few convert.
//
// Run from the project's root: npm run bench -- guardrail-limits [--seed 1] [--campaigns 1000]
// The check of guardrails beside what it could be: a spending of alpha over hourly looks, right at
// any number of them by the sum alone; the likelihood ratio of just this harm, than which no
// always-valid evidence grows faster; and one look after two hours, and never another.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkGuardrail, type GuardrailOutcomes } from '@attune/core';
import { launch } from '../packages/core/src/statistics/guarded.fixture.ts';
import { seededRandom } from '../packages/core/src/statistics/random.fixture.ts';
import { machineName } from './support/machine.ts';

const { values: asked } = parseArgs({
  options: {
    seed: { type: 'string', default: '20261129' },
    campaigns: { type: 'string', default: '1000' },
  },
});
const [seed, campaigns] = [asked.seed, asked.campaigns].map(Number) as [number, number];
const margin = 0.05;
const usersAnHour = 2_000;
const days = 14;

type Conversions = Extract<GuardrailOutcomes, { kind: 'rate' }>;

/** Is it a breach at a look, the first of which is 1? */
type Test = (seen: Conversions, look: number, alpha: number) => boolean;

/** Conversions of both, the variation's, and its share at the margin. */
function countsOf({ strata, shares }: Conversions) {
  const [control, variation] = strata[0]!;
  const share = shares[0]!;
  const tolerated = share * (1 - margin);
  const own = variation!.active;
  return { both: control!.active + own, own, expected: tolerated / (1 - share + tolerated) };
}

const mostConversions = 50_000;
const logFactorials = [0];
for (let n = 1; n <= mostConversions; n += 1) {
  logFactorials.push(logFactorials[n - 1]! + Math.log(n));
}

/** The probability of so few, or fewer: exact. */
function fewProbability({ own, both, expected }: ReturnType<typeof countsOf>): number {
  let sum = 0;
  for (let few = 0; few <= own; few += 1) {
    const ways = logFactorials[both]! - logFactorials[few]! - logFactorials[both - few]!;
    sum += Math.exp(ways + few * Math.log(expected) + (both - few) * Math.log1p(-expected));
  }
  return sum;
}

const spending =
  (shareAt: (look: number) => number): Test =>
  (seen, look, alpha) =>
    fewProbability(countsOf(seen)) <= alpha * shareAt(look);

const tests: Readonly<Record<string, Test>> = {
  'the check as it is': (seen, _look, alpha) =>
    checkGuardrail(seen, { better: 'higher', margin, alpha, usersNeeded: 100 }).isBreached,
  'spending 1 / (k (k + 1)) at look k': spending((look) => 1 / (look * (look + 1))),
  'spending a tenth, a half, then the rest': spending((look) =>
    look <= 2 ? [0.1, 0.5][look - 1]! : 0.4 / ((look - 2) * (look - 1)),
  ),
  'the likelihood ratio of a half': (seen, _look, alpha) => {
    const { own, both, expected } = countsOf(seen);
    const halved = expected / 2 / (1 - expected + expected / 2);
    const ratio =
      own * Math.log(halved / expected) + (both - own) * Math.log((1 - halved) / (1 - expected));
    return ratio >= -Math.log(alpha);
  },
  'one look after two hours': (seen, look, alpha) =>
    look === 2 && fewProbability(countsOf(seen)) <= alpha,
};

interface Harm {
  readonly rate: number;
  readonly guardrails: number;
  readonly times: number;
}

/** Hours until each of many campaigns is sent back, the soonest first. */
function hoursUntil(test: Test, { rate, guardrails, times }: Harm, most: number): number[] {
  const random = seededRandom(seed);
  const found = Array.from({ length: campaigns }, () => {
    const pass = launch(random, { usersAnHour, rate, share: 0.5, times });
    for (let hour = 1; hour <= most; hour += 1) {
      if (test(pass().conversions as Conversions, hour, 0.05 / guardrails)) return hour;
    }
    return Infinity;
  });
  return found.sort((one, other) => one - other);
}

const halves: readonly Harm[] = [
  { rate: 0.02, guardrails: 1, times: 0.5 },
  { rate: 0.02, guardrails: 3, times: 0.5 },
  { rate: 0.03, guardrails: 1, times: 0.5 },
  { rate: 0.04, guardrails: 1, times: 0.5 },
];
const slow: Harm = { rate: 0.04, guardrails: 1, times: 0.9 };

const rows = Object.entries(tests).map(([name, test]) => {
  const cells = halves.map((harm) => {
    const found = hoursUntil(test, harm, 100);
    const inTime = found.filter((hours) => hours <= 2).length / campaigns;
    const median = found[Math.floor(campaigns / 2)]!;
    const said = Number.isFinite(median) ? `, median ${median} h` : '';
    return `${(100 * inTime).toFixed(0)} %${name.startsWith('one') ? '' : said}`;
  });
  const late =
    name.includes('ratio') || name.startsWith('one') ? [] : hoursUntil(test, slow, 24 * days);
  const found = late.filter(Number.isFinite).length / campaigns;
  const slowly = late.length === 0 ? '–' : `${(100 * found).toFixed(0)} %`;
  console.error(name);
  return `| ${name} | ${cells.join(' | ')} | ${slowly} |`;
});
const head = halves.map(({ rate, guardrails }) => `${rate * 100} %, ${guardrails}`);
const text = `# How soon can it be known that conversion has halved?

Made by \`npm run bench -- guardrail-limits\` on ${new Date().toISOString().slice(0, 10)}, seed ${seed}: ${machineName()}.
${campaigns} campaigns each, ${usersAnHour} users an hour, half of them given a variation with half the conversion; margin 5 %, a look an hour. By
conversion of the control and number of guardrails: the share that is sent back within two hours. Last: of campaigns that lose
10 % at 4 %, those that are sent back within ${days} days.

| test | ${head.join(' | ')} | 10 % less |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

The likelihood ratio knows what it looks for: the evidence of no always-valid test grows faster on average, in logarithms. One look has
none afterwards: with it, a checkout that breaks later is never found.
`;
writeFileSync(join(import.meta.dirname, 'results/guardrail-limits.md'), text);
console.log(text);
