// Preloaded into every test file: the runner knows the test it is in without following promises.
import hooks, { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';

// It would tell the code of each test, and of each file, by hooks on every promise there is, which
// is a quarter of all processor time. A store that goes with the code says the same for nothing.
const current = new AsyncLocalStorage<number>();
const tests = new WeakSet<object>();

const { createHook, executionAsyncId } = hooks;
hooks.createHook = (callbacks) =>
  createHook({
    ...callbacks,
    trackPromises: false,
    init: (asyncId, type, triggerAsyncId, resource) => {
      if (type === 'Test') tests.add(resource);
      callbacks.init?.(asyncId, type, triggerAsyncId, resource);
    },
  });
hooks.executionAsyncId = () => current.getStore() ?? executionAsyncId();

type Work = (this: unknown, ...given: unknown[]) => unknown;
type Run = (this: AsyncResource, work: Work, self?: unknown, ...given: unknown[]) => unknown;

const run: Run = AsyncResource.prototype.runInAsyncScope;
const runKnown: Run = function (work, self, ...given) {
  if (!tests.has(this)) return run.call(this, work, self, ...given);
  return run.call(this, () => current.run(this.asyncId(), () => work.apply(self, given)));
};
Object.assign(AsyncResource.prototype, { runInAsyncScope: runKnown });
