// How long ago something was, which setting the clock does not change.
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/** A moment that can be stored across a restart. */
export interface Mark {
  /** Milliseconds since the epoch, by the clock. */
  readonly at: number;
  /** Names the boot of the machine; undefined where it has no name. */
  readonly boot: string | undefined;
  /** Milliseconds since that boot, with what the machine slept. */
  readonly upMs: number;
}

export interface MachineClock {
  readonly mark: () => Mark;
  /** Milliseconds since a mark of this process. Cheap: every request calls it. */
  readonly since: (mark: Pick<Mark, 'upMs'>) => number;
}

/** The clock of this machine. */
export function machineClock(): MachineClock {
  const boot = bootOfMachine();
  // The monotonic clock of a process stands still while the machine sleeps.
  let offsetMs = Number.NEGATIVE_INFINITY;
  const upMs = () => performance.now() + offsetMs;
  return {
    mark() {
      offsetMs = Math.max(offsetMs, 1000 * uptime() - performance.now());
      return { at: Date.now(), boot, upMs: upMs() };
    },
    since: (mark) => upMs() - mark.upMs,
  };
}

function bootOfMachine(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // Linux alone names its boots; elsewhere the clock has to do.
    return undefined;
  }
}

/** Milliseconds since a mark of this process. Cheap: every request calls it. */
export function ageOf(mark: Mark, now: Mark): number {
  const sinceBoot = mark.boot !== undefined && mark.boot === now.boot ? now.upMs - mark.upMs : -1;
  const age = Math.max(now.at - mark.at, sinceBoot);
  return age >= 0 ? age : Number.POSITIVE_INFINITY;
}
