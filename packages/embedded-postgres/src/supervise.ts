// How PostgreSQL is kept running under a claim: brought back when it dies, and stopped by the last.
import { setTimeout as delay } from 'node:timers/promises';
import { type Claim, claim, isTaken, type Role } from './claim.ts';
import { isConnectionLost } from './connection.ts';
import type { Log } from './log.ts';
import { type Installation, stopPostmaster } from './postmaster.ts';
import type { Product } from './product.ts';
import { ensureRunning, type Running } from './running.ts';
import { removeRuntimeFolder } from './runtime-folder.ts';

export interface SupervisionNeeds {
  readonly installation: Installation;
  readonly dataDir: string;
  readonly product: Product;
  readonly role: Role;
  readonly log: Log;
  /** Aborts the start while it waits. */
  readonly signal: AbortSignal;
  readonly onLost: (reason: Error) => void;
}

export interface Supervision {
  /** The PostgreSQL that runs now. */
  readonly running: () => Running;
  /** Gives the claim up, and stops PostgreSQL if nothing else uses it. */
  readonly stop: () => Promise<void>;
}

interface Supervised {
  readonly running: Running;
  readonly claim: Claim;
}

/** Runs and claims PostgreSQL, and from then on brings it back whenever it goes away. */
export async function supervise(needs: SupervisionNeeds): Promise<Supervision> {
  const { installation, log } = needs;
  const stopping = new AbortController();
  let supervised = await hold(needs, undefined, needs.signal);
  let bringingBack = false;
  const watching = watch();
  return { running: () => supervised.running, stop };

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await supervised.claim.ended;
      if (stopping.signal.aborted) return;
      log.warn({ pid: supervised.running.pid }, 'PostgreSQL went away; bringing it back');
      bringingBack = true;
      try {
        supervised = await holdAgain(needs, supervised.running, stopping.signal);
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.error({ err: error }, 'The database is lost');
        return needs.onLost(error as Error);
      }
      bringingBack = false;
      log.warn({ pid: supervised.running.pid }, 'PostgreSQL is back');
    }
  }

  async function stop(): Promise<void> {
    stopping.abort();
    if (bringingBack) await watching;
    const last = await supervised.claim.release().catch(() => false);
    if (last) {
      await stopPostmaster(supervised.running.pid, installation.folder, log);
      await removeRuntimeFolder(supervised.running.connection.host);
      log.info({}, 'PostgreSQL is stopped');
    }
    await supervised.claim.close();
    await watching;
  }
}

/** Runs PostgreSQL and claims it; again when the last user before us was just stopping it. */
async function hold(
  needs: SupervisionNeeds,
  before: Running | undefined,
  signal: AbortSignal,
): Promise<Supervised> {
  const { installation, log } = needs;
  const resumed = before !== undefined;
  while (true) {
    const running = await ensureRunning(installation, log, signal, before?.connection.host);
    const { connection } = running;
    try {
      return { running, claim: await claim({ ...needs, connection, resumed, signal }) };
    } catch (error) {
      signal.throwIfAborted();
      if (!isConnectionLost(error)) throw error;
    }
  }
}

/** Tries until it succeeds, with pauses up to a second; another server's claim ends the matter. */
async function holdAgain(
  needs: SupervisionNeeds,
  before: Running,
  signal: AbortSignal,
): Promise<Supervised> {
  for (let pauseMs = 50; ; pauseMs = Math.min(2 * pauseMs, 1000)) {
    try {
      return await hold(needs, before, signal);
    } catch (error) {
      if (signal.aborted || isTaken(error)) throw error;
      needs.log.error({ err: error }, 'PostgreSQL does not come back; trying on');
      await delay(pauseMs);
    }
  }
}
