// What an operator watches, in Prometheus' form.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

const secondsBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Makes the registry and every metric of a process. Labels hold no names that people chose. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'attune_' });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'attune_request_seconds',
      help: 'Time to answer, by endpoint and status',
      labelNames: ['endpoint', 'status'] as const,
      buckets: secondsBuckets,
      registers,
    }),
    eventsAccepted: new Counter({
      name: 'attune_events_accepted_total',
      help: 'Events made durable in the inbox',
      registers,
    }),
    eventsFolded: new Counter({
      name: 'attune_events_folded_total',
      help: 'Events taken from the inbox, by what became of them',
      labelNames: ['outcome'] as const,
      registers,
    }),
    exposuresDropped: new Counter({
      name: 'attune_exposures_dropped_total',
      help: 'Exposures that could not be recorded',
      registers,
    }),
    snapshotAge: new Gauge({
      name: 'attune_snapshot_age_seconds',
      help: 'Time since the database last confirmed the snapshot',
      registers,
    }),
  };
}
