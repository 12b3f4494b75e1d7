// Preloaded into every test file: no file outlives a bound, whatever it does.
import { Worker } from 'node:worker_threads';

// The longest journey takes a minute or two on two idle cores; a busy machine is far slower.
const boundSeconds = 300;

// A thread of its own fires also while the tests keep the main one busy, and cannot be caught as a
// signal can.
const watch = `
  const { writeSync } = require('node:fs');
  const { parentPort, workerData } = require('node:worker_threads');
  const { boundSeconds } = workerData;
  const end = () => {
    writeSync(2, process.title + ' was not finished after ' + boundSeconds + ' s, so it was ended.\\n');
    process.kill(process.pid, 'SIGKILL');
  };
  let timer = setTimeout(end, boundSeconds * 1000);
  parentPort.on('message', () => {
    clearTimeout(timer);
    timer = setTimeout(end, boundSeconds * 1000);
  });`;

const isTestFile = process.env['NODE_TEST_CONTEXT'] !== undefined;
const bound = isTestFile
  ? new Worker(watch, { eval: true, execArgv: [], workerData: { boundSeconds } })
  : undefined;
bound?.unref();

/** Says that a further file begins in this process, which has as long as the first one had. */
export function beginBound(): void {
  bound?.postMessage('another file');
}
