// The entry of an exporting thread: does its task, reports on it, and ends when it is told to.
import { parentPort, workerData } from 'node:worker_threads';
import { exportSite } from './export-site.ts';
import type { ExporterData } from './task.ts';

const stopping = new AbortController();
parentPort?.once('message', () => stopping.abort());
try {
  await exportSite(
    workerData as ExporterData,
    (message) => parentPort?.postMessage(message),
    stopping.signal,
  );
} finally {
  // What listens keeps a thread alive.
  parentPort?.close();
}
