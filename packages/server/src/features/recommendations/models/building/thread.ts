// The entry of a building thread: does its task with connections of its own, and reports on it.
import { parentPort, workerData } from 'node:worker_threads';
import { createBackgroundWork } from '../../../../background.ts';
import { threadCpuMs } from './costs.ts';
import { doTask } from './do-task.ts';
import { openThreadDatabase } from './store.ts';
import type { TaskMessage, ThreadData, ThreadMessage } from './task.ts';

/** While pages are requested, reading takes a fifth of the time. */
const rests = { factor: 4, longestMs: 250 };
const data = workerData as ThreadData;
const database = openThreadDatabase(data);
const rest = createBackgroundWork(data.pages).begin(rests.factor, rests.longestMs);
const report = (message: TaskMessage) =>
  parentPort?.postMessage({ message, cpuMs: threadCpuMs() } satisfies ThreadMessage);
try {
  await doTask({ ...database, rest }, data.task, report);
} finally {
  await database.close();
}
