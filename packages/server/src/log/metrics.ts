// What an operator watches, in Prometheus' form.
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { exportMetrics } from './export-metrics.ts';
import { feedGauges } from './feed-gauges.ts';
import { requestLatencies } from './latencies.ts';
import { modelMetrics } from './model-gauges.ts';
import { natsGauges } from './nats-gauges.ts';
import { roomGauges } from './room-gauges.ts';
import { waitingGauges } from './waiting-gauges.ts';

export type Metrics = ReturnType<typeof createMetrics>;

let ofProcess: Registry | undefined;

/**
 * Memory, delays of the event loop and the like: measured by a timer and an observer that never
 * end, so once in a process, however many nodes have run in it.
 */
function processMetrics(): Registry {
  if (ofProcess) return ofProcess;
  ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  return ofProcess;
}

/** Makes the registry and every metric of a node. Labels have no names that people chose. */
export function createMetrics() {
  const registry = Registry.merge([processMetrics()]);
  const registers = [registry];
  return {
    registry,
    requests: requestLatencies(registry),
    requestsShed: new Counter({
      name: 'attune_requests_shed_total',
      help: 'Requests refused under overload, before any work',
      labelNames: ['priority'] as const,
      registers,
    }),
    requestsWaiting: new Gauge({
      name: 'attune_requests_waiting',
      help: 'Requests in the queues of the load shedder',
      registers,
    }),
    requestsLimited: new Counter({
      name: 'attune_requests_limited_total',
      help: 'Requests refused because their key reached a limit, by limit',
      labelNames: ['limit'] as const,
      registers,
    }),
    connections: new Gauge({
      name: 'attune_connections',
      help: 'Open connections',
      registers,
    }),
    slowBodies: new Counter({
      name: 'attune_slow_bodies_total',
      help: 'Requests that were ended because their body came too slowly',
      registers,
    }),
    eventsAccepted: new Counter({
      name: 'attune_events_accepted_total',
      help: 'Events made durable in the inbox',
      registers,
    }),
    eventsFolded: new Counter({
      name: 'attune_events_folded_total',
      help: 'Events taken from the inbox by a worker, by outcome',
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
      help: 'Time since the database last confirmed the configuration',
      aggregator: 'max',
      registers,
    }),
    exports: exportMetrics(registry),
    feeds: feedGauges(registry),
    models: modelMetrics(registry),
    waiting: waitingGauges(registry),
    room: roomGauges(registry),
    nats: natsGauges(registry),
  };
}
