// Many callers, one piece of work: at most one run at a time, and one waiting.

export interface Coalesced {
  (): Promise<void>;
  /** Resolves when nothing is under way, whether it went well or not. */
  readonly settled: () => Promise<void>;
}

/** A caller during a run waits for the next one, which sees all that was done before the call. */
export function coalesced(work: () => Promise<void>): Coalesced {
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
