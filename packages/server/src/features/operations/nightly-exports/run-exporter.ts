// Runs an exporting thread: beside the event loop, within its memory, ended when its worker stops.
import { Worker } from 'node:worker_threads';
import type { ExporterData, ExporterMessage } from './task.ts';

/** A group of rows of a file, and what is read ahead: measured, it takes half of this. */
const heap = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 64 };
/** What it is in the middle of is tidied up in this time, or left to the next run. */
const tidyingMs = 3_000;

export interface Exporter {
  /** Resolves when all of its messages are handled; rejects when it ended badly. */
  readonly done: Promise<void>;
  /** Ends it in the middle of whatever it does. */
  readonly stop: () => void;
}

/** Starts a thread. `onMessage` is called with its messages, one after the other. */
export function runExporter(
  data: ExporterData,
  onMessage: (message: ExporterMessage) => Promise<void>,
): Exporter {
  const worker = new Worker(new URL('./exporter.ts', import.meta.url), {
    ...{ name: 'export', workerData: data, resourceLimits: heap },
  });
  let isStopped = false;
  let handled: Promise<void> = Promise.resolve();
  worker.on('message', (message: ExporterMessage) => {
    handled = handled.then(() => onMessage(message));
    // It is reported to the caller that waits for `done`, and is not unhandled before.
    handled.catch(() => undefined);
  });
  const ended = new Promise<void>((resolve, reject) => {
    worker.on('error', reject);
    worker.on('exit', (code) => {
      if (code === 0 || isStopped) resolve();
      else reject(new Error(`the thread ended with ${code}`));
    });
  });
  return {
    done: ended.finally(() => handled).then(() => handled),
    stop() {
      if (isStopped) return;
      isStopped = true;
      worker.postMessage('stop');
      const timer = setTimeout(() => void worker.terminate(), tidyingMs);
      worker.once('exit', () => clearTimeout(timer));
    },
  };
}
