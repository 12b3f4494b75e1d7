// How often guardrails send a harmless campaign back, and how soon one that does harm.
//
// Run from the project's root:
// npm run bench -- guardrails [--seed 1] [--campaigns 1000] [--harmful 200]
// Every hour users come, and what the worker checks is checked as it does: all guardrails of the
// campaign, with their usual minimum of users. A fifth of the purchases come up to a day late.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { CampaignDefinition, GuardrailOutcomes } from '@attune/core';
import { launch, type Shop } from '../packages/core/src/statistics/guarded.fixture.ts';
import { seededRandom } from '../packages/core/src/statistics/random.fixture.ts';
import { designOf } from '../packages/server/src/features/experiences/campaigns/index.ts';
import { checkGuardrails } from '../packages/server/src/features/insights/reports/guardrails/check.ts';
import type { Cell } from '../packages/server/src/features/insights/reports/store.ts';
import { machineName } from './support/machine.ts';

const { values: asked } = parseArgs({
  options: {
    seed: { type: 'string', default: '20261128' },
    campaigns: { type: 'string', default: '1000' },
    harmful: { type: 'string', default: '200' },
  },
});
const [seed, campaigns, harmful] = [asked.seed, asked.campaigns, asked.harmful].map(Number) as [
  number,
  number,
  number,
];
const days = 14;
const mostHours = 100;
const shop: Shop = { usersAnHour: 2_000, rate: 0.04, share: 0.5, times: 1 };

type Of = 'conversions' | 'revenue' | 'errors';
type Metric = Parameters<typeof checkGuardrails>[1][number]['metric'];

const metricOf = (id: number, of: Of): Metric => ({
  ...{ id, version: 1, name: of, kind: of === 'revenue' ? 'revenue' : 'conversion' },
  ...{ windowHours: 72, winsorise: 100, denominator: undefined },
  better: of === 'errors' ? 'lower' : 'higher',
  outcome: { kind: 'purchase', name: undefined, tests: [], of: undefined, isVouchedFor: false },
});
const metrics: Readonly<Record<Of, Metric>> = {
  conversions: metricOf(1, 'conversions'),
  revenue: metricOf(2, 'revenue'),
  errors: metricOf(3, 'errors'),
};

function campaignWith(share: number): CampaignDefinition {
  return {
    ...{ id: 1, name: 'Checkout', selector: 'checkout', groups: [], type: 'custom', traffic: 1 },
    ...{ stickiness: 'user', seed: 'seed' },
    experiences: [
      {
        ...{ id: 1, name: 'All', allocationVersion: 1 },
        variations: [
          { id: 0, name: 'Control', weight: 1 - share, payload: null },
          { id: 1, name: 'New', weight: share, payload: {} },
        ],
      },
    ],
  };
}

/** Sums as the worker's figures have them. */
function cellsOf({ strata }: GuardrailOutcomes): Cell[] {
  return strata[0]!.map((moments, variationId) => ({
    ...{ experienceId: 1, variationId, version: 1, day: '2026-11-28', segment: '' },
    ...{ exposed: moments.users, drawn: moments.users, propensity: 1, mixed: 0, ...moments },
    ...{ otherActive: 0, otherSum: 0, otherSquares: 0, products: 0, cap: null, capped: 0, cut: 0 },
    ...{ activeSoFar: moments.active, sumSoFar: moments.sum, otherSumSoFar: 0 },
  }));
}

/** The hour of the first breach; undefined: there is none. */
function breachOf(
  random: ReturnType<typeof seededRandom>,
  of: Shop,
  { guarded, margin, hours }: { guarded: readonly Of[]; margin?: number; hours: number },
): number | undefined {
  const definition = campaignWith(of.share);
  const campaign = {
    ...{ definition, began: undefined, ended: undefined, published: [definition] },
    design: designOf({}),
  };
  const pass = launch(random, of);
  for (let hour = 1; hour <= hours; hour += 1) {
    const seen = pass();
    const checks = checkGuardrails(
      campaign,
      guarded.map((name) => ({
        rule: { metric: metrics[name].id, ...(margin !== undefined && { margin }) },
        ...{ metric: metrics[name], cells: cellsOf(seen[name]) },
      })),
    );
    if (checks.some(({ status }) => status === 'breached')) return hour;
  }
  return undefined;
}

const all: readonly Of[] = ['conversions', 'revenue', 'errors'];

/** How many of the harmless are sent back, at a margin. */
function wronglyReturned(margin: number): number {
  const random = seededRandom(seed);
  const hours = days * 24;
  let returned = 0;
  for (let run = 0; run < campaigns; run += 1) {
    const share = run % 2 ? 0.5 : 0.05;
    const found = breachOf(
      random,
      { ...shop, usersAnHour: 400, share },
      { guarded: all, margin, hours },
    );
    returned += Number(found !== undefined);
    if (run % 100 === 99) console.error(`margin ${margin}: ${run + 1} campaigns`);
  }
  return returned;
}

/** Hours until a checkout whose conversion halves is sent back: half of them, nine in ten. */
function hoursUntil(rate: number, guarded: readonly Of[]): { median: number; most: number } {
  const random = seededRandom(seed + 1);
  const found = Array.from(
    { length: harmful },
    () =>
      breachOf(random, { ...shop, rate, times: 0.5 }, { guarded, hours: mostHours }) ?? mostHours,
  ).sort((one, other) => one - other);
  const at = (share: number) => found[Math.min(harmful - 1, Math.floor(harmful * share))]!;
  return { median: at(0.5), most: at(0.9) };
}

function main(): void {
  const wrong = [0, 0.05].map((margin) => ({ margin, returned: wronglyReturned(margin) }));
  const cases = [
    { rate: 0.04, guarded: ['conversions'] as const },
    { rate: 0.05, guarded: all },
    { rate: 0.1, guarded: all },
    { rate: 0.4, guarded: all },
  ].map((one) => ({ ...one, ...hoursUntil(one.rate, one.guarded) }));
  const text = `# Do guardrails stop what does harm, and only that?

Made by \`npm run bench -- guardrails\` on ${new Date().toISOString().slice(0, 10)}, seed ${seed}: ${machineName()}.
The worker's check, once an hour, with the usual minimum of 100 users. A fifth of the purchases come up to a day late, and rates
swing over the day.

## Harmless campaigns

${campaigns.toLocaleString('en')} A/A campaigns of 400 users an hour over ${days} days (${days * 24} looks), half of them at 5 % against 95 %, guarded by
conversion, revenue and errors. Stated: at most 5 % are sent back.

| margin | sent back |
| --- | --- |
${wrong.map(({ margin, returned }) => `| ${margin * 100} % | ${((100 * returned) / campaigns).toFixed(1)} % |`).join('\n')}

## A checkout whose conversion halves

${harmful} campaigns each, 2,000 users an hour, margin 5 %. Stated: half are sent back within two hours.

| conversion | guardrails | median | nine in ten |
| --- | --- | --- | --- |
${cases.map(({ rate, guarded, median, most }) => `| ${rate * 100} % | ${guarded.length} | ${median} h | ${most} h |`).join('\n')}
`;
  writeFileSync(join(import.meta.dirname, 'results/guardrails.md'), text);
  console.log(text);
}

main();
