// Preloaded into every test file: the file's process does not outlive a bound, whatever it does.
import { Worker } from 'node:worker_threads';

// The longest journey takes a minute or two on two idle cores; a busy machine is far slower.
const boundSeconds = 300;

// A thread of its own fires also while the tests keep the main one busy, and cannot be caught as a
// signal can.
const watch = `
  const { writeSync } = require('node:fs');
  const { boundSeconds } = require('node:worker_threads').workerData;
  setTimeout(() => {
    writeSync(2, process.title + ' was not finished after ' + boundSeconds + ' s, so it was ended.\\n');
    process.kill(process.pid, 'SIGKILL');
  }, boundSeconds * 1000);`;

const isTestFile = process.env['NODE_TEST_CONTEXT'] !== undefined;
if (isTestFile) {
  const workerData = { boundSeconds };
  new Worker(watch, { eval: true, execArgv: [], workerData }).unref();
}
