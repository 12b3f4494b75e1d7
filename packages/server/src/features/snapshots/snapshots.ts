// Keeps a node's snapshots up with the database: by notification, by polling, after a restart.
import type { Snapshots } from '../../context.ts';
import type { Db } from '../../db/schema.ts';
import type { Log } from '../../log/log.ts';
import type { Secrets } from '../../secrets.ts';
import { coalesced } from './coalesced.ts';
import type { SnapshotFile } from './file.ts';
import { emptyHolding } from './holding.ts';

/** A lost notification costs at most this long. */
const pollMs = 500;
/** How old the time in the file may be: what a restart takes off the lease at most. */
const fileMs = 5_000;

interface Resources {
  readonly db: Db;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly now: () => number;
  readonly file: SnapshotFile | undefined;
}

export interface LiveSnapshots extends Snapshots {
  /** Loads the file, asks the database, and keeps asking. Rejects when neither has anything. */
  readonly start: () => Promise<void>;
  /** Work to be done before the first refresh that reaches the database again. */
  readonly onReturn: (work: () => Promise<void>) => void;
  readonly stop: () => Promise<void>;
}

/** Snapshots of all sites, empty until they have caught up or were found in the file. */
export function liveSnapshots(resources: Resources): LiveSnapshots {
  const { db, log, secrets, now, file } = resources;
  const holding = emptyHolding(secrets, log);
  let confirmedAt = Number.NEGATIVE_INFINITY;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let answering = false;
  let beforeReturn: (() => Promise<void>) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const catchUp = coalesced(async () => {
    const askedAt = now();
    await beforeReturn?.();
    beforeReturn = undefined;
    const changed = await holding.refresh(db);
    confirmedAt = askedAt;
    if (!changed && confirmedAt - writtenAt < fileMs) return;
    writtenAt = confirmedAt;
    await file?.write(holding.sites(), confirmedAt);
  });

  async function poll(): Promise<void> {
    try {
      await catchUp();
      if (!answering) log.info('snapshots are up with the database');
      answering = true;
    } catch (error) {
      if (answering || confirmedAt < 0) log.warn({ err: error }, 'snapshots cannot be confirmed');
      answering = false;
    }
    if (!stopped) timer = setTimeout(poll, pollMs);
  }

  return {
    site: holding.site,
    siteByName: holding.siteByName,
    key: holding.key,
    ageMs: () => now() - confirmedAt,
    catchUp,
    isConfirmed: () => answering,
    onReturn(work) {
      beforeReturn = work;
    },
    async start() {
      const found = file?.read();
      for (const data of found?.sites ?? []) holding.hold(data);
      confirmedAt = found?.confirmedAt ?? confirmedAt;
      await poll();
      if (confirmedAt < 0) {
        throw new Error('The database cannot be reached, and there is no snapshot file.');
      }
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await catchUp.settled();
    },
  };
}
