// Metrics of models: how late workers are with them, and what nodes cache of them.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

interface ModelStatus {
  readonly overdue: number;
  readonly longestMs: number;
  readonly failed: number;
  readonly waiting: number;
  readonly cpu: { readonly allSitesMs: number; readonly budgetMs: number };
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
  const cpu = cpuMetrics(registry);
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
    hasTaken: cpu.hasTaken,
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
      cpu.setStatus(all);
    },
    setCached(use: Use) {
      cached.set(use.held);
      bytes.set(use.bytes);
      evicted.set(use.evicted);
    },
  };
}

function cpuMetrics(registry: Registry) {
  const registers = [registry];
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, aggregator: 'max', registers });
  const waiting = gauge(
    'attune_models_waiting',
    'Models that are rebuilt the next UTC day only, because `MODEL_CPU_BUDGET` is used up',
  );
  const today = gauge(
    'attune_model_cpu_today_seconds',
    'Processor time that models and evaluations of all sites took in this UTC day',
  );
  const budget = gauge(
    'attune_model_cpu_budget_seconds',
    'What they may take (`MODEL_CPU_BUDGET`)',
  );
  const seconds = new Counter({
    name: 'attune_model_cpu_seconds_total',
    help: 'Processor time of the threads that build models and run evaluations',
    registers,
  });
  return {
    hasTaken: (cpuMs: number) => seconds.inc(cpuMs / 1_000),
    setStatus(all: readonly ModelStatus[]) {
      waiting.set(all.reduce((sum, one) => sum + one.waiting, 0));
      today.set(Math.max(0, ...all.map(({ cpu }) => cpu.allSitesMs)) / 1_000);
      budget.set(Math.max(0, ...all.map(({ cpu }) => cpu.budgetMs)) / 1_000);
    },
  };
}
