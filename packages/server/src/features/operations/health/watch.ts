// Looks every few seconds at what waits in the database, for metrics and for `/readyz`.
import type { Context } from '../../../context.ts';
import { type Findings, selectFindings } from './store.ts';

/** How often it is looked, and how long something may wait for a worker. */
const usual = { lookMs: 5_000, lateMs: 60_000 };
/** As long as a look is remembered that tells how long the oldest row waits: an hour. */
const mostLooks = 720;

interface Look {
  readonly at: number;
  readonly lastId: number;
}

/** Begins to look. Resolves after the first look. */
export async function watchHealth(
  ctx: Pick<Context, 'db' | 'health' | 'log' | 'metrics' | 'snapshots'>,
  { lookMs, lateMs } = usual,
): Promise<{ readonly stop: () => Promise<void> }> {
  const looks: Look[] = [];
  let workerSeenAt = performance.now();
  /** Rows have no time, but ids rise: how long the oldest has waited at least, in ms. */
  const waitedMs = ({ oldestId, lastId }: Findings, now: number): number => {
    looks.push({ at: now, lastId });
    if (looks.length > mostLooks) looks.shift();
    const since = oldestId === null ? undefined : looks.find((look) => look.lastId >= oldestId);
    return now - (since?.at ?? now);
  };
  async function look(): Promise<void> {
    try {
      const found = await selectFindings(ctx.db);
      const now = performance.now();
      const oldestMs = waitedMs(found, now);
      if (found.workerAgoMs !== null) workerSeenAt = now - found.workerAgoMs;
      const workerAgoMs = now - workerSeenAt;
      ctx.metrics.setWaiting({ ...found, oldestMs, workerAgoMs });
      ctx.health.reasons = reasonsOf(found, { oldestMs, workerAgoMs, lateMs });
    } catch (error) {
      // That the database is away is said beside this.
      if (ctx.snapshots.isConfirmed()) ctx.log.warn({ err: error }, 'it cannot be said what waits');
    }
  }
  await look();
  const timer = setInterval(look, lookMs).unref();
  return { stop: async () => clearInterval(timer) };
}

function reasonsOf(
  { waiting, setAside }: Findings,
  { oldestMs, workerAgoMs, lateMs }: Record<'oldestMs' | 'workerAgoMs' | 'lateMs', number>,
): string[] {
  const seconds = (ms: number) => `${Math.floor(ms / 1_000)} s`;
  return [
    ...(workerAgoMs > lateMs ? [`No worker was seen for ${seconds(workerAgoMs)}.`] : []),
    ...(oldestMs > lateMs
      ? [`Events wait for a worker since ${seconds(oldestMs)}; ${waiting} rows are in the inbox.`]
      : []),
    ...(setAside > 0
      ? [`${setAside} entries could not be read: run \`attune events retry\`.`]
      : []),
  ];
}
