// Metrics of the connection to NATS, where its JetStream is the inbox.
import { Gauge, type Registry } from 'prom-client';

/** Null: there is none. */
type Nats = { readonly isConnected: boolean; readonly reconnects: number } | null;

/** Makes the gauges, and gives what sets them. */
export function natsGauges(registry: Registry): (found: Nats) => void {
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
  connected.set(1);
  return (found) => {
    connected.set(found === null || found.isConnected ? 1 : 0);
    reconnects.set(found?.reconnects ?? 0);
  };
}
