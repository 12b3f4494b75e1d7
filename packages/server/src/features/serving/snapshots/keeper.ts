// When the snapshot file is written: behind the work, soon after a change, its lease now and then.
import type { Log } from '../../../log/log.ts';
import type { SnapshotFile } from './file.ts';
import type { Mark } from './machine-clock.ts';
import type { StoredSite } from './site-data.ts';

/** What a restart takes off the lease at most, beside a poll. */
const leaseMs = 5_000;
/** Between the beginnings of two snapshots; ten times what the last one took, if that is more. */
const snapshotMs = 1_000;

export interface Keeper {
  /** The sites in memory have changed since the file was written. */
  readonly changed: () => void;
  /** The sites in memory were confirmed: writes what is due, unless it is still writing. */
  readonly confirmed: (mark: Mark) => void;
  /** Writes what is not written yet. */
  readonly close: () => Promise<void>;
}

/** Keeps the file up with `sites`. A disk that refuses is logged: it costs lease, and no more. */
export function keepFile(
  file: SnapshotFile,
  sites: () => readonly StoredSite[],
  now: () => number,
  log: Log,
): Keeper {
  let isChanged = true;
  let isRefused = false;
  let last: Mark | undefined;
  let writing: Promise<void> | undefined;
  let snapshotDue = 0;
  let leaseDue = 0;

  async function write(mark: Mark): Promise<void> {
    const since = now();
    const isSnapshot = isChanged;
    isChanged = false;
    leaseDue = since + leaseMs;
    try {
      await (isSnapshot ? file.write(sites(), mark) : file.renew(mark));
      if (isRefused) log.info('the snapshot file can be written again');
      isRefused = false;
    } catch (error) {
      isChanged = true;
      if (!isRefused) log.warn({ err: error }, 'the snapshot file cannot be written');
      isRefused = true;
    }
    if (isSnapshot) snapshotDue = since + Math.max(snapshotMs, 10 * (now() - since));
  }

  function begin(mark: Mark): void {
    writing = write(mark).finally(() => {
      writing = undefined;
    });
  }

  return {
    changed() {
      isChanged = true;
    },
    confirmed(mark) {
      last = mark;
      if (!writing && now() >= (isChanged ? snapshotDue : leaseDue)) begin(mark);
    },
    async close() {
      await writing;
      if (last) begin(last);
      await writing;
    },
  };
}
