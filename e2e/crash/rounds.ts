// Rounds of load, a fault, a restart and a comparison, all on one data directory.
import { type Random, seededRandom } from '../../packages/server/src/demo/random.ts';
import { startNatsCluster } from '../../packages/server/src/features/events/collect/inbox/jetstream/nats-server.fixture.ts';
import { type Environment, runJson } from '../support/attune.ts';
import { atEnd } from '../support/cleanup.ts';
import { freePort } from '../support/free-port.ts';
import type { Kind } from './boundaries.ts';
import { drawFault, type Fault } from './fault.ts';
import { type Installation, openInstallation, pause, type Topology } from './installation.ts';
import { ready } from './ready.ts';
import { openSession, type Session } from './session.ts';

export interface RoundsOptions {
  readonly rounds: number;
  readonly seed: string;
  readonly keep?: boolean;
  /** Do events wait in a stream of three NATS servers? */
  readonly isJetstream?: boolean;
  /** How many processes of a node answer; default 1. */
  readonly apiProcesses?: number;
  /** Called as each round ends. */
  readonly onRound?: (result: RoundResult) => void;
}

export interface RoundResult {
  readonly round: number;
  readonly fault: string;
  readonly ms: number;
  /** Where processes died by themselves. */
  readonly deaths: readonly string[];
}

export interface Account {
  /** Empty when all is well. */
  readonly losses: readonly string[];
  readonly rounds: number;
  /** What was killed, and how often. */
  readonly faults: ReadonlyMap<string, number>;
  readonly counts: Record<string, number>;
  readonly session: Session;
}

/** So many rounds, at most, the processes are arranged in one way. */
const roundsArranged = 10;

/** Runs the rounds; ends at the first that lost something. */
export async function runRounds(options: RoundsOptions): Promise<Account> {
  const { seed, rounds, apiProcesses = 1 } = options;
  const random = seededRandom(`${seed} faults`);
  const period = Math.min(roundsArranged, Math.ceil(rounds / 2));
  // A few rounds do not come to every boundary: another seed begins with another.
  const firstTurn = 2 * random.between(0, 20);
  const nats = options.isJetstream ? await startNatsCluster(3) : [];
  for (const { stop } of nats) atEnd(stop);
  const env = {
    ...(nats.length > 0 ? { NATS_URL: nats.map(({ url }) => url).join() } : {}),
    ...(apiProcesses > 1 ? await several(apiProcesses) : {}),
  };
  const installation = await openInstallation({ keep: options.keep === true, env });
  let topology: Topology = 'start';
  await installation.ensure(topology);
  const session = await openSession(seed, installation, { env });
  const faults = new Map<string, number>();
  /** Of the transactions before whose commits, or after, a process was to die: has one? */
  const isMet = new Map<Kind, boolean>();
  const account = (round: number, losses: readonly string[]): Account => ({
    ...{ losses, rounds: round, faults, counts: session.counts(), session },
  });

  for (let round = 1; round <= rounds; round += 1) {
    const began = performance.now();
    session.nextRound();
    const wanted = Math.floor(round / period) % 2 === 0 ? 'start' : 'api+worker';
    if (wanted !== topology) await installation.killAll();
    topology = wanted;
    await installation.ensure(topology);
    const fault = drawFault(random, topology, firstTurn + round, { nats, apiProcesses });
    await strikeUnderLoad(session, random, topology, fault);
    const losses = await session.compare();
    const deaths = installation.deaths();
    if (fault.boundary?.statement === 'commit') {
      const { kind } = fault.boundary;
      isMet.set(kind, isMet.get(kind) || deaths.some((death) => death.startsWith(`${kind}, `)));
    }
    for (const name of deaths.length > 0 ? deaths : [fault.name]) {
      const known = name.replace(/".*/, '').trim();
      faults.set(known, (faults.get(known) ?? 0) + 1);
    }
    options.onRound?.({ round, fault: fault.name, ms: performance.now() - began, deaths });
    if (losses.length > 0) return account(round, losses);
  }
  const losses = await compareAll(session, installation, env);
  return account(rounds, [...losses, ...neverMet(isMet)]);
}

/** Settings of nodes with several processes: where all die at once, those that follow are found. */
async function several(apiProcesses: number): Promise<Environment> {
  const port = String(await freePort());
  return { API_PROCESSES: String(apiProcesses), WORKER_PROCESSES: '1', PORT: port };
}

/** A boundary that no process reaches proves nothing: its mark is wrong, or nothing is armed. */
function neverMet(isMet: ReadonlyMap<Kind, boolean>): string[] {
  const kinds = [...isMet].flatMap(([kind, met]) => (met ? [] : [kind]));
  return kinds.map((kind) => `no process died at a commit of kind "${kind}", as it was to`);
}

/** Load goes on during the fault and until everything is back. */
async function strikeUnderLoad(
  session: Session,
  random: Random,
  topology: Topology,
  fault: Fault,
): Promise<void> {
  const { installation } = session;
  const load = session.load();
  try {
    await pause(random.between(100, 900));
    const falling = fault.strike(installation);
    if (fault.onNewDay) session.tellOfNewDay();
    await falling;
    await installation.ensure(topology);
    await ready(installation);
    await pause(random.between(0, 300));
  } finally {
    await load.stop();
  }
}

/** Everything by id, and what the command line says of a rebuild. */
async function compareAll(
  session: Session,
  installation: Installation,
  env: Environment,
): Promise<string[]> {
  const losses = await session.compare(true);
  const { rebuilt, changed } = await runJson<{ rebuilt: number; changed: number }>(
    ['profile', 'rebuild', '--site', 'crash'],
    { ...env, DATA_DIR: installation.dataDir, SECRET_KEY: installation.secret },
  );
  if (changed > 0) losses.push(`attune profile rebuild changed ${changed} of ${rebuilt} profiles`);
  await installation.stop();
  return losses;
}
