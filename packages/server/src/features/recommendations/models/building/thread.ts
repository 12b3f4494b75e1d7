// The entry of a building thread: does its task with connections of its own, and reports on it.
import { parentPort, workerData } from 'node:worker_threads';
import { doTask } from './do-task.ts';
import { openThreadDatabase } from './store.ts';
import type { TaskMessage, ThreadData } from './task.ts';

const data = workerData as ThreadData;
const database = openThreadDatabase(data);
const report = (message: TaskMessage) => parentPort?.postMessage(message);
try {
  await doTask(database, data.task, report);
} finally {
  await database.close();
}
