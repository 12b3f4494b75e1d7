// Records what was counted in memory every so often, one time after another, and at the end.

export interface Recording {
  /** Resolves when what was counted before is recorded, or the work has failed for now. */
  readonly record: () => Promise<void>;
  /** Records the rest. */
  readonly stop: () => Promise<void>;
}

/** Starts it. `work` never rejects: what cannot be recorded waits for its next time. */
export function recordEvery(ms: number, work: () => Promise<void>): Recording {
  let recording: Promise<void> = Promise.resolve();
  const record = () => {
    recording = recording.then(work);
    return recording;
  };
  const timer = setInterval(record, ms);
  return {
    record,
    stop: () => {
      clearInterval(timer);
      return record();
    },
  };
}
