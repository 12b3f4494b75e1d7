// Metrics of models: how late workers are with them, and what nodes cache of them.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

interface ModelStatus {
  readonly overdue: number;
  readonly longestMs: number;
  readonly failed: number;
}

interface Use {
  readonly held: number;
  readonly bytes: number;
  readonly evicted: number;
}

/** Makes the metrics of models. None is by site: sites come and go, and there may be thousands. */
export function modelMetrics(registry: Registry) {
  const registers = [registry];
  // Processes of a node have the same models, each a copy of its own.
  const gauge = (name: string, help: string, aggregator: 'max' | 'sum' = 'max') =>
    new Gauge({ name, help, aggregator, registers });
  const longest = gauge(
    'attune_model_due_seconds',
    'How long the most overdue model of all sites has been due. Above 600, no worker keeps up',
  );
  const overdue = gauge('attune_models_overdue', 'Models due for more than ten minutes');
  const failed = gauge('attune_models_failed', 'Models whose last build failed');
  const cached = gauge('attune_models_cached', 'Models in memory');
  const bytes = gauge('attune_model_cache_bytes', 'Memory of all models together, about', 'sum');
  const evicted = gauge(
    'attune_models_evicted',
    'Models that had to go since the start. Above 0, `MODEL_CACHE` is too small',
    'sum',
  );
  const last = gauge('attune_model_last_build_seconds', 'How long the last build took');
  const seconds = new Histogram({
    name: 'attune_model_build_seconds',
    help: 'Histogram of build times, by method',
    labelNames: ['method'] as const,
    buckets: [0.1, 1, 10, 60, 300, 1_800, 7_200],
    registers,
  });
  const failures = new Counter({
    name: 'attune_model_failures_total',
    help: 'Failed builds, by method',
    labelNames: ['method'] as const,
    registers,
  });
  return {
    isBuilt(method: string, tookMs: number) {
      seconds.observe({ method }, tookMs / 1_000);
      last.set(tookMs / 1_000);
    },
    hasFailed: (method: string) => failures.inc({ method }),
    /** Sets the status of the models of each site. */
    setStatus(sites: Iterable<ModelStatus>) {
      const all = [...sites];
      longest.set(Math.max(0, ...all.map(({ longestMs }) => longestMs)) / 1_000);
      overdue.set(all.reduce((sum, one) => sum + one.overdue, 0));
      failed.set(all.reduce((sum, one) => sum + one.failed, 0));
    },
    setCached(use: Use) {
      cached.set(use.held);
      bytes.set(use.bytes);
      evicted.set(use.evicted);
    },
  };
}
