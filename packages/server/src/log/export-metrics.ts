// Metrics of nightly exports: how many sites want one, how many fail, and how old the oldest is.
import { Counter, Gauge, type Registry } from 'prom-client';

interface Exports {
  readonly wanted: number;
  readonly failing: number;
  /** Of the site that waits longest. */
  readonly ageMs: number;
}

/** Makes the metrics of nightly exports. None is by site: there may be thousands. */
export function exportMetrics(registry: Registry) {
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['kind'] as const, registers });
  const wanted = gauge('attune_nightly_exports', 'Sites whose nightly export is on');
  const failing = gauge('attune_nightly_exports_failing', 'Of them, sites whose last one failed');
  const age = gauge(
    'attune_nightly_export_age_seconds',
    'Time since the last whole export of the site that waits longest. Usually below 90000',
  );
  const rows = counter('attune_exported_rows_total', 'Rows that nightly exports wrote, by kind');
  const bytes = counter('attune_exported_bytes_total', 'Bytes of files that they wrote, by kind');
  return {
    set(found: Exports) {
      wanted.set(found.wanted);
      failing.set(found.failing);
      age.set(found.ageMs / 1_000);
    },
    isWritten(kind: string, written: { readonly rows: number; readonly bytes: number }) {
      rows.inc({ kind }, written.rows);
      bytes.inc({ kind }, written.bytes);
    },
  };
}
