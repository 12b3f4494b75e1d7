// `npm run nodes`: several nodes on one database, as they promise to behave; with figures.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { programs15 } from '../../packages/embedded-postgres/src/testing.ts';
import { withoutNats } from '../../packages/server/src/features/events/collect/inbox/jetstream/nats-server.fixture.ts';
import { failOver } from '../failover/failover.ts';
import { skipNginx, startNginx } from '../proxy/nginx.ts';
import { endAll, tidyUpOnSignals } from '../support/cleanup.ts';
import { previous, skipPrevious } from '../upgrade/previous.ts';
import { upgradeAndBack } from '../upgrade/upgrade.ts';
import { measureDeletions } from './deletions.ts';
import { describe, figuresOf } from './figures.ts';
import { surviveOutages } from './jetstream.ts';
import { outliveDatabase } from './lease.ts';
import type { Tally } from './load.ts';
import { type RollingPlan, rollRestart } from './rolling.ts';

const { values: given } = parseArgs({
  options: {
    only: { type: 'string' },
    seed: { type: 'string', default: randomUUID().slice(0, 8) },
    deletions: { type: 'string', default: '500' },
    campaigns: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '50' },
    drain: { type: 'string', default: '5' },
    times: { type: 'string', default: '2' },
    lease: { type: 'string', default: '15' },
    rounds: { type: 'string', default: '5' },
    away: { type: 'string', default: '240' },
  },
});
const perSecond = Number(given.rate);
const promisedMs = 1_000;
const faults: string[] = [];
const say = (line: string) => console.log(line);
const hold = (isHeld: boolean, fault: string) => {
  if (!isHeld) faults.push(fault);
};

function sayLoad(name: string, { sent, failures, ms }: Tally): void {
  say(describe(name, figuresOf(ms)));
  const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
  say(`  ${''.padEnd(44)} ${sent} sent, ${failed} failed`);
  for (const [fault, count] of failures) faults.push(`${name}: ${count} x ${fault}`);
}

async function deletions(isNotified: boolean): Promise<void> {
  const count = Number(given.deletions);
  const campaigns = Number(given.campaigns);
  const how = isNotified ? 'with NOTIFY' : 'without NOTIFY';
  const plan = { seed: given.seed, deletions: count, byCommand: 5, perSecond, campaigns };
  const found = await measureDeletions({ ...plan, isNotified });
  say(`\n${count} + 5 deletions, ${how}, ${perSecond} requests/s to each of three nodes`);
  say(`  beside a site of ${campaigns} live campaigns, published ${found.published} times`);
  if (!isNotified) say(`  notifications swallowed: ${found.swallowed}`);
  const first = figuresOf(found.firstRefused);
  const last = figuresOf(found.lastServed);
  say(describe('acknowledged to first 401, other nodes', first));
  say(describe('acknowledged to last 200, other nodes', last));
  sayLoad('choose meanwhile', found.load);
  faults.push(...found.faults);
  hold(first.p99 <= promisedMs && last.p99 <= promisedMs, `${how}: p99 is beyond ${promisedMs} ms`);
  hold(isNotified || found.swallowed > 0, 'no notification was swallowed');
}

async function lease(): Promise<void> {
  const seconds = Number(given.lease);
  const { honouredMs, statuses, resumedMs, refusedMs } = await outliveDatabase(seconds);
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  say(`\nA node cut off, killed and started again, with KEY_LEASE=${seconds}`);
  say(`  honoured keys for ${ms(honouredMs)}; statuses: ${statuses.join(', ')}`);
  say(`  served again ${ms(resumedMs)} after the database's return`);
  say(`  refused the key that was deleted meanwhile ${ms(refusedMs)} after it`);
  hold(statuses.join() === '200,503,200,401', `statuses were ${statuses.join()}`);
  hold(honouredMs <= 1_000 * seconds + 500, `the lease was outlived: ${ms(honouredMs)}`);
  hold(honouredMs >= 1_000 * seconds - 6_500, `the lease was cut short: ${ms(honouredMs)}`);
}

async function rolling(name: string, balance?: RollingPlan['balance']): Promise<void> {
  const drainSeconds = Number(given.drain);
  const plan = { perSecond, drainSeconds, times: Number(given.times) };
  const found = await rollRestart({ ...plan, ...(balance && { balance }) });
  say(`\n${found.restarts} restarts of three nodes by SIGTERM, DRAIN=${drainSeconds}`);
  sayLoad(name, found.balanced);
  sayLoad('from clients that know three addresses', found.direct);
  say(describe('SIGTERM to the end of the process', figuresOf(found.stopMs)));
  faults.push(...found.faults);
}

const tableRow = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
const headOf = (names: readonly string[]) =>
  `${tableRow(names)}\n|${names.map(() => ' --- |').join('')}`;
/** How often what was answered. */
const wordsOf = (by: Readonly<Record<string, number>>) =>
  Object.entries(by)
    .map(([name, count]) => `${count} x ${name}`)
    .join(', ') || '0';

const header = [
  ...['round', 'acknowledged', 'lost', 'doubled', 'refused, then sent again', 'choose'],
  ...['errors of choose', 'writes back, s', 'written to the old primary'],
];

async function failover(): Promise<void> {
  const plan = { rounds: Number(given.rounds), perSecond: perSecond / 2, goneMs: 2_000 };
  say(`\nA primary killed under load, ${plan.perSecond} events/s and as many requests of choose`);
  say(headOf(header));
  let number = 0;
  await failOver(plan, (round) => {
    number += 1;
    const { acknowledged, lost, doubled, refused, choose, writesBackMs, written } = round;
    const errors = [...choose.failures.values()].reduce((sum, count) => sum + count, 0);
    const seconds = (writesBackMs / 1_000).toFixed(1);
    const cells = [number, acknowledged, lost, doubled, refused, choose.sent, errors, seconds];
    say(tableRow([...cells, written]));
    for (const [fault, count] of choose.failures) faults.push(`choose: ${count} x ${fault}`);
    hold(lost + doubled === 0, `round ${number}: ${lost} lost, ${doubled} doubled`);
    hold(written === 0, `round ${number}: the old primary was written to`);
    hold(writesBackMs <= 15_000, `round ${number}: writes were back after ${seconds} s`);
  }).finally(endAll);
}

const phaseHeader = [
  ...['phase', 'seconds', 'acknowledged', 'refused', 'choose', 'errors of choose', 'longest, ms'],
];

async function jetstream(): Promise<void> {
  const plan = { perSecond: perSecond / 2, awaySeconds: Number(given.away), killedSeconds: 10 };
  const { phases, acknowledged, lost, doubled, foldedMs } = await surviveOutages(plan);
  say(`\nThree NATS servers, ${plan.perSecond} events/s and as many requests of choose`);
  say(headOf(phaseHeader));
  for (const { name, seconds, refused, chooses, chooseErrors, longestMs, ...one } of phases) {
    const cells = [seconds, one.acknowledged, wordsOf(refused), chooses, wordsOf(chooseErrors)];
    say(tableRow([name, ...cells, Math.round(longestMs)]));
    hold(wordsOf(chooseErrors) === '0', `choose, ${name}: ${wordsOf(chooseErrors)}`);
    const isExpected = /^(two of three|both)/.test(name);
    hold(isExpected || wordsOf(refused) === '0', `${name}: ${wordsOf(refused)} refused`);
  }
  say(`  ${acknowledged} events acknowledged: ${lost} lost, ${doubled} doubled`);
  say(`  folded ${(foldedMs / 1_000).toFixed(1)} s after the last`);
  hold(lost + doubled === 0, `${lost} lost, ${doubled} doubled`);
}

async function upgrade(): Promise<void> {
  const plan = { perSecond, drainSeconds: Number(given.drain) };
  const { steps, load, ...events } = await upgradeAndBack(plan).finally(endAll);
  const { acknowledged, lost, doubled, refused } = events;
  say(`\nFrom ${previous.version} to this checkout and back, DRAIN=${plan.drainSeconds}`);
  say(headOf(['step', 'seconds']));
  for (const { name, seconds } of steps) say(tableRow([name, seconds.toFixed(1)]));
  sayLoad('through nginx as it is shipped', load);
  say(
    `  ${acknowledged} events acknowledged: ${lost} lost, ${doubled} doubled; ${refused} refused`,
  );
  hold(lost + doubled + refused === 0, `${lost} lost, ${doubled} doubled, ${refused} refused`);
}

const parts: Readonly<Record<string, () => Promise<void>>> = {
  deletions: () => deletions(true),
  silent: () => deletions(false),
  lease,
  rolling: () => rolling('through a balancer that asks /readyz'),
  nginx: async () => {
    if (skipNginx) say(`\nNot behind nginx: ${skipNginx}`);
    else await rolling('through nginx as it is shipped', startNginx);
  },
  failover: async () => {
    if (existsSync(programs15)) await failover();
    else say(`\nNo failover: PostgreSQL 15 is not in ${programs15}`);
  },
  jetstream: async () => {
    if (withoutNats) say(`\nNo JetStream: ${withoutNats}`);
    else await jetstream();
  },
  upgrade: async () => {
    const reason = skipNginx || (await skipPrevious);
    if (reason) say(`\nNo upgrade: ${reason}`);
    else await upgrade();
  },
};

tidyUpOnSignals();
say(`Seed ${given.seed}`);
for (const [name, run] of Object.entries(parts)) {
  if (given.only !== undefined && given.only !== name) continue;
  await run().catch((error: Error) => faults.push(`${name}: ${error.stack}`));
}
for (const fault of faults) console.error(`DOES NOT HOLD: ${fault}`);
say(faults.length === 0 ? '\nAll of it holds.' : `\n${faults.length} of it does not hold.`);
process.exit(faults.length === 0 ? 0 : 1);
