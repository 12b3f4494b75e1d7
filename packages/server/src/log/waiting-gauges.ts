// Metrics of what waits for a worker, on all nodes together.
import { Gauge, type Registry } from 'prom-client';

interface Waiting {
  readonly waiting: number;
  readonly oldestMs: number;
  readonly setAside: number;
  readonly erasures: number;
  readonly workerAgoMs: number;
}

/** Makes the gauges, and gives what sets them. */
export function waitingGauges(registry: Registry): (found: Waiting) => void {
  const registers = [registry];
  // Each process of a node reports the same.
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, aggregator: 'max', registers });
  const rows = gauge('attune_inbox_rows', 'Rows of the inbox that wait for a worker');
  const oldest = gauge(
    'attune_inbox_oldest_seconds',
    'How long the oldest of them has waited at least. Above 60, no worker keeps up',
  );
  const aside = gauge('attune_entries_set_aside', 'Entries that no worker could read');
  const erasures = gauge('attune_erasures_waiting', 'Erasures that are requested and not done');
  const worker = gauge('attune_worker_seen_seconds', 'Time since any worker was seen');
  return (found) => {
    rows.set(found.waiting);
    oldest.set(found.oldestMs / 1_000);
    aside.set(found.setAside);
    erasures.set(found.erasures);
    worker.set(found.workerAgoMs / 1_000);
  };
}
