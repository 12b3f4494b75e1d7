// A thread for a task: beside the event loop, within its memory, ended when the node stops.
import { Worker } from 'node:worker_threads';
import { sharesOf } from './memory.ts';
import type { TaskMessage, ThreadData, ThreadMessage } from './task.ts';

export interface Thread {
  /** Resolves when all messages of the thread are handled; rejects when it ended badly. */
  readonly done: Promise<void>;
  /** Ends it in the middle of whatever it does. */
  readonly stop: () => Promise<unknown>;
  readonly isStopped: () => boolean;
  /** The processor time that it had taken by its last message. */
  readonly cpuMs: () => number;
}

/** Starts a thread. `onMessage` is called with its messages, one after the other. */
export function runThread(
  data: ThreadData,
  onMessage: (message: TaskMessage) => Promise<void>,
): Thread {
  const { heap } = sharesOf(data.task.memoryBytes);
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    name: 'models',
    workerData: data,
    resourceLimits: {
      maxOldGenerationSizeMb: heap.oldMiB,
      maxYoungGenerationSizeMb: heap.youngMiB,
    },
  });
  let isStopped = false;
  let cpuMs = 0;
  let heard: Promise<void> = Promise.resolve();
  worker.on('message', (told: ThreadMessage) => {
    cpuMs = told.cpuMs;
    heard = heard.then(() => onMessage(told.message));
    // It is reported to the caller that waits for `done`, and is not unhandled before.
    heard.catch(() => undefined);
  });
  const ended = new Promise<void>((resolve, reject) => {
    worker.on('error', reject);
    worker.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`the thread ended with ${code}`)),
    );
  });
  return {
    done: ended.finally(() => heard).then(() => heard),
    stop() {
      isStopped = true;
      return worker.terminate();
    },
    isStopped: () => isStopped,
    cpuMs: () => cpuMs,
  };
}

/** Did a thread end because its heap was too small? */
export const isOutOfMemory = (error: unknown) =>
  (error as { code?: unknown } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
