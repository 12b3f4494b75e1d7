// Metrics of the connection to NATS, where its JetStream is the inbox.
import { Gauge, type Registry } from 'prom-client';

/** How NATS is, where its JetStream is the inbox. */
export interface NatsReport {
  readonly isConnected: boolean;
  /** How often the connection was lost and made again. */
  readonly reconnects: number;
  /** On how many servers the stream is, of how many; null: it cannot be used. */
  readonly replicas: { readonly current: number; readonly wanted: number } | null;
}

/** Makes the gauges, and gives what sets them. */
export function natsGauges(registry: Registry): (found: NatsReport | null) => void {
  const registers = [registry];
  const connected = new Gauge({
    name: 'attune_nats_connected',
    help: '0 while `NATS_URL` is set and not reached',
    aggregator: 'min',
    registers,
  });
  const reconnects = new Gauge({
    name: 'attune_nats_reconnects',
    help: 'How often the connection to NATS was lost and made again',
    registers,
  });
  // Each process of a node that looks reports the same, and the others 0.
  const replicas = new Gauge({
    name: 'attune_nats_replicas',
    help: 'On how many NATS servers the stream of the inbox should be; 0 without `NATS_URL`',
    aggregator: 'max',
    registers,
  });
  const current = new Gauge({
    name: 'attune_nats_replicas_current',
    help: 'On how many of them it is, up to date; 0 while none answers',
    aggregator: 'max',
    registers,
  });
  /** Of a stream that was never seen, it is known that it should be on one. */
  let wanted = 1;
  connected.set(1);
  return (found) => {
    wanted = found?.replicas?.wanted ?? wanted;
    replicas.set(found ? wanted : 0);
    current.set(found?.replicas?.current ?? 0);
    connected.set(found === null || found.isConnected ? 1 : 0);
    reconnects.set(found?.reconnects ?? 0);
  };
}
