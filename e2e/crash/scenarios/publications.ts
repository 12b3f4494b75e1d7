// Workers that die around the moment at which publications are due: each happens once, whole.
import { type Random, seededRandom } from '../../../packages/server/src/demo/random.ts';
import { type Installation, openInstallation, pause } from '../installation.ts';
import { listed } from '../load/part.ts';
import { openSchedulingShop, type SchedulingShop } from './publications-shop.ts';
import type { Scenario, ScenarioRun } from './scenario.ts';

const rounds = { short: 2, long: 40 };
const workerCount = 2;
const campaignsPerRound = 4;
/** From when they are scheduled; workers look every two seconds. */
const dueInMs = 3_000;
const around = { before: -400, after: 2_600 };
/** For a worker to come by at the boundary at which it is to die; the other may be first. */
const boundaryMs = 4_000;
const moments = ['before', 'sent', 'answered'] as const;
const kinds = ['publication', 'message-sent'] as const;
const boundMs = 120_000;

export const scheduledPublications: Scenario = {
  name: 'publications',
  promise: 'scheduled publications happen once and are told, whenever the workers die',
  async run(trial) {
    const shop = await openSchedulingShop();
    const workers = await Promise.all(
      Array.from({ length: workerCount }, () => openInstallation({ env: shop.env })),
    );
    const faults = [
      ...(await killAround(trial, shop, workers)),
      ...(await settle(shop, workers)),
      ...shop.untold(),
    ];
    for (const worker of workers) await worker.kill('worker');
    const { publications, attempts } = await shop.counts();
    console.log(`         ${publications} publications, ${attempts} messages received`);
    return faults;
  },
};

async function killAround(
  { seed, short }: ScenarioRun,
  shop: SchedulingShop,
  workers: readonly Installation[],
): Promise<string[]> {
  const random = seededRandom(`${seed} publications`);
  const faults: string[] = [];
  const met = new Map<string, number>();
  let kills = 0;
  for (let round = 0; round < rounds[short ? 'short' : 'long']; round += 1) {
    await start(workers);
    const due = await shop.schedule(campaignsPerRound, dueInMs);
    await Promise.all(workers.map((worker, at) => strike(random, worker, due, round + at)));
    kills += workers.length;
    for (const death of workers.flatMap((worker) => worker.deaths())) {
      const where = death.replace(/ ".*/, '');
      met.set(where, (met.get(where) ?? 0) + 1);
    }
    faults.push(...(await shop.halves()));
    await shop.releaseHeld();
  }
  const deaths = [...met].sort().map(([where, count]) => `${where}: ${count}`);
  console.log(`         ${kills} kills; at boundaries: ${deaths.join('; ') || 'none'}`);
  const missed = short
    ? []
    : kinds.filter((kind) => ![...met.keys()].some((w) => w.startsWith(kind)));
  return [...faults, ...listed('no worker died at a commit of', missed)];
}

const start = (workers: readonly Installation[]) =>
  Promise.all(
    workers.map(async (worker) => worker.running.has('worker') || worker.start('worker')),
  );

/** In every second turn at a boundary, each in order; else by chance around the moment. */
async function strike(
  random: Random,
  worker: Installation,
  due: number,
  turn: number,
): Promise<void> {
  const chance = random.between(around.before, around.after);
  if (turn % 2 === 0) {
    const half = turn / 2;
    const [kind, moment] = [kinds[half % kinds.length]!, moments[half % moments.length]!];
    worker.arm('worker', { kind, statement: 'commit', moment });
    const end = due + boundaryMs;
    while (worker.running.has('worker') && Date.now() < end) await pause(10);
  } else {
    await pause(Math.max(0, due + chance - Date.now()));
  }
  await worker.kill('worker');
}

/** Lets what is left be done; what is not in time is a fault. */
async function settle(shop: SchedulingShop, workers: readonly Installation[]): Promise<string[]> {
  await start(workers);
  const end = Date.now() + boundMs;
  while (!(await shop.isSettled())) {
    if (Date.now() > end) return ['publications or messages are left after two minutes'];
    await pause(200);
  }
  return shop.halves();
}
