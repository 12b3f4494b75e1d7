// Keeps a node's snapshots up with the database: by notification, by polling, after a restart.
import type { KeyRecord, SiteSnapshot, Snapshots } from '../../context.ts';
import type { Db } from '../../db/schema.ts';
import type { Log } from '../../log/log.ts';
import type { Secrets } from '../../secrets.ts';
import { selectRevisions } from '../sites/index.ts';
import { compileSite } from './compile.ts';
import type { SnapshotFile } from './file.ts';
import { loadSite, type SiteData } from './site-data.ts';

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

interface Held {
  readonly data: SiteData;
  readonly snapshot: SiteSnapshot;
  readonly keys: ReadonlyMap<string, KeyRecord>;
}

export interface LiveSnapshots extends Snapshots {
  /** Is there anything to decide by: from the database, or from the file? */
  readonly isLoaded: () => boolean;
  /** Loads the file, asks the database, and keeps asking. Resolves when there is something held. */
  readonly start: () => Promise<void>;
  /** Work to be done before the first refresh that reaches the database again. */
  readonly onReturn: (work: () => Promise<void>) => void;
  readonly stop: () => Promise<void>;
}

/** Snapshots of all sites, empty until they have caught up or were found in the file. */
export function liveSnapshots(resources: Resources): LiveSnapshots {
  const { db, log, secrets, now, file } = resources;
  const held = new Map<number, Held>();
  const keys = new Map<string, KeyRecord>();
  let confirmedAt = Number.NEGATIVE_INFINITY;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let answering = false;
  let loaded = false;
  let beforeReturn: (() => Promise<void>) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function hold(data: SiteData): void {
    drop(data.site.id);
    const compiled = compileSite(data, secrets);
    held.set(data.site.id, { data, ...compiled });
    for (const [hash, key] of compiled.keys) keys.set(hash, key);
  }

  function drop(siteId: number): void {
    for (const hash of held.get(siteId)?.keys.keys() ?? []) keys.delete(hash);
    held.delete(siteId);
  }

  async function refresh(): Promise<void> {
    const askedAt = now();
    await beforeReturn?.();
    beforeReturn = undefined;
    const revisions = await selectRevisions(db);
    let changed = false;
    const known = new Set(revisions.map(({ id }) => id));
    for (const id of held.keys()) {
      if (known.has(id)) continue;
      drop(id);
      changed = true;
    }
    for (const { id, revision } of revisions) {
      if (held.get(id)?.data.site.revision === revision) continue;
      const data = await loadSite(db, id);
      if (data) hold(data);
      changed = true;
    }
    confirmedAt = askedAt;
    loaded = true;
    if (changed || confirmedAt - writtenAt >= fileMs) await writeFile();
  }

  async function writeFile(): Promise<void> {
    writtenAt = confirmedAt;
    await file?.write(
      [...held.values()].map(({ data }) => data),
      confirmedAt,
    );
  }

  const catchUp = coalesced(refresh);

  async function poll(): Promise<void> {
    try {
      await catchUp();
      if (!answering) log.info({ sites: held.size }, 'snapshots are up with the database');
      answering = true;
    } catch (error) {
      if (answering || !loaded) log.warn({ err: error }, 'snapshots cannot be confirmed');
      answering = false;
    }
    if (!stopped) timer = setTimeout(poll, pollMs);
  }

  return {
    site: (id) => held.get(id)?.snapshot,
    siteByName: (name) =>
      [...held.values()].find(({ snapshot }) => snapshot.site.name === name)?.snapshot,
    key: (hash) => keys.get(hash),
    ageMs: () => now() - confirmedAt,
    catchUp,
    isLoaded: () => loaded,
    isConfirmed: () => answering,
    onReturn(work) {
      beforeReturn = work;
    },
    async start() {
      const found = file?.read();
      if (found) {
        for (const data of found.sites) hold(data);
        confirmedAt = found.confirmedAt;
        loaded = true;
      }
      await poll();
      if (!loaded)
        throw new Error('The database cannot be reached, and there is no snapshot file.');
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await catchUp.settled();
    },
  };
}

interface Coalesced {
  (): Promise<void>;
  /** Resolves when nothing is under way, whether it went well or not. */
  readonly settled: () => Promise<void>;
}

/**
 * At most one run at a time, and one waiting: a caller during a run waits for the next one, which
 * sees everything that was committed before the call.
 */
function coalesced(work: () => Promise<void>): Coalesced {
  let running: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;
  const run = () => {
    const current = work().finally(() => {
      if (running === current) running = undefined;
    });
    running = current;
    return current;
  };
  const call = () => {
    if (!running) return run();
    waiting ??= running
      .catch(() => undefined)
      .then(() => {
        waiting = undefined;
        return run();
      });
    return waiting;
  };
  const settled = async () => {
    while (running ?? waiting) await (waiting ?? running)?.catch(() => undefined);
  };
  return Object.assign(call, { settled });
}
