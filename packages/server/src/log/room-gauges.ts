// Metrics of the room that there is for what is to be stored.
import { Gauge, type Registry } from 'prom-client';

interface Room {
  /** Of the inbox. */
  readonly isFull: boolean;
  readonly disk: { readonly bytes: number; readonly freeBytes: number };
  readonly hasDiskFault: boolean;
}

/** Makes the gauges, and gives what sets them. */
export function roomGauges(registry: Registry): (found: Room) => void {
  const registers = [registry];
  // Each process of a node reports the same.
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, aggregator: 'max', registers });
  const full = gauge(
    'attune_inbox_full',
    '1 while so much waits that events are refused (`INBOX_LIMIT`)',
  );
  const size = gauge('attune_disk_bytes', 'Size of the disk of `DATA_DIR`');
  const free = gauge('attune_disk_free_bytes', 'What of it is free');
  const fault = gauge(
    'attune_database_disk_fault',
    '1 for a minute after PostgreSQL could not write, because its disk is full or errs',
  );
  return ({ isFull, disk, hasDiskFault }) => {
    full.set(isFull ? 1 : 0);
    size.set(disk.bytes);
    free.set(disk.freeBytes);
    fault.set(hasDiskFault ? 1 : 0);
  };
}
