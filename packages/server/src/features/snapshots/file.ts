// The snapshot file: what lets a node decide after a restart while the database is away.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Log } from '../../log/log.ts';
import { decodeSites, encodeSites, type SiteData } from './site-data.ts';

export interface SnapshotFile {
  /** What was held last; undefined when there is none that can be read. */
  readonly read: () => { confirmedAt: number; sites: readonly SiteData[] } | undefined;
  /** Replaces the file as a whole, durably. A disk that refuses is logged: it costs lease. */
  readonly write: (sites: readonly SiteData[], confirmedAt: number) => Promise<void>;
}

/** The snapshot file of a data directory; readable by its owner alone. */
export function snapshotFile(dataDir: string, log: Log): SnapshotFile {
  const path = join(dataDir, 'snapshot.json');
  return {
    read() {
      if (!existsSync(path)) return undefined;
      try {
        return decodeSites(readFileSync(path, 'utf8'));
      } catch (error) {
        log.warn({ err: error }, 'the snapshot file cannot be read and is passed over');
        return undefined;
      }
    },
    async write(sites, confirmedAt) {
      try {
        await replaceFile(path, encodeSites(sites, confirmedAt));
      } catch (error) {
        log.warn({ err: error }, 'the snapshot file cannot be written');
      }
    },
  };
}

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
