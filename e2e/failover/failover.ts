// A primary is killed under load and its standby promoted, round after round; the old primary comes
// back by mistake. Every event that was acknowledged counts once, and choose goes on.
import { setTimeout as pause } from 'node:timers/promises';
import type { ReplicatedServer } from '../../packages/embedded-postgres/src/testing.ts';
import type { Compared } from '../nodes/counted-events.ts';
import { choosing, startLoad, type Tally } from '../nodes/load.ts';
import { attach, type Installation, openInstallation, promote } from './installation.ts';
import { compareWhenFolded, startSender } from './sender.ts';

export interface FailoverPlan {
  readonly rounds: number;
  /** Requests of choose, and as many events. */
  readonly perSecond: number;
  /** How long there is no primary before the standby is promoted. */
  readonly goneMs: number;
}

export interface Round extends Compared {
  readonly acknowledged: number;
  readonly choose: Tally;
  /** Answers to events that were not 2xx; each event was sent again until it was acknowledged. */
  readonly refused: number;
  /** From the beginning of the promotion until each node acknowledged an event sent after it. */
  readonly writesBackMs: number;
  /** Transactions that the old primary was made to write once it was back. */
  readonly written: number;
}

const beforeMs = 3_000;
const backMs = 4_000;
/** An old primary that would take every write. */
const mistaken = { synchronous_standby_names: '', autovacuum: 'off' };

/** Runs the rounds, in each of which the servers change places; `endAll` ends what it started. */
export async function failOver(plan: FailoverPlan, onRound: (round: Round) => void): Promise<void> {
  const installation = await openInstallation();
  let [primary, standby] = installation.pair;
  for (let round = 0; round < plan.rounds; round++) {
    onRound(await failOverOnce(installation, plan, { primary, standby, round }));
    await primary.kill();
    await attach(primary, standby);
    [primary, standby] = [standby, primary];
  }
}

interface Places {
  readonly primary: ReplicatedServer;
  readonly standby: ReplicatedServer;
  readonly round: number;
}

async function failOverOnce(
  { nodes, client, key, restartOne }: Installation,
  { perSecond, goneMs }: FailoverPlan,
  { primary, standby, round }: Places,
): Promise<Round> {
  const at = (number: number) => nodes()[number % nodes().length]!.url;
  const load = startLoad(perSecond, (number) => client.ask(at(number), choosing(key, number)));
  const sender = startSender({ perSecond, key, prefix: `round-${round}` }, (number, request) =>
    client.ask(at(number), request),
  );
  await pause(beforeMs);
  await primary.kill();
  await pause(goneMs);
  const since = performance.now();
  const acknowledged = sender.acknowledgedByAll(nodes().length);
  await promote(standby);
  await acknowledged;
  const writesBackMs = performance.now() - since;

  await primary.start(mistaken);
  const before = await nextTransaction(primary);
  await restartOne();
  await pause(backMs);
  const written = (await nextTransaction(primary)) - before;

  const choose = await load.stop();
  const { ids, refused } = await sender.stop();
  const compared = await compareWhenFolded(standby, ids);
  return { acknowledged: ids.length, ...compared, choose, refused, writesBackMs, written };
}

/** Counts every transaction that writes, and none that reads. */
async function nextTransaction(server: ReplicatedServer): Promise<number> {
  const { rows } = await server.query('select pg_snapshot_xmax(pg_current_snapshot()) as next');
  return Number(rows[0].next);
}
