// What building a model takes: time, and the processor time and memory of this thread alone.
import type { ModelFacts } from '../facts.ts';

export interface Costs {
  /** Looks how much memory is taken now. */
  readonly look: () => void;
  /** Since the beginning; of memory, the most that was seen beyond what was there before. */
  readonly read: () => Required<Pick<ModelFacts, 'tookMs' | 'cpuMs' | 'peakBytes'>>;
}

/** Begins to measure. */
export function measureCosts(): Costs {
  const taken = () => {
    // Of this thread; only `rss` is of the whole process.
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const began = performance.now();
  const cpuBefore = threadCpuMs();
  const before = taken();
  let most = before;
  const look = () => {
    most = Math.max(most, taken());
  };
  return {
    look,
    read() {
      look();
      return {
        tookMs: Math.round(performance.now() - began),
        cpuMs: Math.round(threadCpuMs() - cpuBefore),
        peakBytes: most - before,
      };
    },
  };
}

/** The processor time of this thread since it was started, in ms. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
