// The snapshot file and its lease: with them a node decides after a restart while the database is
// away. The lease has when the database last confirmed the very content that it names.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Log } from '../../../log/log.ts';
import { ageOf, type Mark } from './machine-clock.ts';
import { encodeSites, reviveSites, type StoredSite } from './site-data.ts';

export interface SnapshotFile {
  readonly path: string;
  /** Is there a snapshot that can be read? */
  readonly isThere: () => boolean;
  /** The last snapshots, and how long ago they were confirmed; undefined when none can be read. */
  readonly read: (now: Mark) => { sites: readonly StoredSite[]; ageMs: number } | undefined;
  /** Replaces the snapshot as a whole, durably. */
  readonly write: (sites: readonly StoredSite[], confirmed: Mark) => Promise<void>;
  /** Notes that the last written snapshot is confirmed again: a small file of its own. */
  readonly renew: (confirmed: Mark) => Promise<void>;
}

interface Kept {
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly confirmedAt: number;
  readonly boot?: string;
  readonly upMs?: number;
}

interface StoredSnapshot extends Kept {
  /** Of `sites`; without it no lease is about this snapshot. */
  readonly digest?: string;
  readonly sites: readonly StoredSite[];
}

interface StoredLease extends Kept {
  readonly digest: string;
}

/** The snapshot file of a data directory and its lease; readable by their owner alone. */
export function snapshotFile(dataDir: string, log: Log): SnapshotFile {
  const snapshotPath = join(dataDir, 'snapshot.json');
  const leasePath = join(dataDir, 'lease.json');
  let written: string | undefined;

  function readJson<T extends Kept>(
    path: string,
    revive?: (name: string, value: unknown) => unknown,
  ): T | undefined {
    if (!existsSync(path)) return undefined;
    try {
      const stored = JSON.parse(readFileSync(path, 'utf8'), revive) as T;
      return stored.version === 1 ? stored : undefined;
    } catch (error) {
      log.warn({ err: error, path }, 'the file cannot be read and is passed over');
      return undefined;
    }
  }

  return {
    path: snapshotPath,
    isThere: () => readJson(snapshotPath) !== undefined,
    read(now) {
      const snapshot = readJson<StoredSnapshot>(snapshotPath, reviveSites);
      if (!snapshot) return undefined;
      const { digest, sites } = snapshot;
      const lease = readJson<StoredLease>(leasePath);
      // A lease of another content does not apply to the keys in this one.
      const isOurs = lease !== undefined && digest !== undefined && lease.digest === digest;
      const ages = [snapshot, ...(isOurs ? [lease] : [])].map((stored) =>
        ageOf(markOf(stored), now),
      );
      return { sites, ageMs: Math.min(...ages) };
    },
    async write(sites, confirmed) {
      // Behind the work of the request that changed something: this may be many megabytes.
      await setImmediate();
      const text = encodeSites(sites);
      const digest = createHash('sha256').update(text).digest('hex');
      written = undefined;
      const head = JSON.stringify({ version: 1, ...keptOf(confirmed), digest }).slice(0, -1);
      await replaceFile(snapshotPath, `${head},"sites":${text}}`);
      written = digest;
    },
    async renew(confirmed) {
      if (written === undefined) return;
      const lease = { version: 1, ...keptOf(confirmed), digest: written };
      await replaceFile(leasePath, JSON.stringify(lease));
    },
  };
}

/** The file as a process has it that shares it with one that writes it. */
export const readOnly = (file: SnapshotFile): SnapshotFile => ({
  ...file,
  write: async () => undefined,
  renew: async () => undefined,
});

const keptOf = ({ at, boot, upMs }: Mark) => ({ confirmedAt: at, boot, upMs });

const markOf = ({ confirmedAt, boot, upMs = 0 }: Kept): Mark => ({ at: confirmedAt, boot, upMs });

/** A rename that a power cut takes back leaves the file before, which is as true as it was. */
async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  const file = await open(fresh, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(fresh, path);
}
