// Tells the other nodes, through the database, that this one runs and what it has applied.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Context, Taken } from '../../../context.ts';
import { type Held, insertHeld, removeNode, type Self, sayHere } from './store.ts';
import { version } from './version.ts';

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
  { onTaken }: { onTaken: (hear: (taken: readonly Taken[]) => void) => void },
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
  const latest = new Map<string, Held>();
  let untold: Held[] = [];
  let isListed = false;
  let isRefused = false;
  let telling: Promise<void> = Promise.resolve();

  async function tell(isBeat: boolean): Promise<void> {
    if (!isBeat && untold.length === 0) return;
    const told = untold;
    untold = [];
    try {
      const isNew = isBeat && (await sayHere(ctx.db, self));
      const held = isNew ? [...latest.values()] : told;
      if (held.length > 0) await insertHeld(ctx.db, self.id, held);
      isRefused = false;
    } catch (error) {
      untold = [...told, ...untold];
      if (!isRefused) ctx.log.warn({ err: error }, 'the other nodes cannot be notified of this one');
      isRefused = true;
    }
  }

  const tellSoon = (isBeat: boolean) => {
    telling = telling.then(() => tell(isBeat));
    return telling;
  };
  onTaken((taken) => {
    const at = performance.now();
    for (const { siteId, revision, what } of taken) {
      const held = { siteId, revision, keysAt: at, restAt: what === 'rest' ? at : undefined };
      latest.set(`${what} ${siteId}`, held);
      untold.push(held);
    }
    if (isListed) void tellSoon(false);
  });
  isListed = true;
  await tellSoon(true);
  const timer = setInterval(() => tellSoon(true), beatMs);
  return {
    async stop() {
      clearInterval(timer);
      isListed = false;
      await telling;
      await removeNode(ctx.db, self.id).catch((error) => {
        ctx.log.debug({ err: error }, 'the node stays on the list until it has been silent');
      });
    },
  };
}
