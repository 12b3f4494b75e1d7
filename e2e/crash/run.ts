// `npm run crash`: kills what can be killed, for as many rounds as asked, and says what was lost.
import { parseArgs } from 'node:util';
import { endAll, tidyUpOnSignals } from '../support/cleanup.ts';
import { type RoundResult, runRounds } from './rounds.ts';
import { scenarios } from './scenarios/index.ts';

const usage = `usage: npm run crash -- [options]

  --rounds N       kills, one after the other (default 200)
  --seed TEXT      what is killed when (default: of the time)
  --inbox NAME     postgresql (default), or jetstream: events wait on three NATS servers, each of
                   which is killed as well
  --processes N    so many processes answer, one processes events, and each of them is killed as well
  --scenario NAME  one scenario by its name, or all of them, instead of rounds
  --short          shorter pauses in scenarios
  --keep           the data directory stays where it is
  --help           show this`;

const values = valuesOrExit();

const isInterrupted = tidyUpOnSignals();
console.log(`seed ${values.seed}`);
let isWell = false;
try {
  isWell = values.scenario === undefined ? await crash() : await playAll(values.scenario);
} catch (error) {
  // What was taken away under it is no finding.
  if (!isInterrupted()) console.error(error);
} finally {
  await endAll();
}
process.exit(isWell ? 0 : 1);

function valuesOrExit() {
  try {
    const { values } = parseArgs({
      options: {
        rounds: { type: 'string', default: '200' },
        seed: { type: 'string', default: String(Date.now() % 1_000_000) },
        inbox: { type: 'string', default: 'postgresql' },
        processes: { type: 'string', default: '1' },
        scenario: { type: 'string' },
        short: { type: 'boolean', default: false },
        keep: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (!values.help) return values;
    console.log(usage);
    return process.exit(0);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    return process.exit(2);
  }
}

/** Plays the scenarios of a name. */
async function playAll(name: string): Promise<boolean> {
  const those = scenarios.filter((one) => name === 'all' || one.name === name);
  if (those.length === 0) {
    const names = scenarios.map((one) => `  ${one.name.padEnd(18)}${one.promise}`).join('\n');
    console.error(`There is no scenario "${name}". There is all, and:\n${names}`);
    return false;
  }
  const outcomes: boolean[] = [];
  for (const { name, promise, obstacle, run } of those) {
    const reason = obstacle?.();
    if (reason !== undefined) {
      console.log(`skipped  ${name}: ${reason}`);
      continue;
    }
    const began = performance.now();
    const faults = await run({ seed: values.seed, short: values.short }).catch((error: unknown) => [
      String((error as Error).stack),
    ]);
    await endAll();
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(
      `${faults.length === 0 ? 'well   ' : 'FAILED '}  ${name}, ${seconds} s: ${promise}`,
    );
    for (const fault of faults) console.log(`         ${fault}`);
    outcomes.push(faults.length === 0);
  }
  return outcomes.every(Boolean);
}

async function crash(): Promise<boolean> {
  const { seed, keep } = values;
  const rounds = Number(values.rounds);
  const began = performance.now();
  const isJetstream = values.inbox === 'jetstream';
  const apiProcesses = Number(values.processes);
  const options = { rounds, seed, keep, isJetstream, apiProcesses };
  const account = await runRounds({ ...options, onRound: print });
  const seconds = Math.round((performance.now() - began) / 1000);
  const listOf = (entries: Iterable<[string, number]>) =>
    [...entries].map(([name, count]) => `  ${String(count).padStart(8)}  ${name}`).join('\n');
  console.log(`\n${account.rounds} rounds in ${seconds} s, seed ${seed}`);
  console.log(listOf(Object.entries(account.counts)));
  console.log(`Killed:\n${listOf([...account.faults].sort())}`);
  if (account.losses.length === 0) {
    console.log('Nothing acknowledged was lost, nothing is there twice, every profile is right.');
    return true;
  }
  const { installation } = account.session;
  console.error(`\nLOST in round ${account.rounds}:\n  ${account.losses.join('\n  ')}`);
  console.error(
    `\nWhat the processes said last:\n  ${installation.said().slice(-20).join('\n  ')}`,
  );
  return false;
}

function print({ round, fault, ms, deaths }: RoundResult): void {
  const died = deaths.length > 0 ? `: ${deaths.join('; ')}` : '';
  console.log(
    `${String(round).padStart(4)}  ${String(Math.round(ms)).padStart(6)} ms  ${fault}${died}`,
  );
}
