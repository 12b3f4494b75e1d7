// The metrics of a node: those of its processes, and what those counted that are gone.
import { AggregatorRegistry } from 'prom-client';
import type { ProcessMetrics } from './messages.ts';

export interface NodeMetrics {
  /** A process has ended: what it was known to have counted still counts. */
  readonly departed: (metrics: ProcessMetrics) => void;
  /** All of them together, in Prometheus' form. */
  readonly text: (processes: readonly ProcessMetrics[]) => Promise<string>;
}

/** Starts with no process gone. */
export function nodeMetrics(): NodeMetrics {
  let gone: Promise<ProcessMetrics> = Promise.resolve([]);
  return {
    departed(metrics) {
      const counted = metrics.filter(isCounted);
      gone = gone.then((before) => joined([before, counted]).getMetricsAsJSON());
    },
    text: async (processes) => joined([...processes.map(withStart), await gone]).metrics(),
  };
}

const joined = (all: readonly ProcessMetrics[]) => AggregatorRegistry.aggregate([...all]);

/** What is never less than it was, as Prometheus expects of it. */
const isCounted = ({ type }: { readonly type: unknown }) =>
  ['counter', 'histogram'].includes(String(type));

/** The library leaves out when processes began: a node began with its first. */
const withStart = (metrics: ProcessMetrics): ProcessMetrics =>
  metrics.map((one) => (one.aggregator === 'omit' ? { ...one, aggregator: 'min' } : one));
