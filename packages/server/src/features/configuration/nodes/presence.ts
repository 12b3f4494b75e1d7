// Tells the other nodes, through the database, that this one runs and what it has applied.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { AppliedRevision, Context } from '../../../context.ts';
import { version } from '../../../version.ts';
import { type AppliedTimes, insertApplied, removeNode, reportAlive, type Self } from './store.ts';

/** Others list a node as silent after a while, and forget it after a minute and its lease. */
const beatMs = 5_000;

export interface Presence {
  /** Takes the node from the list. */
  readonly stop: () => Promise<void>;
}

/**
 * Puts a node on the list, and keeps it there. Writes when a site has changed and every few
 * seconds; a database that is away gets it when it is back.
 */
export async function announceNode(
  ctx: Context,
  { onApplied }: { onApplied: (listener: (revisions: readonly AppliedRevision[]) => void) => void },
  roles: Self['roles'],
): Promise<Presence> {
  const self: Self = {
    id: randomUUID(),
    name: `${hostname()} (${process.pid})`,
    roles,
    version,
    startedAt: performance.now(),
    leaseMs: ctx.config.keyLeaseMs,
  };
  /** The last of each kind and site, for a database that has forgotten this node. */
  const latest = new Map<string, AppliedTimes>();
  let unreported: AppliedTimes[] = [];
  let isListed = false;
  let isRefused = false;
  let reporting: Promise<void> = Promise.resolve();

  async function report(isBeat: boolean): Promise<void> {
    if (!isBeat && unreported.length === 0) return;
    const pending = unreported;
    unreported = [];
    try {
      const isNew = isBeat && (await reportAlive(ctx.db, self));
      const toReport = isNew ? [...latest.values()] : pending;
      if (toReport.length > 0) await insertApplied(ctx.db, self.id, toReport);
      isRefused = false;
    } catch (error) {
      unreported = [...pending, ...unreported];
      if (!isRefused)
        ctx.log.warn({ err: error }, 'the other nodes cannot be notified of this one');
      isRefused = true;
    }
  }

  const reportSoon = (isBeat: boolean) => {
    reporting = reporting.then(() => report(isBeat));
    return reporting;
  };
  onApplied((revisions) => {
    const at = performance.now();
    for (const { siteId, revision, what } of revisions) {
      const applied = { siteId, revision, keysAt: at, restAt: what === 'rest' ? at : undefined };
      latest.set(`${what} ${siteId}`, applied);
      unreported.push(applied);
    }
    if (isListed) void reportSoon(false);
  });
  isListed = true;
  await reportSoon(true);
  const timer = setInterval(() => reportSoon(true), beatMs);
  return {
    async stop() {
      clearInterval(timer);
      isListed = false;
      await reporting;
      await removeNode(ctx.db, self.id).catch((error) => {
        ctx.log.debug({ err: error }, 'the node stays on the list until it has been silent');
      });
    },
  };
}
