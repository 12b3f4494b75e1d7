// Work that is done again and again, one time after the other.
import type { Context } from './context.ts';

/**
 * Does work a while after it was last done, for the first time somewhat earlier, so that not all
 * work of a node comes at once; what fails is logged, and done again. Returns what stops it, once
 * what is under way has ended.
 */
export function every(
  { log }: Pick<Context, 'log'>,
  ms: number,
  name: string,
  work: () => Promise<unknown>,
) {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const run = async () => {
    running = work().catch((error) => log.warn({ err: error }, `${name} have to wait`));
    await running;
    if (!stopped) timer = setTimeout(run, ms);
  };
  timer = setTimeout(run, ms * (0.5 + Math.random() / 2));
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
