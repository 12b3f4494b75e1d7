// Preloaded into every test file: the runner does not follow each promise that a test makes.
import hooks from 'node:async_hooks';
import { isMainThread } from 'node:worker_threads';

// By following them the runner can name the test that an error came of which nobody caught, for a
// quarter of all processor time. Such an error fails the file as before, and is told of here.
const { createHook } = hooks;
hooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });

// Threads that a test starts, and servers that it forks, end of such an error as they always do.
const isOwn = isMainThread && process.send === undefined;
if (isOwn && process.env['NODE_TEST_CONTEXT'] !== undefined) {
  const tell = (error: unknown) => console.error(`Nobody caught, in ${process.title}:`, error);
  process.on('uncaughtExceptionMonitor', tell);
  process.on('unhandledRejection', tell);
}
