// What is wrong with the service though it answers, as `/readyz` says it.

/** What a database's disk does to what is written: it has no room, or errs. */
export type DiskFault = 'full' | 'failing';

/** Why the service is degraded, in sentences for operators; empty where nothing is wrong. */
export interface Health {
  reasons: readonly string[];
  /** Something could not be written for that. */
  readonly noteDiskFault: (fault: DiskFault) => void;
  /** What was noted within the last minute. */
  readonly diskFault: () => DiskFault | undefined;
}

const countsMs = 60_000;

export function createHealth(now: () => number = () => performance.now()): Health {
  let noted: { readonly fault: DiskFault; readonly at: number } | undefined;
  return {
    reasons: [],
    noteDiskFault: (fault) => {
      noted = { fault, at: now() };
    },
    diskFault: () => (noted && now() - noted.at < countsMs ? noted.fault : undefined),
  };
}
