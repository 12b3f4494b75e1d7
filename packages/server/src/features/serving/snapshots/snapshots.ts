// Keeps a node's snapshots up with the database: by notification, by polling, after a restart.
// Keys go ahead on their own, so that a deletion never waits for a site that is slow to load.

import { coalesced } from '../../../coalesced.ts';
import type { Snapshots } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import type { Log } from '../../../log/log.ts';
import type { Secrets } from '../../../secrets.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { SnapshotFile } from './file.ts';
import { keepFile } from './keeper.ts';
import { snapshotLoader } from './loader.ts';
import { type Mark, machineClock } from './machine-clock.ts';
import { emptySnapshotCache, type SnapshotCache } from './snapshot-cache.ts';

/** A lost notification costs at most this long. */
const pollMs = 500;

interface Resources {
  readonly db: Db;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly file: SnapshotFile | undefined;
}

export interface LiveSnapshots extends Snapshots {
  /** Loads the file, asks the database, and keeps asking. Rejects when neither has anything. */
  readonly start: () => Promise<void>;
  readonly onApplied: ChangeFeed['onApplied'];
  /** Work to be done before the first refresh that reaches the database again. */
  readonly onReturn: (work: () => Promise<void>) => void;
  readonly stop: () => Promise<void>;
}

/** Snapshots of all sites, empty until they have caught up or were found in the file. */
export function liveSnapshots({ db, log, secrets, file }: Resources): LiveSnapshots {
  const clock = machineClock();
  const cache = emptySnapshotCache(secrets, log);
  const keeper = file && keepFile(file, cache.sites, () => performance.now(), log);
  const loader = snapshotLoader(db, cache, () => keeper?.changed());
  let confirmed: Pick<Mark, 'upMs'> = { upMs: Number.NEGATIVE_INFINITY };
  let answering = false;
  let beforeReturn: (() => Promise<void>) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const confirmKeys = coalesced(async () => {
    const requestedAt = clock.mark();
    await beforeReturn?.();
    beforeReturn = undefined;
    await loader.loadKeys();
    confirmed = requestedAt;
    keeper?.confirmed(requestedAt);
  });
  const loadSites = coalesced(loader.loadSites);

  async function poll(): Promise<void> {
    try {
      await confirmKeys();
      if (!answering) log.info('keys are up with the database');
      answering = true;
    } catch (error) {
      if (answering || confirmed.upMs < 0) log.warn({ err: error }, 'keys cannot be confirmed');
      answering = false;
    }
    if (answering && loader.isBehind()) {
      loadSites().catch((error) => log.warn({ err: error }, 'a site cannot be loaded yet'));
    }
    if (!stopped) timer = setTimeout(poll, pollMs);
  }

  async function start(): Promise<void> {
    const now = clock.mark();
    const found = file?.read(now);
    for (const site of found?.sites ?? []) await loader.restoreSite(site);
    if (found) confirmed = { upMs: now.upMs - found.ageMs };
    await poll();
    if (answering) {
      await loadSites().catch((error) => {
        // What the file has will do until a poll has loaded the rest.
        if (!found) throw error;
      });
    } else if (!found) {
      throw new Error('The database cannot be reached, and there is no snapshot file.');
    }
  }

  return {
    ...lookUps(cache, loader),
    async forgetKey(hash) {
      cache.forgetKey(hash);
      keeper?.changed();
    },
    ageMs: () => clock.since(confirmed),
    async catchUp() {
      await confirmKeys();
      if (loader.isBehind()) await loadSites();
    },
    isConfirmed: () => answering,
    onReturn(work) {
      beforeReturn = work;
    },
    start,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await Promise.all([confirmKeys.settled(), loadSites.settled()]);
      await keeper?.close();
    },
  };
}

const lookUps = (
  { site, siteByName, all, key }: SnapshotCache,
  { onApplied }: Pick<LiveSnapshots, 'onApplied'>,
) => ({ site, siteByName, all, key, onApplied });
