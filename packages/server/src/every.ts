// Work that is done again and again, one time after the other.
import type { Context } from './context.ts';

/**
 * Does work a while after it was last done, for the first time somewhat earlier, so that not all
 * work of a node comes at once; what fails is logged, and done again. Where that takes longer than
 * `ms`, more is begun beside it, up to `atOnce` together. Returns what stops it, once what is under
 * way has ended.
 */
export function every(
  { log }: Pick<Context, 'log'>,
  ms: number,
  name: string,
  work: () => Promise<unknown>,
  atOnce = 1,
) {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const underWay = new Set<Promise<unknown>>();
  const wait = (forMs: number) => {
    if (!stopped && underWay.size < atOnce) timer ??= setTimeout(run, forMs);
  };
  const run = () => {
    timer = undefined;
    const one = work()
      .catch((error) => log.warn({ err: error }, `${name} have to wait`))
      .finally(() => {
        underWay.delete(one);
        wait(ms);
      });
    underWay.add(one);
    wait(ms);
  };
  wait(ms * (0.5 + Math.random() / 2));
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await Promise.all(underWay);
  };
}
